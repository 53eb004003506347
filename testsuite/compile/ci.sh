# SPDX-License-Identifier: GPL-3.0-or-later
# What runs the suite for other versions of GCC: .ci/run on every change, `make check-all`; and what they say where that
# cannot be done.  (That contrib/check-gcc itself finds faults is seen when it is run.)
. "$SRCDIR/testsuite/lib/script.sh"

# A tree of which only .ci/run is real: the suite passes, and contrib/check-gcc does as it is told.
mkdir -p tree/contrib tree/.ci
cp "$SRCDIR/.ci/run" tree/.ci/run
printf 'deps:\ncheck:\n\tmkdir -p build/suite && printf "PASS: one\\nPASS: two\\n" >build/suite/pathprof.sum\n' >tree/Makefile
cat >tree/contrib/check-gcc <<'END_OF_STUB'
#!/bin/bash
for version; do :; done
echo "$*" >>asked
echo "check-gcc: no chroots for $version here" >&2
if [ -z "$SUM" ]; then exit "$STATUS"; fi
mkdir -p "build/check-gcc/$version"
echo "$SUM: three" >"build/check-gcc/$version/pathprof.sum"
exit "$STATUS"
END_OF_STUB
chmod +x tree/contrib/check-gcc
# ci SUM STATUS: runs it so, into ./said; prints its status and its last line.
ci() {
    rm -rf tree/build tree/asked
    STATUS=$2 SUM=$1 bash tree/.ci/run >said 2>&1
    echo "$? $(tail -n 1 said)"
}
same "CI: other versions are counted" "0 4 passed, 0 failed" "$(ci PASS 0)"
same "CI: 14 and the newest, quickly" "-q 14;-q 16;" "$(sort tree/asked | tr '\n' ';')"
same "CI: what fails in them" "1 2 passed, 2 failed" "$(ci FAIL 1)"
same "CI: a version that does not build" "1 2 passed, 1 failed" "$(ci '' 1)"
same "CI: where there are no chroots" "0 2 passed, 0 failed" "$(ci '' 77)"
same "CI: that is said, in a line each" 2 "$(grep -c '^UNSUPPORTED: GCC 1[46]: check-gcc: no chroots for' said)"

# A machine that has nothing to make chroots with.
mkdir bin
ln -s "$(command -v dirname)" "$(command -v bash)" bin
PATH=$PWD/bin bash "$SRCDIR/contrib/check-gcc" -q 14 >said 2>&1
same "check-gcc: without mmdebstrap: 77, in one line" "77 check-gcc: no mmdebstrap: apt-get install mmdebstrap util-linux" \
    "$? $(cat said)"

# calls_of TARGET: how often make calls check-gcc for it.
calls_of() { make -n -C "$SRCDIR" RUNTESTFLAGS= "$@" 2>/dev/null | grep -c 'contrib/check-gcc -p'; }
same "make check-all: other versions, too" "1 0" "$(calls_of check-all) $(calls_of check)"

# What check-gcc copies into a chroot: a file that has changed is newer than what was built there, however old it is here,
# and one that has not is as old as it was.
eval "$(sed -n '/^copy_tree()/,/^}/p' "$SRCDIR/contrib/check-gcc")"
top=$PWD/here cache=$PWD/chroots
mkdir -p here/sub here/build
echo one >here/sub/changes.c
echo one >here/stays.c
echo one >here/goes.c
touch here/build/of-this-machine
copy_tree suite
there=$cache/suite/pathprof
mkdir -p "$there/build"
touch -d 2020-01-01 "$there/sub/changes.c" "$there/stays.c"
touch -d 2020-01-02 "$there/build/object"
echo two >here/sub/changes.c
touch -d 2019-01-01 here/sub/changes.c here/stays.c
rm here/goes.c
copy_tree suite
same "check-gcc: the tree in a chroot" "./build/object ./stays.c ./sub/changes.c two" \
    "$(cd "$there" && find . -type f | sort | xargs) $(cat "$there/sub/changes.c")"
same "check-gcc: what has to be compiled again" "./sub/changes.c" "$(cd "$there" && find . -type f -newer build/object)"

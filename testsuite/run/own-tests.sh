# SPDX-License-Identifier: GPL-3.0-or-later
# Real programs' own tests pass as they do without the plugin: zlib's example; sqlite3's fuzzcheck, and its
# mptester, which starts processes of its own and kills some.  Their sources are those of contrib/bench
# (fetch.sh); without them, or in the short form of the suite, there is nothing to do.
. "$SRCDIR/testsuite/lib/script.sh"

src=${XDG_CACHE_HOME:-$HOME/.cache}/pathprof/src
if [ "${PP_ALL:-}" != 1 ]; then
    pass "left to the long form of the suite"
    exit 0
fi
# program NAME MODE FLAGS...: compiles ./NAME with the plugin, or without (MODE plain).
program() {
    local name=$1 mode=$2 plugin=
    shift 2
    [ "$mode" = plain ] || plugin=$(plugin_flags mode=$mode)
    $CC -O1 -w $plugin "$@" -o $name
}
if [ -e "$src/minigzip/test/example.c" ]; then
    z=$src/minigzip
    for mode in plain path edge context; do
        program example $mode -I"$z" "$z"/test/example.c "$z"/*.c -DHAVE_UNISTD_H || { fail "zlib, $mode" "does not compile"; continue; }
        rm -f example.ppda*
        ./example >out.$mode 2>&1
        echo "status $?" >>out.$mode
        [ $mode = plain ] && continue
        check "zlib, $mode: example" cmp out.plain out.$mode
        check "zlib, $mode: all of it ends well" grep -q 'status 0' out.$mode
        same "zlib, $mode: main was called" 1 "$(calls example main)"
    done
else
    unsupported "zlib" "no sources in $src"
fi
if [ -e "$src/sqlite3/mptest/mptest.c" ]; then
    s=$src/sqlite3
    for mode in path context; do
        rm -f mp.db* && program mptester $mode -DSQLITE_THREADSAFE=1 -I"$s" "$s"/{sqlite3.c,mptest/mptest.c} -lpthread -lm ||
            { fail "sqlite3, $mode" "does not compile"; continue; }
        for continuous in 0 1; do
            rm -f mp.db* mptester.ppda*
            for script in crash01 multiwrite01; do
                PATHPROF_CONTINUOUS=$continuous check "sqlite3, $mode, continuous $continuous: $script" \
                    ./mptester mp.db "$s/mptest/$script.test" --trace 0
            done
            "$PATHPROF" merge -o sum.ppda mptester.ppda 2>/dev/null
            check "sqlite3, $mode, continuous $continuous: several processes were counted" \
                test "$("$PATHPROF" report mptester sum.ppda 2>/dev/null | sed -n '1s/.*: \([0-9]*\) runs.*/\1/p')" -gt 2
        done
    done
else
    unsupported "sqlite3" "no sources in $src"
fi

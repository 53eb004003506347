# SPDX-License-Identifier: GPL-3.0-or-later
# Objects of two modes, or of two versions of what objects carry, do not link: the linker names both,
# whichever linker it is.  Modules of one process are on their own.
. "$SRCDIR/testsuite/lib/script.sh"

cat >main.c <<'END'
#include <stdio.h>
int work(int);
int main(void)
{
    int s = 0;
    for (int i = 0; i < 10; i++)
        s += work(i);
    printf("%d\n", s);
}
END
echo 'int work(int i) { return i & 1 ? i : 1; }' >work.c

modes="path edge context piecewise kpath path-context context-values"
linkers="bfd gold lld"
for mode in $modes; do
    for unit in main work; do
        $CC -O1 -g -fPIC $(plugin_flags mode=$mode) -c $unit.c -o $unit-$mode.o || exit 1
    done
done

# refused NAME WORDS COMMAND...: it fails, and what it says has WORDS.
refused() {
    local name=$1 words=$2
    shift 2
    if "$@" >messages 2>&1; then
        fail "$name" "it links"
    elif grep -qF -- "$words" messages; then
        pass "$name"
    else
        fail "$name" "nothing of '$words' in: $(head -n 3 messages | tr '\n' ' ')"
    fi
}

# counted NAME COMMAND...: it links, without a word, and the program counts.
counted() {
    local name=$1
    shift
    rm -f prog prog.ppda
    if ! "$@" -o prog >messages 2>&1 || [ -s messages ]; then
        fail "$name" "$(head -n 3 messages | tr '\n' ' ')"
        return
    fi
    same "$name" "30 10 1" "$(./prog) $(calls ./prog work) $(calls ./prog main)"
}

able=
for linker in $linkers; do
    if ! $CC -fuse-ld=$linker main.c work.c -o plain 2>/dev/null; then
        unsupported "$linker" "the plain compiler cannot"
        continue
    fi
    able+=" $linker"
    done=
    for one in $modes; do
        counted "$linker: $one" $CC -fuse-ld=$linker main-$one.o work-$one.o
        for other in $done; do
            said="__pathprof_mode_${other//-/_}_and_mode_${one//-/_}_do_not_link"
            refused "$linker: $one and $other" "$said" $CC -fuse-ld=$linker main-$one.o work-$other.o -o prog
            refused "$linker: $other and $one" "$said" $CC -fuse-ld=$linker main-$other.o work-$one.o -o prog
        done
        done+=" $one"
    done
done

# Options that units may differ in.
for options in "mode=kpath k=3" "mode=kpath update=atomic" "mode=kpath array-limit=1 max-paths=20"; do
    $CC -O1 $(plugin_flags $options) -c work.c -o work-other.o
    counted "$options" $CC main-kpath.o work-other.o
done
$CC -O1 $(plugin_flags mode=context max-paths=1 wide=1) -c work.c -o work-other.o
counted "wide=1 in one unit" $CC main-context.o work-other.o

# In several steps, and with a plain object.
$CC -c work.c -o work-plain.o
check "a plain object" $CC main-path.o work-plain.o -o prog
said=__pathprof_mode_path_and_mode_context_do_not_link
ar rcs libwork.a work-context.o
ar rcs libwork-path.a work-path.o
for linker in $able; do
    with="$CC -fuse-ld=$linker"
    refused "$linker: an archive" $said $with main-path.o -L. -lwork -o prog
    counted "$linker: an archive of the same mode" $with main-path.o -L. -lwork-path
    refused "$linker: static" $said $with -static main-path.o work-context.o -o prog
    counted "$linker: static, the same mode" $with -static main-path.o work-path.o
    refused "$linker: -r" $said $with -r main-path.o work-context.o -o both.o
    check "$linker: -r, the same mode" $with -r main-path.o work-path.o -o both.o
    counted "$linker: -r, then linked" $with both.o
    check "$linker: -r, alone" $with -r work-context.o -o alone.o
    refused "$linker: -r, then another mode" $said $with main-path.o alone.o -o prog
    refused "$linker: a shared object of two modes" $said $with -shared main-path.o work-context.o -o prog
    # Modules of their own.
    check "$linker: a shared object" $with -shared work-context.o -o libmodule.so
    rm -f prog prog.ppda
    check "$linker: a shared object of another mode" $with main-path.o -L. -l:libmodule.so -Wl,-rpath,"$PWD" -o prog
    same "$linker: a shared object of another mode counts" "30 1 10" \
        "$(./prog) $(calls ./prog main) $(calls libmodule.so work prog.ppda)"
    counted "$linker: sections collected" $with -Wl,--gc-sections main-path.o work-path.o
done

# A later version: its objects have the same fence, seen from the other side.
$CC -O1 $(plugin_flags mode=path) -S work.c -o work.s
sed '/__pathprof_version_2_and_version_3/d; /__pathprof_version_3_and_version_[5-9]/d
     s/pathprof_version\.3/pathprof_version.4/g; s/__pathprof_unit_version_3/__pathprof_unit_version_4/g' work.s >later.s
$CC -c later.s -o later.o || exit 1
counted "a version" $CC main-path.o work.s
for linker in $able; do
    refused "$linker: two versions" __pathprof_version_3_and_version_4_do_not_link $CC -fuse-ld=$linker main-path.o later.o -o prog
done

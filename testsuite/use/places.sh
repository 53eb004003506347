#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The second compile from other directories, by other names of the same files: which function is
# which is found all the same, of two static ones of one name as well.
. "$SRCDIR/testsuite/lib/script.sh"
mkdir -p src/a src/b objects dumps
cat >src/a/util.c <<'SOURCE'
static __attribute__((noipa)) int helper(int n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s += i & 3 ? i : -i;
    return s;
}
int a(int n) { return helper(n); }
SOURCE
sed 's/int a(/int b(/' src/a/util.c >src/b/util.c
cat >src/main.c <<'SOURCE'
#include <stdio.h>
int a(int), b(int);
int main(void)
{
    int s = 0;
    for (int i = 0; i < 100; i++)
        s += a(i);
    for (int i = 0; i < 7; i++)
        s += b(i);
    printf("%d\n", s);
    return 0;
}
SOURCE
(
    cd src
    for unit in a/util b/util main; do
        $CC -O2 $(plugin_flags) -c $unit.c -o ../objects/${unit/\//_}.o
    done
)
$CC -O2 $(plugin_flags) objects/*.o -o prog && ./prog >prog.out || fail "first compile"
$CC -O2 -flto $(plugin_flags) -ffile-prefix-map=src=mapped src/main.c src/a/util.c src/b/util.c -o lto &&
    ./lto >lto.out || fail "first compile, -flto"

# use NAME DIRECTORY EXPECTED FILE OPTION...: compiled in DIRECTORY nothing is said, and helper has
# as many calls as expected.
use() {
    local name=$1 directory=$2 expected=$3 file=$4 said
    shift 4
    rm -f dumps/*
    if ! said=$(cd "$directory" && $CC -O2 $(plugin_flags use="$HERE/$data") -c "$@" "$file" \
        -o "$HERE/dumps/x.o" -dumpdir "$HERE/dumps/" -fdump-ipa-all 2>&1) || [ -n "$said" ]; then
        fail "$name" "the compiler says: $said"
    else
        same "$name" "$expected" "$(cat dumps/*.pathprof_use | sed -n 's/^helper: \([0-9]*\) calls$/\1/p')"
    fi
}
HERE=$PWD
mkdir -p checkout
cp -r src checkout
for data in prog.ppda lto.ppda; do
    use "$data: as it was" src 7 b/util.c
    use "$data: from above" . 100 src/a/util.c
    use "$data: absolute" . 7 "$HERE/src/b/util.c"
    use "$data: from its directory" src/b 7 util.c
    use "$data: by a way about" src/a 100 ../../src/a/../b/../a/./util.c
    use "$data: another copy of the tree" checkout/src/b 7 util.c
    use "$data: mapped" . 100 src/a/util.c -ffile-prefix-map=src=elsewhere
    use "$data: -flto" . 7 src/b/util.c -flto
    # As distcc and ccache may do it.
    $CC -E src/b/util.c -o src/tmp.1234.i
    use "$data: preprocessed, another name" . 7 src/tmp.1234.i
    $CC -E src/a/util.c -o - >objects/piped
    use "$data: through a pipe" . 100 - -x cpp-output <objects/piped
done
# Data in a directory of their own: they know where the program ran.
mkdir apart && cp prog.ppda apart/other.ppda
data=apart/other.ppda
use "data apart from the program" src/b 7 util.c
data=apart
use "a directory of data apart from the program" src/b 7 util.c
mv prog objects
rm lto*
data=prog.ppda
said=$(cd src && $CC -O2 $(plugin_flags use="$HERE") -c a/util.c 2>&1)
same "use=DIR without the program: what to do" \
    "cc1: warning: pathprof: $HERE/prog.ppda: the program that wrote it is needed to read it, and is not beside it, nor is it $HERE/prog; keep the program that was profiled there, or its notes: objcopy --dump-section .pathprof.notes=$HERE/prog.ppno prog; compiled without a profile" \
    "$said"

# With -flto the notes are of one unit.  It is known by all its sources, also by those that define nothing themselves (a
# unity build, what a generator writes with #line), and if some objects were linked together before (-r).
mkdir unity objects/unity
for unit in a/util b/util main; do
    echo "#include \"../src/$unit.c\"" >unity/${unit/\//_}_all.c
done
echo '#line 1 "b/util.y"' | cat - src/b/util.c >unity/parser.c
link="$CC -O2 -flto $(plugin_flags)"
for name in a_util_all b_util_all main_all parser; do
    (cd unity && $link -c $name.c -o ../objects/unity/$name.o)
done
cd objects/unity
$link main_all.o a_util_all.o b_util_all.o -o ../../unity.bin && $link main_all.o a_util_all.o parser.o -o ../../parser.bin &&
    $link -r -flinker-output=rel main_all.o a_util_all.o b_util_all.o -o rest.o && $link rest.o -o ../../relinked.bin ||
    fail "first compile, sources that include others"
cd ../..
for program in unity parser relinked; do
    ./$program.bin >/dev/null || fail "first run, $program"
    data=$program.bin.ppda
    use "$program: -flto, a source that defines nothing, the second" unity 100 a_util_all.c
    case $program in
    parser) use "$program: -flto, a generated source" unity 7 parser.c ;;
    *) use "$program: -flto, a source that defines nothing, the third" unity 7 b_util_all.c -flto ;;
    esac
done

# A source that is compiled several times, with other macros: static functions are alike in all, and are told by what else
# their units define.
cat >src/depth.c <<'SOURCE'
static __attribute__((noipa)) int helper(int n) { return n & 1 ? n : n / 2; }
int NAME(int n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s += helper(i);
    return s;
}
SOURCE
echo 'int low(int), high(int), none(int); int main(int c, char **v) { return low(100) + high(7) == c + (c > 9 ? none(c) : 0); }' \
    >src/depths.c
for name in low high none; do $CC -O2 $(plugin_flags) -DNAME=$name -c src/depth.c -o objects/$name.o; done
$CC -O2 $(plugin_flags) src/depths.c objects/{low,high,none}.o -o depths && ./depths || fail "first compile, a source several times"
data=depths.ppda
use "a source several times: the first" . 100 src/depth.c -DNAME=low
use "a source several times: the second" src 7 depth.c -DNAME=high
use "a source several times: the one that did not run" . 0 src/depth.c -DNAME=none
use "a source several times: another" . 107 src/depth.c -DNAME=other

#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Values that were counted become GCC's histograms, of which its passes make what they make of their own: calls are
# promoted, divisions and operations on memory are specialised.  The program does what it did.
. "$SRCDIR/testsuite/lib/script.sh"
cp "$SRCDIR/testsuite/use/values.c" .

# train MODE FLAG... [-- OPTION...]: gathers a profile, in ./train.
train() {
    local mode=$1 flags=()
    shift
    while [ $# -gt 0 ] && [ "$1" != -- ]; do flags+=("$1"); shift; done
    [ $# -gt 0 ] && shift
    rm -f train train.ppda
    if ! $CC "${flags[@]}" $(plugin_flags mode=$mode "$@") values.c -o train 2>messages || [ -s messages ]; then
        fail "first compile, $mode ${flags[*]} $*" "$(cat messages)"
    elif ! ./train 7 >expected; then
        fail "first run, $mode ${flags[*]} $*"
    fi
}

# use NAME FLAG... [-- OPTION...]: compiles with it to ./NAME, which must print the same; what was done is in ./done.
use() {
    local name=$1 flags=()
    shift
    while [ $# -gt 0 ] && [ "$1" != -- ]; do flags+=("$1"); shift; done
    [ $# -gt 0 ] && shift
    rm -f ./*.pathprof_use ./*.profile_estimate
    if ! $CC -fchecking=1 "${flags[@]}" -fdump-ipa-all-details $(plugin_flags use=train "$@") values.c -o used 2>messages ||
        [ -s messages ]; then
        fail "$name" "the compiler says: $(cat messages)"
    elif ! ./used 7 >printed || ! cmp -s printed expected; then
        fail "$name" "the program prints something else"
    else
        pass "$name"
    fi
    cat ./*.pathprof_use ./*.profile_estimate 2>/dev/null >done
}

# made: what GCC has made of values, one a line.
made() {
    sed -n 's/.*Transformation done: //p' done | sort | uniq -c | sed 's/^ *//'
    grep -h "^Indirect call -> direct call" done | sed 's/.*=> \([a-z]*\).*prob \(.*\)/call \1 \2/' | sort
}
calls="call add 0.80
call mul 0.10
call sub 0.10"
all="1 div/mod by constant -3
1 div/mod by constant 10007
1 mod power of 2
1 mod subtract
1 single value 16 stringop for BUILT_IN_MEMCPY
1 single value 8 stringop for BUILT_IN_MEMSET
$calls"

turn=0
for mode in path edge context piecewise kpath path-context context-values; do
    for level in 1 2 3; do
        turn=$((turn + 1))
        [ "$PP_ALL" = 0 ] && [ $((turn % 4)) != 0 ] && continue
        train $mode -O$level -- values=on
        use "$mode, -O$level" -O$level -- lanes=off calls=off
        same "$mode, -O$level: specialised" "$all" "$(made)"
        use "$mode, -O$level, lanes" -O$level
    done
done
train path -O0 -- values=on
use "-O0" -O0
train path -O2 -- values=on update=atomic
./train 7 >expected
use "two runs" -O2 -- lanes=off calls=off
same "two runs: specialised" "$all" "$(made)"
use "-fno-vpt" -O2 -fno-vpt -- lanes=off calls=off
same "-fno-vpt: calls alone" "$calls" "$(made)"
use "values=off" -O2 -- values=off
same "values=off: nothing" "" "$(made)"
# Calls stay where there is no room for what they call.
use "large functions" -O2 --param=large-function-insns=1 -- lanes=off calls=off
same "large functions: all but calls" "$(echo "$all" | grep -v ^call)" "$(made)"
train path -O2 -- targets=count
use "targets=count" -O2
same "targets=count: calls" "$calls" "$(made)"
train path -O2
use "nothing counted" -O2
same "nothing counted: nothing" "" "$(made)"

# What GCC itself finds by its own profile it finds here.
$CC -O2 -fprofile-generate -fprofile-update=single values.c -o own && ./own 7 >expected &&
    $CC -O2 -fprofile-use -fdump-ipa-all-details values.c -o own 2>messages
cat ./*i.profile >done
same "as GCC by its own" "$(echo "$all" | grep -v ^call)" "$(made | grep -v ^call)"

# Of copies, inlined ones and those of lanes, each has its part.
for seed in 1 2 3 4 5; do
    train path -O2 -- values=on
    use "copies, $seed" -O2 -- lanes=random:$seed
done

# Functions that have changed have the same graphs: values of what is counted otherwise, or stands among more
# statements, are not used.
train path -O2 -- values=on
sed -i 's|^    return a / b;|    return a * 3 / b;|; s|^    return a % b;|    return a / b;|' values.c
$CC -O2 -fdump-ipa-all-details $(plugin_flags use=train) values.c -o changed 2>messages
cat ./*.pathprof_use >done
same "other statements" "1 div/mod by constant -3" "$(made | grep "div\|mod [ps]")"
cp "$SRCDIR/testsuite/use/values.c" .

# A copy is expanded inline if it is of a word on average, not if it is longer.
cat >copies.c <<'END'
#include <stdio.h>
#include <string.h>
char to[64], from[64];
__attribute__((noipa)) void copy_short(int size) { memcpy(to, from, size); }
__attribute__((noipa)) void copy_long(int size) { memcpy(to, from, size); }
int main(void)
{
    for (int i = 0; i < 30000; i++) {
        copy_short(2 + i % 9);
        copy_long(10 + i % 23);
    }
    puts(to);
}
END
rm -f ./*.ppda
$CC -O2 $(plugin_flags values=on) copies.c -o train && ./train >expected
$CC -O2 -S $(plugin_flags use=train) copies.c -o copies.s 2>messages
# calls FUNCTION: what it calls, by name, of copies.s.
calls() {
    sed -n "/^$1:/,/^\t\.size\t$1/s/^\t\(call\|jmp\|b\|bl\)\t_*\(mem[a-z]*\).*/\2/p" copies.s
}
same "a long copy" memcpy "$(calls copy_long)"
case $($CC -dumpmachine) in
x86_64*) same "a short copy" "" "$(calls copy_short)" ;;
*) unsupported "a short copy: another machine may have no code for it" ;;
esac

# With -flto calls of functions of other units, static or not, are promoted where the program is linked.
cat >caller.c <<'END'
#include <stdio.h>
extern int (*const callees[])(int);
int main(void)
{
    int s = 0;
    for (int i = 0; i < 30000; i++)
        s += callees[i % 10 < 6 ? 0 : 1](i) + callees[i % 10 < 3](i);
    printf("%d\n", s);
}
END
cat >callees.c <<'END'
static int often(int a) { return a & 1 ? 3 * a : -a; }
int seldom(int a) { return a + 2; }
int (*const callees[])(int) = {often, seldom};
END
for profiled in "" -flto; do
    rm -f ./*.ppda
    $CC -O2 $profiled $(plugin_flags values=on) caller.c callees.c -o train && ./train >expected
    $CC -O2 -flto -flto-partition=one -fchecking=1 -fdump-ipa-all-details -save-temps $(plugin_flags use=train) caller.c callees.c -o used \
        2>messages && ./used >printed
    check "over units, profiled with '$profiled': the same" cmp expected printed
    same "over units, profiled with '$profiled': quiet" "" "$(grep pathprof: messages)"
    same "over units, profiled with '$profiled'" "often 0.60 often 0.70 seldom 0.30 seldom 0.40" \
        "$(cat ./*wpa*profile_estimate ./*lto*profile_estimate 2>/dev/null | grep -h "^Indirect call -> direct call" |
            sed 's/.*=> \([a-z]*\).*prob \(.*\)/\1 \2/' | sort | xargs)"
    rm -f ./*profile_estimate
done
# Without, the call of a function of another unit stays, and takes nothing from the others.
rm -f ./*.ppda
$CC -O2 $(plugin_flags values=on) caller.c callees.c -o train && ./train >expected
$CC -O2 -fchecking=1 $(plugin_flags use=train) caller.c callees.c -o used 2>messages && ./used >printed
check "of another unit" cmp expected printed

# C++: a virtual function.
cat >shapes.cc <<'END'
#include <cstdio>
struct A { virtual int f(int x) { return x; } virtual ~A() {} };
struct B : A { int f(int x) override { return 2 * x; } };
struct C : A { int f(int x) override { if (x == 12345) throw x; return x - 7; } };
__attribute__((noinline)) int each(A *a, int x) { return a->f(x); }
int main()
{
    A a; B b; C c;
    A *all[] = {&a, &b, &c, &c, &c, &c};
    long s = 0;
    for (int i = 0; i < 20000; i++)
        try { s += each(all[i % 6], i); } catch (int x) { s += 2 * x; }
    printf("%ld\n", s);
}
END
rm -f ./*.ppda
$CXX -O2 $(plugin_flags values=on) shapes.cc -o train && ./train >expected
$CXX -O2 -fchecking=1 -fdump-ipa-all-details $(plugin_flags use=train) shapes.cc -o used 2>messages && ./used >printed
check "virtual: the same" cmp expected printed
same "virtual: quiet" "" "$(cat messages)"
same "virtual" "C::f/N 0.67" "$(cat ./*shapes*profile_estimate | grep -h "^Indirect call -> direct call" |
    sed 's/.*=> \(.*\), prob \(.*\)/\1 \2/; s/virtual int //; s/(int)//; s,/[0-9]*,/N,' | sort -rk2 | head -n 1)"

#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Express lanes: the code is the same program, and the facts that lanes give are in it.
. "$SRCDIR/testsuite/lib/script.sh"
case $($CC -dumpversion) in
11*) unsupported "lanes" "GCC 11 does not say ranges"; exit ;;
esac
cp "$SRCDIR/testsuite/use/lanes.c" .
$CC -O2 $(plugin_flags mode=path) lanes.c -o train && ./train >expected || fail "first compile"

# use NAME OPTION...: compiles with the profile, whatever lanes cost, checks what the program prints, and leaves in dump
# what GCC's dump says of lanes.
use() {
    local name=$1 said
    shift
    rm -f again-*
    if ! said=$($CC -O2 -g -fchecking=1 $(plugin_flags use=train price=0 "$@") lanes.c -fdump-ipa-all \
        -o again 2>&1) || [ -n "$said" ]; then
        fail "$name" "the compiler says: $said"
    elif ! ./again >printed || ! cmp -s printed expected; then
        fail "$name" "the program prints something else"
    else
        pass "$name"
    fi
    cat again-lanes.c.*.pathprof_use >dump
}

# decided FUNCTION: branches of FUNCTION that lanes have decided.
decided() {
    sed -n "/^$1: .* hot paths/,/decided/s/.* \([0-9]*\) branches decided/\1/p" dump
}

use "lanes"
for function in correlated mixed; do
    [ "$(decided $function)" -gt 0 ] && pass "branches of $function are decided" ||
        fail "branches of $function are decided" "$(cat dump | head -50)"
done
use "lanes=off" lanes=off
same "no lanes" "" "$(decided correlated)"
use "coverage=0" coverage=0
same "nothing is hot" "" "$(decided correlated)"
use "growth=0" growth=0
same "no room" 0 "$(decided correlated)"
use "growth=1000" growth=1000
use "default price" price=12
[ "$(decided mixed)" -gt 0 ] && pass "what lanes of mixed cost they gain" ||
    fail "what lanes of mixed cost they gain" "$(cat dump | head -50)"
use "high price" price=100
same "those of correlated cost more" 0 "$(decided correlated)"
# What may be inlined is paid for at each of its calls; what may not, or is too large for that, once.
{
    printf '#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n'
    sed -n 's/__attribute__((noipa)) static int mixed/MAYBE static int mixed/;/mixed(const/,/^}/p' lanes.c
    echo 'int main(void)'
    echo '{'
    echo '    int sum = mixed("aaabaczaab", 3000);'
    echo '#ifdef OFTEN'
    for i in 1 2 3 4 5 6 7 8 9; do echo "    sum += mixed(\"ab\", $i);"; done
    echo '#endif'
    echo '    printf("%d\n", sum);'
    echo '    return 0;'
    echo '}'
} >calls.c
# lanes_of OPTION...: branches of mixed that lanes decide at the default price.
lanes_of() {
    rm -f calls-*
    $CC -O2 "$@" $(plugin_flags mode=path) calls.c -o calls && ./calls >before &&
        $CC -O2 "$@" $(plugin_flags use=calls) -fdump-ipa-all calls.c -o calls-again &&
        ./calls-again | cmp -s - before || fail "lanes_of $*" "the program prints something else"
    cat calls-*.pathprof_use >dump
    decided mixed
}
[ "$(lanes_of -DMAYBE=)" -gt 0 ] && pass "a function that is called once" ||
    fail "a function that is called once" "$(cat dump | head -50)"
same "that is called ten times" 0 "$(lanes_of -DMAYBE= -DOFTEN)"
[ "$(lanes_of '-DMAYBE=__attribute__((noinline))' -DOFTEN)" -gt 0 ] && pass "and cannot be inlined" ||
    fail "and cannot be inlined" "$(cat dump | head -50)"
[ "$(lanes_of -DMAYBE= -DOFTEN --param=max-inline-insns-single=9)" -gt 0 ] && pass "and is too large" ||
    fail "and is too large" "$(cat dump | head -50)"
for level in 1 3; do
    $CC -O$level $(plugin_flags mode=path) lanes.c -o train$level && ./train$level >/dev/null
    $CC -O$level -fchecking=1 $(plugin_flags use=train$level) lanes.c -o again$level &&
        ./again$level >printed
    same "lanes at -O$level" "$(cat expected)" "$(cat printed)"
done
# What a branch says of a parameter holds until the next one asks.
cat >parameter.c <<'SOURCE'
#include <stdio.h>
int g, k;
__attribute__((noipa)) int twice(int p, int n)
{
    int s = 0;
    if (p > 0) g++; else g--;
    if (n & 1) k += p; else k -= n;
    if (p > 0) s += k; else s *= 3;
    return s;
}
int main(void)
{
    int t = 0;
    for (int i = 0; i < 10000; i++) t += twice(i % 3 - 1, i);
    printf("%d %d %d\n", t, g, k);
    return 0;
}
SOURCE
$CC -O2 $(plugin_flags mode=path) parameter.c -o parameter && ./parameter >before &&
    $CC -O2 -fchecking=1 $(plugin_flags use=parameter) -fdump-ipa-all parameter.c -o parameter-again &&
    ./parameter-again | cmp -s - before || fail "parameter" "the program prints something else"
cat parameter-again-*.pathprof_use >dump
same "branches on a parameter are decided" 2 "$(decided twice)"
# Of a path with a context-prefix the rest alone is an intraprocedural path: what it comes to is the same.
$CC -O2 $(plugin_flags use=train) -c lanes.c -o path.o
$CC -O2 $(plugin_flags mode=path-context) lanes.c -o train-context && ./train-context >/dev/null
$CC -O2 $(plugin_flags use=train-context) -c lanes.c -o context.o
check "lanes from mode=path-context" cmp path.o context.o

# Options.
refused() {
    local said
    said=$($CC $(plugin_flags "$1") -c lanes.c 2>&1) && fail "$1" "is accepted"
    grep -q "error: pathprof: option .*$2" <<<"$said" && pass "$1" || fail "$1" "says $said"
}
refused lanes=fast "has no value 'fast'; valid values are on|off"
refused lanes=random:x "has no value 'random:x'"
refused coverage=101 "takes a number from 0 to 100"
refused growth=x "takes a whole number"
refused price=10001 "takes a number from 0 to 10000"

# Lanes at random: still the same program.
for seed in 1 2 3 4 5 7 8; do
    $CC -O2 -g -fchecking=1 $(plugin_flags lanes=random:$seed) lanes.c -o random && ./random >printed
    same "lanes=random:$seed" "$(cat expected)" "$(cat printed)"
done

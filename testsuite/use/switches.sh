#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Before a switch there is a test for what is usual, if that is worth it; the program does what it did, whatever comes.
. "$SRCDIR/testsuite/lib/script.sh"
cp "$SRCDIR/testsuite/use/switches.c" .

# train FLAG... : gathers a profile, in ./train.
train() {
    rm -f train train.ppda
    $CC "$@" $(plugin_flags mode=path) switches.c -o train && ./train 10 >/dev/null || fail "first compile, $*"
}

# use NAME FLAG... [-- OPTION...]: compiles with it; prints must be those of the plain program, for any input; the tests
# that were made are in ./made, one "FUNCTION LOW HIGH" a line.
use() {
    local name=$1 flags=() others
    shift
    while [ $# -gt 0 ] && [ "$1" != -- ]; do flags+=("$1"); shift; done
    [ $# -gt 0 ] && shift
    rm -f ./*.pathprof_use
    if ! $CC -fchecking=1 "${flags[@]}" -fdump-ipa-all $(plugin_flags use=train "$@") switches.c -o used 2>messages ||
        [ -s messages ]; then
        fail "$name" "the compiler says: $(cat messages)"
        return
    fi
    sed -n 's/^\([a-z_]*\): block .* a test for \([-0-9]*\) to \([-0-9]*\), .*/\1 \2 \3/p' ./*.pathprof_use >made
    for others in 0 10 50 100; do
        if ! ./plain $others >expected || ! ./used $others >printed || ! cmp -s printed expected; then
            fail "$name" "the program prints something else for $others"
            return
        fi
    done
    pass "$name"
}

wanted="last -1 -1
lowest -128 -100
twice 1 1
twice 2 2
two_rows 20 25
two_rows 27 27"
$CC -O0 switches.c -o plain || fail "plain"
for level in 1 2 3; do
    train -O$level
    use "switches, -O$level" -O$level
    if [ "$(sort made)" != "$wanted" ]; then
        fail "tests, -O$level" "made are: $(sort made | xargs)"
    else
        pass "tests, -O$level"
    fi
    use "switches=off, -O$level" -O$level -- switches=off
    [ ! -s made ] && pass "none, -O$level" || fail "none, -O$level" "made are: $(cat made)"
done
use "debug" -O3 -g
use "with lanes, all" -O3 -- price=0

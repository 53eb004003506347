#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The copies that GCC's inliner makes have the counts of their calls, where the profile knows these apart; the program
# says itself what was done for each.
. "$SRCDIR/testsuite/lib/script.sh"

here=$SRCDIR/testsuite/use
units=(inlined-work inlined-callers inlined-main)
for unit in "${units[@]}"; do
    printf '#include "%s.c"\n' "$unit"
done >inlined.c
# Bodies as they were: of copies of what has lanes or has taken in others the blocks are not known.
second=(use=train calls=off lanes=off)

# compile OUT FLAG...: as one unit.
compile() {
    local out=$1
    shift
    $CC -I "$here" -DLINKAGE=static "$@" inlined.c -o "$out"
}

# differences [PASS]: what the last compilation's dumps say otherwise than the program.
differences() { python3 "$here/inlined.py" counts ./*."${1-pathprof_inlined}" || echo "no dump of ${1-that pass}"; }

# use NAME FLAG... -- OPTION...: the second compile of one unit.  Leaves dumps.
use() {
    local name=$1 flags=()
    shift
    while [ "$1" != -- ]; do
        flags+=("$1")
        shift
    done
    shift
    rm -f ./*.pathprof_*
    # shellcheck disable=SC2046
    check "$name: second compile" compile used "${flags[@]}" -fdump-tree-all-blocks-details-asmname \
        $(plugin_flags "${second[@]}" "$@") || return
    same "$name: does what it did" "$(./train 2>/dev/null)" "$(./used 2>/dev/null)"
}

# shellcheck disable=SC2046
train() {
    rm -f train.ppda
    compile train "$@" $(plugin_flags mode="$mode") && ./train 2>/dev/null >counts || fail "first compile" "$*"
}

mode=context
for flags in -O2 "-O2 -g" -O3; do
    read -ra flags <<<"$flags"
    train "${flags[@]}"
    use "${flags[*]}" "${flags[@]}" --
    same "${flags[*]}: counts in copies" "" "$(differences)"
done
# Scaled they are others: the test can tell.
use "contexts=off" -O3 -- contexts=off
differ() { [[ "$(differences pathprof_integer_slp)" = *"GCC has"* ]]; }
check "contexts=off: counts in copies are others" differ
use "expanded and with lanes" -O3 -- calls=on lanes=on
mode=path
train -O3
use "mode path" -O3 --
check "mode path: counts in copies are others" differ
mode=piecewise # what it does not know is shared
train -O3
use "mode piecewise" -O3 --

# With -flto, between units: what is done for a call is known where the caller is compiled, and needed at the link.
objects=("${units[@]/%/.o}")
flto=(-O3 -flto -I "$here")

# objects_with OPTION...: all units, to be linked.
objects_with() {
    local unit
    for unit in "${units[@]}"; do
        # shellcheck disable=SC2046
        $CC "${flto[@]}" $(plugin_flags "$@") -c "$here/$unit.c" -o "$unit.o" || return
    done
}

rm -f train.ppda
# shellcheck disable=SC2046
check "-flto: first compile" objects_with mode=context &&
    check "-flto: first link" $CC "${flto[@]}" $(plugin_flags mode=context) "${objects[@]}" -o train
./train 2>/dev/null >counts
for partition in one 1to1 none; do
    rm -f ./*.pathprof_*
    check "-flto, $partition: second compile" objects_with "${second[@]}"
    # shellcheck disable=SC2046
    check "-flto, $partition: second link" $CC "${flto[@]}" "-flto-partition=$partition" \
        $(plugin_flags "${second[@]}") -save-temps -fdump-tree-all-blocks-details-asmname "${objects[@]}" -o used
    same "-flto, $partition: does what it did" "$(cat counts)" "$(./used 2>/dev/null)"
    same "-flto, $partition: counts in copies" "" "$(differences)"
done
# The objects may be linked without the plugin; then nothing is left of it.
check "-flto: second link without the plugin" $CC "${flto[@]}" "${objects[@]}" -o used
same "-flto, without the plugin: does what it did" "$(cat counts)" "$(./used 2>/dev/null)"

# Constructors, of which GCC makes several functions each.
class() { $CXX "$@" "$here/inlined-class.cc"; }
for flags in -O2 "-O3 -g" "-O3 -flto"; do
    read -ra flags <<<"$flags"
    rm -f train.ppda ./*.pathprof_*
    # shellcheck disable=SC2046
    check "C++, ${flags[*]}: first compile" class "${flags[@]}" $(plugin_flags mode=context) -o train &&
        ./train 2>/dev/null >counts
    # shellcheck disable=SC2046
    check "C++, ${flags[*]}: second compile" class "${flags[@]}" -fdump-tree-all-blocks-details-asmname \
        $(plugin_flags "${second[@]}") -o used
    same "C++, ${flags[*]}: does what it did" "$(cat counts)" "$(./used 2>/dev/null)"
    same "C++, ${flags[*]}: counts in copies" "" "$(differences)"
done

# Of several units.
parts() {
    local part
    for part in 1 2 3; do
        $CXX -O3 -flto "$@" -DPART=$part -c "$here/inlined-class.cc" -o part$part.o || return
    done
}
linked() { $CXX -O3 -flto --param max-inline-insns-auto=300 --param max-inline-insns-single=300 part[123].o "$@"; }
rm -f train.ppda ./*.pathprof_*
# shellcheck disable=SC2046
check "C++, units: first compile" parts $(plugin_flags mode=context) &&
    check "C++, units: first link" linked $(plugin_flags mode=context) -o train && ./train 2>/dev/null >counts
# shellcheck disable=SC2046
check "C++, units: second compile" parts $(plugin_flags "${second[@]}") &&
    check "C++, units: second link" linked -save-temps -fdump-tree-all-blocks-details-asmname \
        $(plugin_flags "${second[@]}") -o used
same "C++, units: does what it did" "$(cat counts)" "$(./used 2>/dev/null)"
same "C++, units: counts in copies" "" "$(differences)"

# What constructors are copies of has no symbol, and with -flto nobody can make it one.
async() { $CXX -O2 -flto -std=c++17 -pthread "$@" "$here/inlined-async.cc"; }
# shellcheck disable=SC2046
check "C++, -flto: first compile" async $(plugin_flags mode=context) -o async && check "C++, -flto: runs" ./async
# shellcheck disable=SC2046
check "C++, -flto: second compile" async $(plugin_flags use=async) -o again && check "C++, -flto: runs again" ./again

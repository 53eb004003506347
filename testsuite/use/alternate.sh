#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Lanes from paths over several iterations: a loop whose branch alternates is unrolled along the
# pattern, and the branch is decided in both halves, by ranges or by bits.
. "$SRCDIR/testsuite/lib/script.sh"
case $($CC -dumpversion) in
11*) unsupported "lanes over iterations" "GCC 11 does not say ranges"; exit ;;
esac
cp "$SRCDIR/testsuite/use/alternate.c" .

# train MODE OPTION...: gathers a profile, in train-MODE.
train() {
    local mode=$1
    shift
    rm -f train-$mode.ppda
    $CC -O2 $(plugin_flags mode=$mode "$@") alternate.c -o train-$mode && ./train-$mode >expected ||
        fail "first compile, mode=$mode"
}

# use NAME MODE FLAG... [-- OPTION...]: compiles with the profile of MODE to ./NAME, which must print
# the same; the report is in NAME.json.
use() {
    local name=$1 mode=$2 flags=() said
    shift 2
    while [ $# -gt 0 ] && [ "$1" != -- ]; do
        flags+=("$1")
        shift
    done
    [ $# -gt 0 ] && shift
    if ! said=$($CC -O2 -g -fchecking=1 "${flags[@]}" $(plugin_flags use=train-$mode report=$name.json "$@") \
        alternate.c -o "$name" 2>&1) || [ -n "$said" ]; then
        fail "$name" "the compiler says: $said"
    elif ! ./"$name" >printed || ! cmp -s printed expected; then
        fail "$name" "the program prints something else"
    else
        pass "$name"
    fi
}

# branches NAME FUNCTION TEXT: what its lanes tell of branches in lines with TEXT, as VALUE:TIMES of each.
branches() {
    python3 - "$1.json" "$2" alternate.c "$3" <<'PYTHON'
import json, sys
unit = json.loads(open(sys.argv[1]).readline())
function, = [f for f in unit["functions"] if f["function"] == sys.argv[2]]
lines = open(sys.argv[3]).read().split("\n")
told = ["%s:%d" % (fact["value"], fact["times"]) for line in function["lines"] for fact in line["facts"]
        if fact["kind"] == "branch" and sys.argv[4] in lines[line["line"] - 1]]
print(*sorted(told))
PYTHON
}

# executed NAME FUNCTION: conditional branches that FUNCTION executes in ./NAME.
executed() {
    rm -f counted
    valgrind --tool=callgrind --branch-sim=yes --callgrind-out-file=counted ./"$1" >/dev/null 2>&1
    callgrind_annotate counted | grep -E ":$2( |\$)" | head -n 1 | sed 's/([^)]*)//g; s/,//g' | awk '{ print $2 }'
}

train path
train kpath
use acyclic path
use iterations kpath
# Of 100 calls with 1000 iterations each.
same "acyclic paths do not decide it" "" "$(branches acyclic known "(odd)")"
same "both halves are decided" "false:50000 true:50000" "$(branches iterations known "(odd)")"
same "by a bit as well" "false:50000 true:50000" "$(branches iterations parity "i % 2")"
same "one iteration does not tell the next of a pattern of four" "" "$(branches iterations four "i & 3")"
# Where it is not known at first, both halves would be entered: a loop with two headers costs more than that.
use entries kpath -fdump-tree-lim2-all -- growth=1000
for dump in *alternate.c.*.lim2; do
    same "no loop is entered at two blocks" 0 "$(grep -c IRREDUCIBLE "$dump")"
done
for level in 1 3; do
    use at-O$level kpath -O$level -- price=0 growth=1000
done

# What GCC's own loop passes do better is left to them.
for function in masks rounds; do
    same "$function is left as it is" "" "$(branches iterations $function "(")"
    same "$function has no lane" 0 "$(python3 -c '
import json, sys
print(*[f["lanes"]["made"] for f in json.loads(open("iterations.json").readline())["functions"] if f["function"] == sys.argv[1]])' $function)"
done

# More iterations know no less: what they add is copies to which control cannot come, and these are no growth.
for k in 3 4 5; do
    train kpath k=$k
    use k$k kpath
    same "k=$k: both halves are decided" "false:50000 true:50000" "$(branches k$k parity "i % 2")"
    same "k=$k: all of a pattern of four is" "false:50000 true:50000" "$(branches k$k four "i & 3")"
done
train kpath

# Fewer branches are executed, where GCC does not find by itself what alternates ...
if has valgrind; then
    use plain kpath -fno-thread-jumps -- lanes=off
    use lanes kpath -fno-thread-jumps
    plain=$(executed plain known) lanes=$(executed lanes known)
    [ "$lanes" -gt 0 ] && [ "$((plain - lanes))" -ge 100000 ] && pass "100000 branches less" ||
        fail "100000 branches less" "$plain without lanes, $lanes with"
else
    unsupported "100000 branches less" "no valgrind"
fi

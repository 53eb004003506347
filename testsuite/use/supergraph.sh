#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Option supergraph=: what lanes over calls would tell, on a program in which that can be counted by hand.
. "$SRCDIR/testsuite/lib/script.sh"
case $($CC -dumpversion) in
11*) unsupported "supergraph" "GCC 11 does not say ranges"; exit ;;
esac
here=$SRCDIR/testsuite/use
cp "$here/supergraph.c" "$here/throws.cc" "$here/cold.h" .

# train MODE OPTION...: profiles the program.
train() {
    rm -f train.ppda
    $CC -O2 $(plugin_flags mode="$@") supergraph.c -o train && ./train >printed || fail "mode=$*" "does not run"
}
# again OPTION...: compiles it with the profile and a report.
again() {
    rm -f report.json
    $CC -O2 $(plugin_flags use=train report=report.json "$@") -c supergraph.c -o again.o || fail "$*" "does not compile"
}
# of LANES GRAPH MEMBER: a figure of the report, of the last such graph.
of() {
    python3 -c '
import json, sys
graph = supergraph = json.loads(open("report.json").readline())["supergraph"]
if sys.argv[1] != "-":
    graph = next(l for l in supergraph["lanes"] if l["lanes"] == sys.argv[1])
if sys.argv[2] != "-":
    graph = [g for g in graph["graphs"] if g["graph"] == sys.argv[2]][-1]
for member in sys.argv[3].split("."):
    graph = graph[member]
print(graph)' "$@"
}

for mode in piecewise context; do
    train $mode
    again lanes=off
    cp again.o plain.o
    again lanes=off supergraph=reduce
    check "mode=$mode: the code is the same" cmp plain.o again.o
    # In 1000 rounds of 12 calls: 12000 tests for 0, 11000 for a backslash, 12000 for -1; 11000 for 40, for odd
    # c (the larger of two takes none); and the loop.
    same "mode=$mode: branches" 58001 "$(of none - all.branch)"
    # classify knows that `least` is not less than 40, from arguments alone.
    same "mode=$mode: without lanes" 11000 "$(of none traced facts.branch)"
    # The first test of the loop.
    same "mode=$mode: inside functions" 11001 "$(of inside traced facts.branch)"
    # What get returns was tested in it.
    for graph in traced "kept: 100" branches; do
        same "mode=$mode: across calls, $graph" yes \
            "$([ "$(of across "$graph" facts.branch)" -ge 23000 ] && echo yes || of across "$graph" facts.branch)"
    done
    # Copies are visited again and again, and what is found there was nearly always found before.
    same "mode=$mode: a range is kept once" yes \
        "$([ "$(of across - steps)" -ge $((3 * $(of none - steps))) ] && [ "$(of across - ranges)" -ge 10 ] &&
            [ $((2 * $(of across - ranges))) -le $((3 * $(of none - ranges))) ] && echo yes ||
            echo "$(of none - ranges) in $(of none - steps) visits, $(of across - ranges) in $(of across - steps)")"
    for lanes in none inside across; do
        same "mode=$mode: $lanes: what was executed can be" 0 "$(of $lanes - impossible)"
    done
    [ "$(of across traced statements)" -gt "$(of across partitioned statements)" ] &&
        [ "$(of across traced statements)" -gt "$(of across 'kept: 100' statements)" ] &&
        [ "$(of across partitioned statements)" -ge "$(of across redirected statements)" ] &&
        [ "$(of across redirected statements)" -ge "$(of across branches statements)" ] &&
        [ "$(of across branches statements)" -gt "$(of none traced statements)" ] &&
        pass "mode=$mode: reductions" || fail "mode=$mode: reductions" "$(cat report.json)"
    again supergraph=ranges coverage=0
    same "mode=$mode: coverage=0" "$(of none traced vertices) 11000 1" \
        "$(of across traced vertices) $(of across traced facts.branch) $(of across - graphs | grep -o "'graph'" | wc -l)"
done

again lanes=off supergraph=curve
same "curve" "none 0 inside 99 across 99 inside 50 across 50 inside 75 across 75 inside 90 across 90 inside 95 across 95 \
inside 97 across 97 inside 98 across 98 inside 100 across 100" "$(of - - lanes | python3 -c '
import ast, sys
print(*[word for l in ast.literal_eval(sys.stdin.read()) for word in (l["lanes"], l["coverage"])])')"
# The command shows it, and hands it on.
"$PATHPROF" lanes report.json >text 2>&1
same "text" "lanes over calls, by a profile of mode context, in 3 functions" "$(grep '^lanes over' text)"
same "text: a graph" "$(of none traced vertices) $(of none traced statements) 18.97" \
    "$(sed -n '/^  none/{n;p;q}' text | awk '{print $2, $3, $6}')" # 11000 of 58001
check "--json" python3 -c '
import json, subprocess, sys
shown = json.loads(subprocess.run([sys.argv[1], "lanes", "--json", "report.json"], check=True, capture_output=True).stdout)
assert shown["units"][0]["supergraph"] == json.loads(open("report.json").readline())["supergraph"]' "$PATHPROF"
# What it cannot be made of.
train path
again supergraph=ranges
same "a profile that does not cross calls" "the paths of the profile do not cross calls" "$(of - - why)"
again
same "not asked for" missing "$(python3 -c 'import json; print(json.loads(open("report.json").readline()).get("supergraph", "missing"))')"
train context loops=context
again supergraph=ranges
same "loops=context" "the profile is with loops=context or recursion=context" "$(of - - why)"

# Exceptions come back to callers by no return.
rm -f report.json
$CXX -O2 $(plugin_flags mode=context) throws.cc -o throws && ./throws >printed &&
    $CXX -O2 $(plugin_flags use=throws report=report.json supergraph=reduce) -c throws.cc -o again.o ||
    fail "exceptions" "does not compile or run"
for lanes in none inside across; do
    same "exceptions: $lanes" 0 "$(of $lanes - impossible)"
done

# In a program of several units each has its own.
cat >main.c <<'SOURCE'
extern int strange(int);
__attribute__((noinline, noclone)) static int twice(int i) { return i > 5 ? 2 * i : i; }
int main(void)
{
    int sum = 0;
    for (int i = 0; i < 100; i++) sum += twice(i) + strange(i);
    return sum == 1;
}
SOURCE
echo 'int strange(int i) { return i & 1 ? i : -i; }' >strange.c
rm -f report.json
$CC -O2 $(plugin_flags mode=piecewise) main.c strange.c -o units && ./units
for unit in main strange; do
    $CC -O2 $(plugin_flags use=units report=report.json supergraph=ranges) -c $unit.c
done
same "several units" $'main.c None 2\nstrange.c None 1' "$(python3 -c '
import json
for line in open("report.json"):
    unit = json.loads(line)
    print(unit["unit"], unit["supergraph"]["why"], unit["supergraph"]["procedures"])')"
rm -f report.json
$CC -O2 -flto $(plugin_flags mode=piecewise) main.c strange.c -o units && ./units
$CC -O2 -flto $(plugin_flags use=units report=report.json supergraph=ranges) -c main.c
same "a unit of what was profiled as a whole" "the profile's paths go through functions that are not in this unit" "$(of - - why)"

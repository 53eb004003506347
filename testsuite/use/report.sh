#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Option report= and what the command makes of it.
. "$SRCDIR/testsuite/lib/script.sh"
here=$SRCDIR/testsuite/use
cp "$here/lanes.c" "$here/train.c" .
# Sources of a checkout may be newer than the report beside them.
mkdir -p given && cp "$here/lanes.c" "$here/report.json" given && touch given/report.json

# ---- The text of a report that is given, read by a person.
"$PATHPROF" lanes -S given given/report.json >text 2>said
check "golden text" diff "$here/report.txt" text
same "nothing more is said" "" "$(cat said)"
touch -d '+1 hour' given/lanes.c
"$PATHPROF" lanes -S given given/report.json >text 2>said
same "a source that is newer is named once" \
    "pathprof: given/lanes.c: newer than given/report.json: line numbers may have changed" "$(cat said)"
check "and shown" diff "$here/report.txt" text
names() { sed -n 's/^\([a-z].*\) ([a-z.]*:[0-9]*): called.*/\1/p'; }
same "the most useful first" "mixed correlated int odd<\"x\\y\">(char)" "$("$PATHPROF" lanes given/report.json 2>/dev/null | names | paste -sd ' ')"
"$PATHPROF" lanes --json given/report.json >all.json
check "--json agrees with the report" python3 - "$here/report.json" <<'PYTHON'
import json, sys
units = [json.loads(line) for line in open(sys.argv[1])]
for unit in units:
    del unit["pathprof"]
mine = json.load(open("all.json"))
assert mine["units"] == units
assert mine["pathprof"]["format"] == 1 and mine["pathprof"]["command"] == "lanes"
PYTHON
same "-f" "correlated" "$("$PATHPROF" lanes -f '^correl' given/report.json | sed -n 's/ (.*): called.*//p')"

same "-f leaves out units without such functions" "lanes.c" \
    "$("$PATHPROF" lanes --json -f mixed "$here/report.json" |
        python3 -c 'import json, sys; print(*[u["unit"] for u in json.load(sys.stdin)["units"]])')"

# Only functions with lanes: of mixed there are none now, of lanes.c as a whole none then.
python3 - "$here/report.json" <<'PYTHON'
import json, sys
units = [json.loads(line) for line in open(sys.argv[1])]
def take(function):
    function["lanes"] = {"made": 0, "no_fact": 6, "not_copied": 0, "growth": 0, "little": 0, "too_many": 0}
    function["blocks"]["copied"] = function["statements"]["copied"] = function["decided"] = 0
    for facts in function["facts"].values():
        facts["kept"] = {"places": 0, "times": 0}
    function["lines"] = []
for name in "mixed", "correlated":
    take(next(f for f in units[0]["functions"] if f["function"] == name))
    with open(f"without-{name}.json", "w") as out:
        out.writelines(json.dumps(unit, separators=(",", ":")) + "\n" for unit in units)
PYTHON
same "functions with lanes, then the hottest" "correlated mixed" \
    "$("$PATHPROF" lanes -f 'mixed|correl' without-mixed.json | names | paste -sd ' ')"
same "--made" "correlated" "$("$PATHPROF" lanes --made -f 'mixed|correl' without-mixed.json | names)"
same "--made: the total of all" \
    "1 of 2 functions with hot paths has lanes, for 2 of 12 hot paths; 15 statements copied (+71.4 %); branches removed: 1; instructions saved: 17999" \
    "$("$PATHPROF" lanes --made -f 'mixed|correl' without-mixed.json | sed -n '/of 2 functions/p')"
same "--made: units with lanes" "third.c" "$("$PATHPROF" lanes --made without-correlated.json | sed -n 's/: GCC.*//p')"
same "--made: nothing" "1 unit: 0 of 2 functions with hot paths have lanes, for 0 of 12 hot paths" \
    "$("$PATHPROF" lanes --made -f 'mixed|correl' without-correlated.json)"
same "--made --json" "third.c:1 3 1 15" "$("$PATHPROF" lanes --made --json without-correlated.json | python3 -c '
import json, sys
report = json.load(sys.stdin)
total = report["total"]
print(*["%s:%d" % (u["unit"], len(u["functions"])) for u in report["units"]], total["functions"], total["with_lanes"], total["copied"])')"

# refused NAME PATTERN ARGUMENT...: one line on stderr that matches, nothing on stdout.
refused() {
    local name=$1 pattern=$2 status
    shift 2
    "$PATHPROF" lanes "$@" >out 2>err
    status=$?
    [ $status = 1 ] && [ ! -s out ] && [ "$(wc -l <err)" = 1 ] && grep -qE "^pathprof: $pattern" err &&
        pass "$name" || fail "$name" "status $status, says $(cat err)"
}
same "no function of that name" "pathprof: warning: the filters leave none of the functions of $here/report.json" \
    "$("$PATHPROF" lanes -f nix "$here/report.json" 2>&1)"
refused "no such report" "nowhere: No such file" nowhere
refused "not a report" "lanes\.c: line 1 is not a record of a report" lanes.c
: >empty
refused "empty report" "empty: line 1 is missing" empty
sed '3s/"format":1/"format":2/' "$here/report.json" >new.json
refused "report of another version" "new\.json: line 3 was written by another version" new.json
sed '1s/"calls":[0-9]*/"calls":-1/' "$here/report.json" >damaged.json
refused "damaged report" "damaged\.json: line 1 is damaged" damaged.json
head -c 3000 "$here/report.json" >cut.json
refused "report that is cut off" "cut\.json: line 1 is not a record" cut.json

# ---- Reports that the compiler writes.
$CC -O2 $(plugin_flags mode=path) lanes.c -o lanes && ./lanes >expected || fail "first compile"
$CC -O2 $(plugin_flags mode=path) train.c -o train && ./train >/dev/null || fail "first compile"

# use NAME EXPECTED OPTION...: compiles lanes.c with its profile, whatever lanes cost; the compiler
# must say nothing, or (a regular expression) that alone in one line, and the program must print what
# it printed.
use() {
    local name=$1 expected=$2 said
    shift 2
    if ! said=$($CC -O2 $(plugin_flags use=lanes price=0 "$@") lanes.c -o again 2>&1); then
        fail "$name" "does not compile: $said"
    elif [ -z "$expected" ] && [ -n "$said" ]; then
        fail "$name" "the compiler says: $said"
    elif [ -n "$expected" ] && { ! grep -Eq "$expected" <<<"$said" || [ "$(wc -l <<<"$said")" != 1 ]; }; then
        fail "$name" "the compiler does not say '$expected' but '$said'"
    elif ! ./again >printed || ! cmp -s printed expected; then
        fail "$name" "the program prints something else"
    else
        pass "$name"
    fi
}
units() { python3 -c 'import json, sys; print(*[json.loads(l)["unit"] for l in open(sys.argv[1])])' "$1"; }

use "report=FILE" "" report=both.json
same "one unit" "lanes.c" "$(units both.json)"
$CC -O2 $(plugin_flags use=train report=both.json) -c train.c || fail "second unit"
same "two units" "lanes.c train.c" "$(units both.json)"
use "a unit that is compiled again" "" report=both.json growth=7
same "takes the place of its record" "train.c lanes.c" "$(units both.json)"
printf '{"pathprof":{"format":1,"rep' >>both.json
use "a record that was not finished" "" report=both.json
same "is dropped" "train.c lanes.c" "$(units both.json)"
for i in 1 2 3 4; do
    cp train.c train$i.c
    $CC -O2 $(plugin_flags use=train report=both.json mismatch=quiet) -c train$i.c &
done
wait
same "units compiled at once" "lanes.c train.c train1.c train2.c train3.c train4.c" \
    "$(units both.json | tr ' ' '\n' | sort | paste -sd ' ')"

use "report that cannot be written" "warning: pathprof: cannot write the report to no/where: No such" report=no/where
cp lanes.c precious
use "report into another file" "warning: pathprof: cannot write the report to precious: there is something else" report=precious
check "it is left alone" cmp lanes.c precious
refused_option() {
    local said
    said=$($CC $(plugin_flags "${@:2}") -c lanes.c 2>&1) && fail "$*" "is accepted"
    grep -q "error: pathprof: option .*$1" <<<"$said" && pass "${*:2}" || fail "${*:2}" "says $said"
}
refused_option "needs a value" report=
refused_option "give .use=., too" report=x

why() { python3 -c 'import json, sys; print(json.loads(open(sys.argv[1]).readline())["why"])' "$1"; }
use "lanes=off" "" report=off.json lanes=off
same "says so" "lanes=off" "$(why off.json)"
$CC -O2 $(plugin_flags use=nothing report=none.json) -c lanes.c 2>/dev/null
same "no profile" "there is no profile of it" "$(why none.json)"
$CC -O2 $(plugin_flags use=train report=other.json) -c lanes.c 2>/dev/null
same "the profile of another program" "there is no profile of it" "$(why other.json)"
use "functions=" "" report=some.json functions=correlated
use "report=FILE, all" "" report=lanes.json

case $($CC -dumpversion) in
11*)
    same "GCC 11" "this GCC has no interface for ranges of values; lanes need GCC 12 or later" "$(why lanes.json)"
    check "GCC 11: as text" grep -q "^no lanes: this GCC" <("$PATHPROF" lanes lanes.json)
    exit
    ;;
esac
same "only functions that are selected" correlated \
    "$("$PATHPROF" lanes some.json | sed -n 's/ (.*): called.*//p')"

$CC -O2 $(plugin_flags mode=edge) lanes.c -o edge && ./edge >/dev/null
$CC -O2 $(plugin_flags use=edge report=-) -c lanes.c 2>edges
same "mode edge" "5 functions: no paths in the profile" "$(sed -n 2p edges)"

# Text at once: what the command prints where it does not find the source.
$CC -O2 $(plugin_flags use=lanes report=- price=0) -c lanes.c 2>at-once
mkdir -p hidden && mv lanes.c hidden
"$PATHPROF" lanes lanes.json >later
mv hidden/lanes.c .
check "report=-" cmp at-once later
check "which has no source" grep -qE '^ +[0-9]+ +20$' at-once
check "beside the source" grep -qE '^ +2 +20  +if \(p\[i\] < 50\)$' <("$PATHPROF" lanes lanes.json)

# Why a function has none; and lines of which there are facts alone, as the file has another name now.
mkdir -p changed
sed 's/^        sum = sum \* 3 + p\[i\];/&\n        if (sum > 4242)\n            sum \/= 3;/' lanes.c >changed/lanes.c
$CC -O2 $(plugin_flags use=lanes report=- mismatch=quiet) -c changed/lanes.c -o changed.o 2>reasons
check "a function that has changed" grep -q "functions\?: changed since the profile was made$" reasons
check "the others are known" grep -q "^mixed (changed/lanes.c" reasons
check "is not one that is not known" bash -c '! grep -q "not known" reasons'

# What is in it.
check "figures" python3 - <<'PYTHON'
import json
unit = json.loads(open("lanes.json").readline())
assert unit["why"] is None and unit["coverage"] == 99 and unit["growth"] == 100 and unit["price"] == 0
functions = {f["function"]: f for f in unit["functions"]}
assert set(functions) == {"correlated", "figure54", "hidden", "mixed", "main"}, set(functions)
assert functions["figure54"]["why"] == "no hot path"
total = sum(f["executed_statements"] for f in unit["functions"])
assert total == unit["executed_statements"]
kept = 0
for f in functions.values():
    name = f["function"]
    assert sum(f["lanes"].values()) == (f["hot_paths"] if f["why"] is None else 0), name
    assert f["hot_paths"] <= f["paths"] and f["hot_statements"] <= f["executed_statements"], name
    for size in f["blocks"], f["statements"]:
        assert size["before"] <= size["reduced"] <= size["traced"], name
    assert f["statements"]["reduced"] <= 2 * f["statements"]["before"], name
    listed = {}
    for line in f["lines"]:
        for fact in line["facts"]:
            listed[fact["kind"]] = listed.get(fact["kind"], 0) + fact["times"]
    for kind, facts in f["facts"].items():
        assert facts["kept"]["times"] <= facts["gained"]["times"], name
        assert listed.get(kind, 0) == facts["kept"]["times"], (name, kind)
    assert f["decided"] == f["facts"]["branch"]["kept"]["places"] or f["blocks"]["before"] == 0, name
    kept += f["hot_statements"]
assert kept >= 0.99 * total
lines = {line["line"]: line for line in functions["correlated"]["lines"]}
assert lines[20]["copies"] == 2
assert [(x["kind"], x["value"], x["places"]) for x in lines[20]["facts"]] == [("branch", "false", 1)]
assert functions["correlated"]["line"] == 8 and functions["correlated"]["file"] == "lanes.c"
PYTHON

# Names and strings that JSON has to escape.
mkdir -p 'odd "dir\' && cd 'odd "dir\' || exit 1
printf '#include <stdio.h>\n__attribute__((noipa)) int f(int x) { return x > 3 ? x : -x; }\nint main(void) { int s = 0; for (int i = 0; i < 100; i++) s += f(i); return s < 0; }\n' >$'a"b\xff.c'
$CC -O2 $(plugin_flags) $'a"b\xff.c' -o odd && ./odd
$CC -O2 $(plugin_flags use=odd report=odd.json) $'a"b\xff.c' -o again
same "strings" 'a"b?.c' "$(units odd.json)"
check "strings, read back" "$PATHPROF" lanes odd.json

# A limit on growth, and code that cannot be copied, are told.
cd ..
use "growth=0" "" report=tight.json growth=0
use "price=1000" "" report=dear.json price=1000
same "the price drops lanes" True "$(python3 -c '
import json
f = {f["function"]: f for f in json.loads(open("dear.json").readline())["functions"]}["correlated"]
print(f["lanes"]["little"] > 0 and f["lanes"]["made"] == 0 and not f["lines"])')"
same "the growth limit drops lanes" True "$(python3 -c '
import json
f = {f["function"]: f for f in json.loads(open("tight.json").readline())["functions"]}["correlated"]
print(f["limited"] and f["lanes"]["growth"] > 0 and f["lanes"]["made"] == 0 and not f["lines"])')"

for growth in 20 50 80; do
    use "growth=$growth" "" report=growth-$growth.json growth=$growth price=0
    same "growth=$growth is the most that is copied" True "$(python3 -c '
import json, sys
growth = int(sys.argv[1])
sizes = [f["statements"] for f in json.loads(open(f"growth-{growth}.json").readline())["functions"] if f["hot_paths"]]
added = [(s["copied"], s["reduced"] - s["before"], s["before"]) for s in sizes if s["copied"]]
print(bool(added) and all(copied == left <= growth * before / 100 for copied, left, before in added))' $growth)"
done

# A lane that code which cannot be copied cuts says where; one that ends there is not cut.
cat >goto.c <<'SOURCE'
#include <stdio.h>
__attribute__((noipa)) int run(const char *code, int n)
{
    static void *const labels[] = {&&add, &&odd, &&stop};
    int sum = 0, kind = n & 1;
    if (kind)
        sum = 3;
    goto *labels[*code++ - '0'];
add:
    sum += kind ? n : 7;
    goto *labels[*code++ - '0'];
odd:
    if (sum & 1)
        sum ^= 5;
    goto *labels[*code++ - '0'];
stop:
    return sum;
}
int main(void)
{
    int s = 0;
    for (int i = 0; i < 1000; i++)
        s += run(i & 2 ? "012" : "002", i);
    printf("%d\n", s);
    return 0;
}
SOURCE
$CC -O2 $(plugin_flags mode=path) goto.c -o goto && ./goto >expected
$CC -O2 $(plugin_flags use=goto report=goto.json) goto.c -o again && ./again | cmp -s - expected &&
    pass "computed goto" || fail "computed goto" "does something else"
check "computed goto: what cannot be copied" python3 - <<'PYTHON'
import json
run = {f["function"]: f for f in json.loads(open("goto.json").readline())["functions"]}["run"]
lanes = run["lanes"]
assert lanes["not_copied"] == sum(b["lanes"] for b in run["barriers"]) > 0, run
assert {b["why"] for b in run["barriers"]} == {"a computed goto leads to labels that cannot be copied"}
assert all(b["file"] == "goto.c" and 3 <= b["line"] <= 16 for b in run["barriers"]), run["barriers"]
# Those that begin where lanes are joined anyway have nothing to tell.
assert lanes["no_fact"] > 0, lanes
PYTHON

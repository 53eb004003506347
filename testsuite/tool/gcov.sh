# SPDX-License-Identifier: GPL-3.0-or-later
# `pathprof lines` beside gcov, on a program in both modes: lines, calls and branches.
. "$SRCDIR/testsuite/lib/script.sh"

cp "$SRCDIR/testsuite/tool/golden/sample.c" .
GCOV=gcov${CC#gcc}
if ! has "$GCOV"; then
    unsupported gcov "no $GCOV"
    exit 0
fi
mkdir reference && cd reference || exit 1
cp ../sample.c . && $CC -O0 --coverage -c sample.c && $CC --coverage sample.o -o sample &&
    ./sample >/dev/null && $GCOV --json-format --stdout sample.gcda >../gcov.json || exit 1
cd ..
for mode in path edge; do
    $CC -O0 -g $(plugin_flags mode=$mode) sample.c -o $mode || exit 1
    ./$mode >/dev/null || exit 1
    "$PATHPROF" lines --lcov=$mode.info $mode || exit 1
    python3 - $mode <<'PYTHON'
import json, sys
mode = sys.argv[1]
gcov = json.load(open("gcov.json"))["files"][0]
info = [line.strip() for line in open(mode + ".info")]
def report(name, bad):
    print("PASS: " + name if not bad else "FAIL: %s: %s" % (name, bad))
ours = {int(n): int(c) for n, c in (l[3:].split(",") for l in info if l.startswith("DA:"))}
theirs = {l["line_number"]: l["count"] for l in gcov["lines"]}
# gcov gives labels counts of their own, and does not see the second return of setjmp (line 42).
bad = [(n, c, theirs.get(n)) for n, c in ours.items() if theirs.get(n) != c and n != 42]
report(mode + ": counts of lines", bad)
report(mode + ": no line is lost", [n for n, c in theirs.items() if n not in ours and n not in (11, 13, 15)])
report(mode + ": setjmp's line is come to three times", ours[42] != 3 and ours[42])
calls = {l.split(",")[1]: int(l[5:].split(",")[0]) for l in info if l.startswith("FNDA:")}
report(mode + ": calls", calls != {f["name"]: f["execution_count"] for f in gcov["functions"]} and calls)
branches = {}
for l in info:
    if l.startswith("BRDA:"):
        n, _, _, taken = l[5:].split(",")
        branches.setdefault(int(n), []).append(0 if taken == "-" else int(taken))
bad = []
for line in gcov["lines"]:
    two = [b["count"] for b in line["branches"] if not b["throw"]]
    if len(two) == 2 and sorted(two) != sorted(branches.get(line["line_number"], [])):
        bad.append((line["line_number"], two, branches.get(line["line_number"])))
report(mode + ": two-way branches", bad)
found = {l.split(":")[0]: l.split(":")[1] for l in info if ":" in l}
report(mode + ": totals", [k for k, v in (("LF", len(ours)), ("LH", sum(c > 0 for c in ours.values())),
    ("FNF", len(calls)), ("FNH", sum(c > 0 for c in calls.values())),
    ("BRF", sum(map(len, branches.values()))), ("BRH", sum(t > 0 for b in branches.values() for t in b)))
    if int(found[k]) != v])
report(mode + ": record", info[0] != "TN:" or not info[1].startswith("SF:/") or info[-1] != "end_of_record")
PYTHON
done
same 'both modes print the same lines' "$(cat path.info)" "$(cat edge.info)"

# A source that is not there any more is left out and said, and genhtml makes pages of the rest.
cat >gone.c <<'END'
int gone(int i)
{
    return i > 0 ? i : 1;
}
END
cat >stays.c <<'END'
int gone(int);
int main(void)
{
    return gone(2) != 2;
}
END
$CC -O0 $(plugin_flags mode=edge) gone.c stays.c -o parts && ./parts && rm gone.c
"$PATHPROF" lines --lcov=parts.info parts 2>said
same 'a missing source is left out' "SF:$PWD/stays.c" "$(grep '^SF:' parts.info)"
check 'and said' grep -q '^pathprof: gone.c: source not found, left out' said
if has genhtml; then
    check 'genhtml takes it, with branches' genhtml -q --branch-coverage -o html parts.info
    check 'genhtml takes all' genhtml -q --branch-coverage -o html edge.info
else
    unsupported genhtml 'no genhtml (package lcov)'
fi

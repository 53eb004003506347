# SPDX-License-Identifier: GPL-3.0-or-later
# coverage: paths, outcomes and turns, against all potential paths; what single tests cover; the formats of others.
. "$SRCDIR/testsuite/lib/script.sh"
cat >prog.c <<'PROG'
#include <stdlib.h>
static int kind(int n)
{
    int s = 0;
    for (int i = 0; i < n; i++) {
        if (i > 2)
            s += 2;
        if (n > 4)
            s -= 1;
    }
    return s;
}
static int pick(int n)
{
    switch (n) {
    case 1:
        return 5;
    case 2:
        return 7;
    default:
        n++;
    }
    while (n > 9)
        n -= 3;
    return n > 3 ? n : 0;
}
static int never(int n)
{
    if (n)
        return 1;
    return 2;
}
int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 0;
    if (n == 99)
        return never(n);
    return kind(n) + pick(n) < 0;
}
PROG
$CC -O0 -g $(plugin_flags mode=path) prog.c -o prog || exit 1
for n in 1 2 5 12; do
    PATHPROF_FILE=test$n.ppda ./prog $n
done
"$PATHPROF" merge -o prog.ppda test*.ppda
# GCC 11 has no ranges of values, so nothing is known to be impossible: here, that a loop over a constant is left at once.
possible="26 5 1"
[ "$($CC -dumpversion | cut -d. -f1)" -gt 11 ] || possible="27 5 0"
same "against all potential paths" "compared 4 $possible" "$(python3 "$SRCDIR/testsuite/tool/coverage.py" "$PATHPROF" prog)"
field() { python3 -c 'import json, sys
it = json.load(sys.stdin)
for key in sys.argv[1].split("."): it = it[int(key)] if key.isdigit() else it[key]
print(it)' "$1"; }

# Several tests: all together are the sum; each alone.
same "together as one" "$("$PATHPROF" coverage --json prog | field all)" \
    "$("$PATHPROF" coverage --json prog test*.ppda | field all)"
"$PATHPROF" coverage --per-test --json prog test1.ppda test5.ppda test12.ppda test2.ppda >tests.json
python3 - >expected <<PYTHON
import json, subprocess
own = {n: {p["path"] for p in json.loads(subprocess.check_output(["$PATHPROF", "report", "--all", "--json", "prog", "test%d.ppda" % n]))["paths"]}
       for n in (1, 5, 12, 2)}
left, seen = [1, 5, 12, 2], set()
while left:
    best = max(left, key=lambda n: (len(own[n] - seen), -left.index(n)))
    print("test%d.ppda" % best, len(own[best]), len(own[best] - set().union(*(own[n] for n in own if n != best))), len(own[best] - seen))
    seen |= own[best]
    left.remove(best)
PYTHON
same "each test" "$(cat expected)" "$(python3 -c '
import json
for t in json.load(open("tests.json"))["tests"]: print(t["data"], t["paths"], t["alone"], t["adds"])')"
check "a table" grep -qE '^ +[0-9]+ +[0-9]+ +[0-9]+  test12.ppda$' <("$PATHPROF" coverage --per-test prog test1.ppda test12.ppda)

# What production did and tests did not.
"$PATHPROF" coverage --json --all --production=test12.ppda prog test1.ppda test2.ppda >production.json
same "production: paths that no test took" "$(python3 -c '
import json, subprocess
def ask(data):
    return {p["path"]: p for p in json.loads(subprocess.check_output(["'"$PATHPROF"'", "report", "--all", "--json", "prog", data]))["paths"]}
tests, production = {**ask("test1.ppda"), **ask("test2.ppda")}, ask("test12.ppda")
new = [p for name, p in production.items() if name not in tests]
print(sorted((p["path"], p["count"]) for p in new), sum(p["executed_statements"] for p in new),
      sum(p["executed_statements"] for p in production.values()))')" "$(python3 -c '
import json
p = json.load(open("production.json"))["production"]
print(sorted((it["path"], it["count"]) for it in p["paths"]), p["statements_on_untested_paths"], p["executed_statements"])')"
check "production: an outcome that no test had" grep -q '"new": "never taken: prog.c:[0-9]*(true)"' production.json
same "production: nothing new" "0 0" "$("$PATHPROF" coverage --json --production=test1.ppda prog test*.ppda |
    python3 -c 'import json, sys; p = json.load(sys.stdin)["production"]; print(p["untested_paths"], p["statements_on_untested_paths"])')"
check "production: a table" grep -qE '^test12.ppda: of [0-9]+ statements [0-9.]+ % ran on paths that no test took, ' \
    <("$PATHPROF" coverage --production=test12.ppda prog test1.ppda)
same "production: no such file" 1 "$("$PATHPROF" coverage --production=none.ppda prog test1.ppda >/dev/null 2>&1; echo $?)"

# What leaves a loop where it is entered comes behind other turns: that may be out of the question.
cat >order.c <<'PROG'
int main(int argc, char **argv)
{
    int s = 0, n = argc + 2;
    for (int r = 0; r < 40; r++) {
        for (int i = 0; i < n; i++)
            s += i;
        if (r > 10 * n)
            s++;
        if (r < 2 + n)
            s--;
    }
    return s == 1;
}
PROG
$CC -O0 -g $(plugin_flags mode=path) order.c -o order && ./order || exit 1
same "what leaves a loop at once comes later" "order.c:7(true) 9(true) False" "$("$PATHPROF" coverage --json --all order | python3 -c '
import json, sys
rows = [m for m in json.load(sys.stdin)["missing"] if m["second_count"]]
leaves = [n for n, m in enumerate(rows) if m["second"].endswith(":5(false)") or m["second"].endswith(":4(false)")]
print(rows[0]["first"], rows[0]["second"].split(":")[1], min(leaves) < len(rows) - len(leaves))')"

# A gate.
status() { "$PATHPROF" coverage "$@" prog >/dev/null 2>err; echo $?; }
same "enough" 0 "$(status --fail-under=40)"
same "too little" 3 "$(status --fail-under=90)"
check "too little: what it says" grep -qE '^pathprof: prog: [0-9.]+ % of the turns are covered, less than 90 %$' err
same "of the outcomes" "0 3" "$(status --measure=outcomes --fail-under=70) $(status --measure=outcomes --fail-under=80)"
same "of the paths" "0 3" "$(status --measure=paths --fail-under=30) $(status --measure=paths --fail-under=80)"
same "nothing is measured" "3 pathprof: prog: nothing is measured: no function whose paths are counted is left" \
    "$(status --fail-under=50 -f nothing-like-this) $(tail -1 err)"
same "one format at a time" "2 2 2" "$(status --json --sarif=-) $(status --cobertura=- --sarif=-) $(status --production=prog.ppda --sarif=-)"
same "of one function" 0 "$(status -f '^kind$' --fail-under=60)"

# Other programs' formats.
same "cobertura" 0 "$(status --cobertura=cobertura.xml)"
"$PATHPROF" lines --lcov=prog.info prog
same "cobertura: lcov's lines and branches" "$(python3 -c '
import re
text = open("prog.info").read()
print(sorted((int(a), int(b)) for a, b in re.findall(r"^DA:(\d+),(\d+)", text, re.M)), re.findall(r"^BRF:(\d+)|^BRH:(\d+)", text, re.M))')" \
    "$(python3 -c '
import xml.etree.ElementTree as et
root = et.parse("cobertura.xml").getroot()
print(sorted((int(l.get("number")), int(l.get("hits"))) for l in root.iter("line")),
      [(root.get("branches-valid"), ""), ("", root.get("branches-covered"))])')"
# Of several tests it is what of their sum: in every mode, and the files side by side.
for mode in path context piecewise kpath; do
    $CC -O0 -g $(plugin_flags mode=$mode) prog.c -o sum || exit 1
    rm -f sum.*.ppda
    for n in 1 2 3; do PATHPROF_FILE=sum.$n.ppda ./sum $n; done
    "$PATHPROF" merge -o sum.all.ppda sum.1.ppda sum.2.ppda sum.3.ppda
    "$PATHPROF" coverage --cobertura=1.xml --lcov=1.info --sarif=1.sarif sum sum.1.ppda sum.2.ppda sum.3.ppda || fail "several tests"
    "$PATHPROF" coverage --cobertura=2.xml sum sum.all.ppda
    "$PATHPROF" lines --lcov=2.info sum sum.all.ppda
    same "several tests, mode $mode: cobertura and lcov" "same same" "$(cmp -s 1.xml 2.xml && echo same) $(cmp -s 1.info 2.info && echo same)"
    check "several tests, mode $mode: they ran" grep -q '^DA:[0-9]*,[1-9]' 1.info
done
check "with --json" python3 -c 'import json, sys; json.load(sys.stdin)["functions"]' < <("$PATHPROF" coverage --json --lcov=1.info prog)
same "files are of what is missing" "2 2" "$(status --sarif=1.sarif --impossible) $(status --lcov=1.info --production=prog.ppda)"
same "sarif" "5 2.1.0 prog.c" "$("$PATHPROF" coverage --all --sarif=- prog | python3 -c '
import json, sys
root = json.load(sys.stdin)
results = root["runs"][0]["results"]
assert all(r["ruleId"] in ("turn", "outcome") and r["locations"][0]["physicalLocation"]["region"]["startLine"] > 0 for r in results)
print(len(results), root["version"], *{r["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].split("/")[-1] for r in results})')"
same "a file that cannot be written" 1 "$(status --sarif=/no/such/directory/x)"
check "a file that cannot be written: what it says" grep -q '^pathprof: /no/such/directory/x: No such file or directory$' err

# Names that are not ASCII, in other programs' formats; bytes that are no text.
mkdir 'ä b%' && cp prog.c 'ä b%/prög#.c' && $CC -O0 -g $(plugin_flags mode=path) 'ä b%/prög#.c' -o named && ./named 5 || exit 1
"$PATHPROF" coverage --cobertura=named.xml named
"$PATHPROF" coverage --sarif=named.sarif named
same "cobertura: a name that is not ASCII" "prög#.c" "$(python3 -c '
import xml.etree.ElementTree as et
print(et.parse("named.xml").getroot().find(".//class").get("filename").split("/")[-1].encode().decode("utf-8"))' | cat)"
same "sarif: a URI" "pr%C3%B6g%23.c" "$(python3 -c '
import json
uris = {r["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for r in json.load(open("named.sarif"))["runs"][0]["results"]}
print(*{u.split("/")[-1] for u in uris})')"
cp prog.c "$(printf 'bad\377\303(.c')" && $CC -O0 -g $(plugin_flags mode=path) "$(printf 'bad\377\303(.c')" -o bad && ./bad 5 || exit 1
"$PATHPROF" coverage --cobertura=bad.xml bad
same "cobertura: bytes that are no text" "bad??(.c" "$(python3 -c '
import xml.etree.ElementTree as et
print(et.parse("bad.xml").getroot().find(".//class").get("filename").split("/")[-1])')"
same "json: potential paths" "$(python3 -c '
import json, subprocess
it = json.loads(subprocess.check_output(["'"$PATHPROF"'", "coverage", "--all", "--json", "prog"]))
print(sum(int(f["potential_paths"]) for f in it["functions"]))')" "$("$PATHPROF" coverage --json prog | python3 -c '
import json, sys
print(int(json.load(sys.stdin)["all"]["potential_paths"]))')"

# The squares that estimates have beside them are no paths; what is neither is said.
$CC -O0 -g $(plugin_flags bursts=on) order.c -o bursts || exit 1
for n in 1 2 3 4 5 6; do PATHPROF_BURSTS=3 ./bursts; done
"$PATHPROF" coverage bursts >/dev/null 2>err && "$PATHPROF" coverage --production=bursts.ppda bursts >/dev/null 2>>err &&
    "$PATHPROF" html --tests=bursts.ppda -o bursts.html bursts >/dev/null 2>>err || fail "estimates" "$(cat err)"
same "estimates: nothing is left out" "" "$(cat err)"
python3 "$SRCDIR/testsuite/lib/unknown-path.py" bursts.ppda unknown.ppda
"$PATHPROF" coverage bursts bursts.ppda unknown.ppda >/dev/null 2>err
same "estimates: a path that there is not" \
    "pathprof: warning: unknown.ppda: 1 counts are of paths that bursts does not have; they are left out" "$(cat err)"
for command in report coverage edges "html -o bursts.html"; do
    "$PATHPROF" $command -d unknown.ppda bursts 2>&1 >/dev/null | sed 's/ of [a-z]* name/ of a function name/' >err
    same "estimates: a path that there is not, $command" \
        "pathprof: warning: order.c: 1 path numbers of a function name no path" "$(cat err)"
done

# Counts of another module are not measured with the program's, and that is said; they are by themselves.
echo 'int half(int n) { if (n > 4) n /= 2; return n; }' >half.c
echo 'int half(int); int main(int argc, char **argv) { (void)argv; return half(argc) > 4; }' >caller.c
$CC -O0 -g -fPIC -shared $(plugin_flags mode=path) half.c -o libhalf.so &&
    $CC -O0 -g $(plugin_flags mode=path) caller.c ./libhalf.so -o caller && ./caller || exit 1
"$PATHPROF" coverage caller >out 2>err
same "another module: it is said" "pathprof: warning: what caller.ppda has of libhalf.so is not measured; for that: pathprof coverage libhalf.so caller.ppda" "$(cat err)"
check "another module by itself" grep -q '^libhalf.so: 1 test; 1 of 1 functions called$' <("$PATHPROF" coverage libhalf.so caller.ppda 2>&1)

# Many tests: the order is the greedy one, and a path that two modules of one file have is one path.
$CC -O0 -g $(plugin_flags mode=path) -x c - -o many <<'PROG' || exit 1
int main(int argc, char **argv)
{
    unsigned bits = 0;
    for (char *c = argc > 1 ? argv[1] : ""; *c; c++)
        bits = bits * 10 + (unsigned)(*c - '0');
    for (unsigned at = bits % 97, n = 0; n < 12; n++, at = at * 31 + 7) {
        if (at & 1) bits++;
        if (at & 2) bits += 2;
        if (at & 4) bits ^= 3;
        if (at & 8) bits -= at;
        if (at & 16) bits += 4;
    }
    return bits == 1;
}
PROG
for n in $(seq 60); do PATHPROF_FILE=many$n.ppda ./many $n; done
"$PATHPROF" coverage --per-test --json many $(seq -f many%g.ppda 60) >many.json
same "many tests: the greedy order" "" "$(python3 - "$PATHPROF" <<'PYTHON'
import json, subprocess, sys
files = ["many%d.ppda" % n for n in range(1, 61)]
own = {f: {p["path"] for p in json.loads(subprocess.check_output([sys.argv[1], "report", "--all", "--json", "many", f]))["paths"]}
       for f in files}
left, seen = files[:], set()
for got in json.load(open("many.json"))["tests"]:
    best = max(left, key=lambda f: (len(own[f] - seen), -files.index(f)))
    want = best, len(own[best] - seen), len(own[best])
    if want != (got["data"], got["adds"], got["paths"]):
        print(want, got)
    seen |= own[best]
    left.remove(best)
PYTHON
)"
check "a data file of another program" grep -q '^pathprof: many1.ppda: the data are of another build or another program than prog; run the program again$' \
    <("$PATHPROF" coverage prog test1.ppda many1.ppda 2>&1)

# Paths over several iterations: the same outcomes and turns as in mode path, and paths of their own.
cat >twice.c <<'PROG'
#include <stdlib.h>
static int loops(int n)
{
    int s = 0;
    for (int i = 0; i < n; i++) {
        if (i & 1)
            s += 2;
        else if (i == 8)
            break;
        else
            s -= 1;
        for (int j = 0; j < i; j++)
            if (j & 2)
                s++;
            else if (s > 400)
                return s;
    }
    while (n-- > 3)
        s = n & 4 ? s + 1 : s ^ 5;
    return s;
}
static int found(int n) /* its loop is never left where it ends */
{
    for (int i = 0; i < n; i++)
        if (i == 3)
            return i;
    return 0;
}
int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 5;
    return loops(n) + found(n) == 1000;
}
PROG
covered() { # OPTIONS: [function, outcomes, turns], and what is missing with its counts
    rm -f twice.ppda
    $CC -O0 -g $(plugin_flags $1) twice.c -o twice && ./twice && ./twice 12 || exit 1
    "$PATHPROF" coverage --all --json twice | python3 -c '
import json, sys
d = json.load(sys.stdin)
print(*[[f["function"], f["outcomes"], f["turns"]] for f in d["functions"]])
print(*sorted([m["function"], m["first"], m["first_count"], m["second"], m["second_count"]] for m in d["missing"]), sep="\n")'
}
covered mode=path >expected
check "several iterations: something is missing" grep -q 'twice.c' expected
for options in k=2 k=4; do
    same "several iterations, $options: outcomes and turns" "$(cat expected)" "$(covered "mode=kpath $options")"
done
covered 'mode=kpath kouter=2' >collapsed 2>err
same "several iterations, a loop is a step: left out" "found main pathprof: warning: twice: 1 function in which a loop is a step of other paths (kouter=, kloops=) left out" \
    "$(grep -oE "loops|found|main" collapsed | sort -u | xargs) $(cat err)"
covered 'mode=kpath k=3' >/dev/null
"$PATHPROF" coverage --all --json twice >twice.json
same "several iterations: paths" "$("$PATHPROF" report --all --json twice | grep -c '"path": "loops#')" \
    "$(python3 -c 'import json; print(*[f["executed_paths"] for f in json.load(open("twice.json"))["functions"] if f["function"] == "loops"])')"
check "several iterations: a missing turn is no path" grep -qE '^ +[0-9]+ +[0-9]+  loops: twice.c:' <("$PATHPROF" coverage --all twice)
check "several iterations: SARIF" "$PATHPROF" coverage --all --sarif=twice.sarif twice
PATHPROF_FILE=more.ppda ./twice 2 && ./twice 30
check "several iterations: production" grep -q 'loops' <("$PATHPROF" coverage --production=twice.ppda twice more.ppda)

# Source files: what their functions come to.  Of other.c 1 of 5 paths, 1 of 6 outcomes, and of as many turns ran.
cat >other.c <<'PROG'
int other(int n) { return n > 3 ? n < 9 ? 4 : 5 : 6; }
int never(int n) { return n > 7 ? 1 : 2; }
PROG
cat >first.c <<'PROG'
int other(int);
int main(int argc, char **argv) { return other(argc) == 4 && !argv; }
PROG
$CC -O0 -g $(plugin_flags mode=path) first.c other.c -o both && ./both || exit 1
"$PATHPROF" coverage --all --json both >both.json
same "files: what their functions come to" "other.c 1 2 first.c 1 1" "$(python3 -c '
import json
d = json.load(open("both.json"))
for it in d["files"]:
    own = [f for f in d["functions"] if f["file"] == it["file"]]
    for key in "outcomes", "turns":
        for part in "executed", "all":
            if it[key][part] != sum(f[key][part] for f in own): print(it["file"], key, part)
    if it["executed_paths"] != sum(f["executed_paths"] for f in own): print(it["file"], "paths")
print(*[word for it in d["files"] for word in (it["file"], it["called"], it["functions"])])')"
same "files: for people" "20.00 1 5 16.67 16.67 other.c: 1 of 2" "$("$PATHPROF" coverage --by-file both | sed -n '/other.c/p' | xargs)"
same "files: not functions" 0 "$("$PATHPROF" coverage --by-file both | grep -c never)"

# Modes of which it is not.  (Those that follow calls: by-call.sh.)
$CC -O0 -g $(plugin_flags mode=edge) prog.c -o other && ./other 1
same "mode edge" 1 "$("$PATHPROF" coverage other >/dev/null 2>err; echo $?)"
other="pathprof: other was compiled with mode=edge, which counts edges and no paths; ask 'pathprof edges' or 'pathprof lines' (which has --lcov), or compile it with mode=path"
same "mode edge: what it says" "$other" "$(cat err)"
for options in --lcov=- --prime-paths --cobertura=- --per-test; do
    "$PATHPROF" coverage $options other >/dev/null 2>err
    same "mode edge: what it says, $options" "$other" "$(cat err)"
done
check "and that does it" grep -q "^DA:" <("$PATHPROF" lines --lcov=- other)
$CC -O0 -g $(plugin_flags mode=callgraph) prog.c -o calls && ./calls 1
"$PATHPROF" coverage calls >/dev/null 2>err
same "mode callgraph: what it says" "pathprof: calls was compiled with mode=callgraph, which counts calls alone; ask 'pathprof callgraph' or 'pathprof edges', or compile it with mode=path or mode=edge" "$(cat err)"
# A mode that counts paths, and no path that it could count.
$CC -O0 -g $(plugin_flags mode=path functions=main) -x c - -o single -fplugin-arg-pathprof-kouter=2 -fplugin-arg-pathprof-mode=kpath <<'PROG' && ./single || exit 1
int main(int argc, char **argv) { (void)argv; for (int i = 0; i < 4; i++) for (int k = 0; k < argc; k++) argc += i > 8; return 0; }
PROG
"$PATHPROF" coverage single >/dev/null 2>err
same "no path of a function: what it says" "pathprof: single: nothing is measured: no function has paths that are counted" "$(grep -v warning err)"

# A function that has counted what came behind its first path, and not that, has been called: `stats` says so, too.
cat >later.c <<'PROG'
extern void __pathprof_reset(void);
static int never(void) { return 1; }
int main(int argc, char **argv)
{
    int sum = argc > 5 ? never() : 0;
    for (int i = 0; i < 5; i++)
        if (i == 3)
            __pathprof_reset();
    return sum;
}
PROG
for mode in path context; do
    rm -f later.ppda && $CC -O0 $(plugin_flags mode=$mode) later.c -o later && ./later
    same "functions called, mode $mode: as stats has them" "1 of 2 1" \
        "$("$PATHPROF" coverage later 2>/dev/null | sed -n '1s/.*; \(.*\) functions called/\1/p') $("$PATHPROF" stats later | sed -n 's/.*functions called  *//p')"
done

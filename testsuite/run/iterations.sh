# SPDX-License-Identifier: GPL-3.0-or-later
# Mode kpath: the worked examples of doc/modes/kpath.md, the options that say which loop has which k, limits.
. "$SRCDIR/testsuite/lib/script.sh"
modes_page=$SRCDIR/doc/modes/kpath.md
example alternate.c

for flag in "" -flto; do
    build kpath alternate.c -O0 $flag || fail "alternate.c $flag" "it does not run"
    same "the table $flag" "$(printed kpath)" "$(paths_of prog main)"
done
"$PATHPROF" report prog >report
grep -q '^ *loop alternate.c:5 -> 5(true) -> 12(true) | 5(false) -> 9(false) -> 12(true) -> 5 (back)$' report &&
    pass "report shows iterations apart" || fail "report shows iterations apart" "$(cat report)"
"$PATHPROF" show 'main#16' prog | grep -q '(iteration 2)' && pass "show, too" || fail "show, too" "it does not"
same "json, too" "1 1 1 2 2 2 2" "$("$PATHPROF" report --json prog | python3 -c '
import json, sys
paths = json.load(sys.stdin)["paths"]
print(*[s["iteration"] for p in paths if p["number"] in (16, "16") for s in p["route"]])')"
# k = 1 is mode path.
build kpath alternate.c -O0 -- k=1; one=$(paths_of prog main)
$CC -g -O0 $(plugin_flags mode=path) alternate.c -o prog; rm -f prog.ppda; ./prog
same "k=1 is mode path" "$(paths_of prog main)" "$one"

# A loop that contains another, which is collapsed.
example search.c
for flag in -O0 "-O0 -flto" "-O0 -pthread"; do
    build kpath search.c $flag -- kouter=2 || fail "search.c $flag" "it does not run"
    same "search.c: the table $flag" "$(printed search)" "$(paths_of prog main)"
done
"$PATHPROF" report prog | sed -n '/^Repeating/,$p' >patterns
sed -n '/^<!-- pattern: search.c/,/^All/s/^    //p' "$modes_page" | grep -v '^$' >expected
same "report: repeating patterns" "$(cat expected)" "$(cat patterns)"
patterns_of() {
    "$PATHPROF" report --json prog | python3 -c '
import json, sys
for p in json.load(sys.stdin)["patterns"]:
    print(p["loop"], p["k"], p["iterations"], p["followed"], p["windows"], p["branches_per_iteration"], p["decided_per_iteration"])'
}
same "report --json: repeating patterns" "search.c:5 2 2 78 78 2.0 1.0" "$(patterns_of)"
"$PATHPROF" show main#48 prog >shown
grep -q '<- over$' shown && grep -q '(iteration 2)' shown && pass "show: over a collapsed loop" || fail "show: over a collapsed loop" "$(cat shown)"
"$PATHPROF" lines prog >kpath.lines
build edge search.c -O0; "$PATHPROF" lines prog >edge.lines
same "search.c: lines are counted once" "$(cat edge.lines)" "$(cat kpath.lines)"
build kpath search.c -O2 -- kouter=2
case $($CC -dumpversion) in
11*) lanes="no lanes: " ;; # it does not say ranges
*) lanes="hot paths: [1-9]" ;;
esac
$CC -O2 -g $(plugin_flags use=prog report=lanes.json) search.c -o fast 2>err && ./fast && [ ! -s err ] &&
    "$PATHPROF" lanes lanes.json | grep -q "$lanes" && pass "a second compile with collapsed loops" ||
    fail "a second compile with collapsed loops" "$(cat err)"
sed 's/i % 2 \* 2/i % 4/' search.c >four.c
build kpath four.c -O0 -- kouter=2; same "k = 2 sees no pattern of four" "" "$(patterns_of)"
build kpath four.c -O0 -- kouter=3; same "k = 3 does" "four.c:5 3 4 77 77 2.0 1.0" "$(patterns_of)"
# Of a loop that hardly runs there is nothing to tell.
cat >rare.c <<'SOURCE'
static int step(int i) { return i & 1 ? i / 3 : i * 5; }
static int pattern(int n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s += i & 1 ? 7 : step(i);
    return s;
}
int main(int argc, char **argv)
{
    volatile int v = 0;
    v += pattern(11);
    for (int i = 0; argc > 1 && i < 200000; i++)
        v += step(6);
    return !argv;
}
SOURCE
build kpath rare.c -O0; same "a pattern" "rare.c:5 2 2 10 10 2.0 1.0" "$(patterns_of)"
rm prog.ppda; ./prog more; same "that is nothing of the program" "" "$(patterns_of)"
build kpath alternate.c -O0; same "figure 1: the pattern" "alternate.c:5 2 2 198 198 2.5 1.0" "$(patterns_of)"
build kpath four.c -O0 -- kloops=four.c:10:2 k=1 array-limit=0; same "kloops of the outer loop alone" "6 of 10" \
    "$("$PATHPROF" dump --json prog | python3 -c '
import json, sys
main, = json.load(sys.stdin)["functions"]
over = {e["id"] for e in main["edges"] if "over" in e["flags"] and e["from"] != main["entry"]}
paths = [set(p["edges"]) for p in main["paths"]]
print(sum(bool(p & over) for p in paths), "of", len(paths))')"

# Ways out of several loops at once, and into the next iteration of one that is not the innermost.
cat >jumps.c <<'END'
static int find(int a, int b)
{
    int found = 0;
    for (int i = 0; i < 9; i++) {
    next:
        for (int j = 0; j < 5; j++) {
            for (int k = 0; k < 4; k++) {
                if (i * j * k == a)
                    return found;
                if ((i + j + k) % b == 2)
                    goto out;
                if (j == 3 && k == 1 && i++ < 7)
                    goto next;
                found += i ^ k;
            }
            found++;
        }
    out:
        for (int k = 0; k < i; k++)
            found += k;
    }
    return found;
}
int main(void)
{
    int sum = 0;
    for (int a = 0; a < 30; a++)
        sum += find(a, 3 + a % 7);
    return sum == 0;
}
END
# taken MODE: the edges of the program with their counts; how many statements and edges `stats` says were run.
taken() {
    "$PATHPROF" dump --json prog | python3 -c '
import json, sys
edges = []
for f in json.load(sys.stdin)["functions"]:
    edges += [(f["name"], e["from"], e["to"], e["count"]) for e in f["edges"] if e["kind"] != "surrogate"]
print(sum(count for *_, count in edges), edges)'
}
for flag in -O0 -O2; do
    build edge jumps.c $flag; expected=$(taken)
    for options in "kouter=2" "kouter=3 k=1" "kouter=4 k=3 array-limit=0" "kouter=2 update=atomic" "kouter=2 max-paths=60"; do
        build kpath jumps.c $flag -- $options || fail "jumps.c $flag $options" "it does not run"
        same "jumps.c $flag $options: edges are counted once" "$expected" "$(taken)"
        same "jumps.c $flag $options: stats" "${expected%% *}" "$("$PATHPROF" stats --json prog | python3 -c '
import json, sys
run = json.load(sys.stdin)["modes"][0]["execution"]
print(round(run["average_edges"]["active_suffix"] * run["executed_paths"]))')"
    done
done

cat >calls.c <<'END'
#include <stdio.h>
int main(void)
{
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            putchar('.');
    return 0;
}
END
build kpath calls.c -O0 -- kouter=2
"$PATHPROF" stats prog | grep -q 'over several iterations  *2$' && pass "stats: both loops" || fail "stats: both loops" "it does not"
"$PATHPROF" stats prog | grep -q 'collapsed in another  *1$' && pass "stats: one is collapsed" || fail "stats: one is collapsed" "it does not"
build kpath calls.c -O0 -- kouter=2 pending=on
"$PATHPROF" stats prog | grep -q 'they contain loops  *1$' && pass "stats says why" || fail "stats says why" "$("$PATHPROF" stats prog)"
for bad in 0 17 x; do
    $CC -c $(plugin_flags mode=kpath kouter=$bad) calls.c 2>err
    grep -q "option 'kouter' takes a.* number" err && pass "kouter=$bad" || fail "kouter=$bad" "$(cat err)"
done

cat >loops.c <<'END'
static volatile int sink;
static void f(int n)
{
    for (int i = 0; i < n; i++)
        if (i % 2)
            sink++;
        else
            sink += 2;
}
static void g(int n)
{
    for (int j = 0; j < n; j++)
        for (int i = 0; i < j; i++)
            if ((i ^ j) & 1)
                sink++;
}
int main(void)
{
    f(100);
    g(30);
    return 0;
}
END
# ks: line:k:wanted of every loop.
ks() {
    "$PATHPROF" dump --json prog | python3 -c '
import json, sys
for f in json.load(sys.stdin)["functions"]:
    for v in f["vertices"]:
        if "wanted_k" in v:
            print("%d:%d:%d" % (v["lines"][0][1], v["k"], v["wanted_k"]), end=" ")'
}
build kpath loops.c -O1; same "innermost loops have k = 2" "4:2:2 13:2:2 12:1:1 " "$(ks)"
build kpath loops.c -O1 -- kloops=loops.c:5:4,loops.c:13:3,loops.c:12:2
same "kloops" "4:4:4 13:3:3 12:2:2 " "$(ks)"
build kpath loops.c -O1 -- kcover=85; same "kcover" "4:1:1 13:2:2 12:1:1 " "$(ks)"
cp prog measured; cp prog.ppda measured.ppda
build kpath loops.c -O1 -- weights=measured kcover=85; same "kcover by counts" "4:2:2 13:2:2 12:1:1 " "$(ks)"
build kpath loops.c -O1 -- k=4 max-paths=30; same "k falls where there are too many paths" "4:3:4 13:2:4 12:1:1 " "$(ks)"
"$PATHPROF" stats prog | grep -q 'too many paths  *2$' && pass "stats says so" || fail "stats says so" "$("$PATHPROF" stats prog)"
# Which file is meant, and what is said where there is no such loop.
mkdir -p sub && cp loops.c sub
wish() {
    local here=$PWD
    (cd "$1" && shift && $CC -g -O1 "$@" -o "$here/prog" 2>"$here/err") && rm -f prog.ppda && ./prog
    printf '%s%s' "$(ks)" "$(sed -n 's/^\(.*: \)\{0,1\}\(note\|warning\): pathprof: option //p' err)"
}
for file in loops.c ./loops.c sub/loops.c sub/../sub/loops.c ../sub/loops.c "$PWD/sub/loops.c"; do
    same "kloops=$file:5:4" "4:4:4 13:2:2 12:1:1 " "$(wish sub $(plugin_flags mode=kpath kloops=$file:5:4) loops.c)"
    same "kloops=$file:5:4 with -flto" "4:4:4 13:2:2 12:1:1 " "$(wish sub -flto $(plugin_flags mode=kpath kloops=$file:5:4) loops.c)"
done
for file in oops.c other/loops.c "$PWD/loops.c" "$PWD/sub/../loops.c" ../loops.c; do
    same "kloops=$file:5:4 is another file" \
        "4:2:2 13:2:2 12:1:1 'kloops=$file:5:4': no profiled function of this unit is defined in such a file" \
        "$(wish sub $(plugin_flags mode=kpath kloops=$file:5:4) loops.c)"
done
same "as compiled, from elsewhere" "4:4:4 13:2:2 12:1:1 " "$(wish . $(plugin_flags mode=kpath kloops=loops.c:5:4) sub/loops.c)"
check "a file of another unit: a note" grep -q 'note: .*in such a file' \
    <($CC -c $(plugin_flags mode=kpath kloops=other.c:5:4) loops.c 2>&1)
check "of none in the program: a warning" grep -q 'warning: .*no profiled function is defined in such a file' \
    <($CC -flto -O1 $(plugin_flags mode=kpath kloops=other.c:5:4) loops.c -o prog 2>&1)
check "a line without code: a warning" grep -q "warning: .*'kloops=loops.c:900:4': no profiled function has code of that line" \
    <($CC -c $(plugin_flags mode=kpath kloops=loops.c:900:4) loops.c 2>&1)
check "a line in no loop: a warning" grep -q 'warning: .*the code of that line is in no loop' \
    <($CC -c $(plugin_flags mode=kpath kloops=loops.c:$(grep -n 'return' loops.c | tail -n 1 | cut -d: -f1):4) loops.c 2>&1)
for bad in loops.c:3 loops.c:0:2 loops.c:3:17 :3:2 loops.c:3:2,x; do
    $CC -c $(plugin_flags mode=kpath kloops=$bad) loops.c 2>err
    grep -q "option 'kloops': .* is not FILE:LINE:K" err && pass "kloops=$bad" || fail "kloops=$bad" "$(cat err)"
done

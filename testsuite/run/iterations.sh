# SPDX-License-Identifier: GPL-3.0-or-later
# Mode kpath: the worked example of doc/modes.md, the options that say which loop has which k, limits.
. "$SRCDIR/testsuite/lib/script.sh"
example alternate.c

for flag in "" -flto; do
    build kpath alternate.c -O0 $flag || fail "alternate.c $flag" "it does not run"
    same "the table of modes.md $flag" "$(printed kpath)" "$(paths_of prog main)"
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
same "kloops" "4:4:4 13:3:3 12:1:2 " "$(ks)"
"$PATHPROF" stats prog | grep -q 'they contain loops  *1$' && pass "stats says why" || fail "stats says why" "it does not"
build kpath loops.c -O1 -- kcover=85; same "kcover" "4:1:1 13:2:2 12:1:1 " "$(ks)"
cp prog measured; cp prog.ppda measured.ppda
build kpath loops.c -O1 -- weights=measured kcover=85; same "kcover by counts" "4:2:2 13:2:2 12:1:1 " "$(ks)"
build kpath loops.c -O1 -- k=4 max-paths=30; same "k falls where there are too many paths" "4:3:4 13:2:4 12:1:1 " "$(ks)"
"$PATHPROF" stats prog | grep -q 'too many paths  *2$' && pass "stats says so" || fail "stats says so" "$("$PATHPROF" stats prog)"
for bad in loops.c:3 loops.c:0:2 loops.c:3:17 :3:2 loops.c:3:2,x; do
    $CC -c $(plugin_flags mode=kpath kloops=$bad) loops.c 2>err
    grep -q "option 'kloops': .* is not FILE:LINE:K" err && pass "kloops=$bad" || fail "kloops=$bad" "$(cat err)"
done

# SPDX-License-Identifier: GPL-3.0-or-later
# insights: each kind where it was planted, and none where the same branches are taken as often by chance.
. "$SRCDIR/testsuite/lib/script.sh"
source=$SRCDIR/testsuite/tool/insights.c
cp "$source" planted.c
line() { grep -n "/\* $1 \*/" planted.c | cut -d: -f1; }

# made NAME FLAGS OPTION...
made() {
    rm -f $1.ppda
    $CC -g -O0 $2 $(plugin_flags "${@:3}") planted.c -o $1 && ./$1 >/dev/null || { fail "$1" "does not run"; exit 0; }
    "$PATHPROF" insights --json --all --least=0.01 $1 >$1.json || fail "$1" "insights"
    "$PATHPROF" insights --all --least=0.01 $1 >$1.txt
}
kinds() { python3 "$SRCDIR/testsuite/tool/insights.py" kinds $1.json | sort; }
# planted PROGRAM KIND FUNCTION LINE
planted() { check "$1: $2" grep -qx "$2 $3 $4" <<<"$(kinds $1)"; }

made path "" mode=path
planted path decides decides $(line 'decides: branch')
planted path iteration iterations $(line 'iteration: branch')
planted path one-path one_path $(grep -n 'void one_path' planted.c | cut -d: -f1)
planted path error-path errors $(line 'error-path: call')
made kpath "" mode=kpath k=5
planted kpath alternates alternates $(line 'alternates: branch')
planted kpath pattern alternates $(($(line 'alternates: branch') - 1))
planted kpath repeats repeats $(line 'repeats: loop')
planted kpath decides decides $(line 'decides: branch')
made context "" mode=context
planted context caller called $(line 'caller: branch')
planted context decides decides $(line 'decides: branch')

# What is said of them, with the counts that the program has by definition.
counts() { python3 -c '
import json, sys
for it in json.load(open(sys.argv[1]))["insights"]:
    if it["kind"] == sys.argv[2]:
        print(it["holds"], it["of"], it.get("number", ""), *[(t["holds"], t["of"]) for t in it.get("told", [])][:1])
        break' $1.json $2; }
same "repeats: three times" "4000 4000 3" "$(counts kpath repeats)"
same "iteration: the first of ten" "40000 40000  (36000, 36000)" "$(counts path iteration)"
same "caller: who always does" "4000 4000  (4000, 4000)" "$(counts context caller)"
same "alternates: nine of ten are known" "76000 76000  (40000, 40000)" "$(counts kpath alternates)"
same "one path: seven in ten" "1" "$(python3 -c '
import json
print(*[1 for it in json.load(open("path.json"))["insights"] if it["kind"] == "one-path"
        and 70 < 100 * it["holds"] / it["of"] < 85 and 15 < it["expected_percent"] < 25])')"
check "a sentence" grep -q "decides: the branch at planted.c:$(line 'decides: cause') decides the one at $(line 'decides: branch'), in 100.00 % of 4000 times" path.txt
"$PATHPROF" report --all --json path >report.json
same "the counts are those of the paths" "compared 10" \
    "$(python3 "$SRCDIR/testsuite/tool/insights.py" counts path.json report.json)"

# Independent branches, taken as often: nothing but the errors, which are as many.
for options in mode=path 'mode=kpath k=5' mode=context mode=piecewise; do
    made chance -DINDEPENDENT $options
    same "by chance, $options" "error-path" "$(kinds chance | cut -d' ' -f1 | sort -u | xargs)"
done

# The same of a profile as it was, and with the counts that independent branches would give: of all insights, however small.
objects=$(cd "$SRCDIR/plugin" && ls tool/*/*.c input/*.c input/*/*.c core/*/*.c | sed "s|\(.*\)c\$|$HOST_OBJDIR/plugin/\1o|")
${HOST_CC:-$CC} -std=gnu11 -O1 -Wall -Wextra -Werror -I"$SRCDIR" -I"$SRCDIR/plugin" "$SRCDIR/testsuite/tool/independent.c" $objects \
    "$HOST_OBJDIR/web-assets.o" -o independent -lelf -ldw -ljansson -lgmp -lz -lstdc++ -lm -ldl || exit 1
same "as it was, and by chance" "decides 5 iteration 1 one-path 1 error-path 1|error-path 1" \
    "$(./independent path | sed 's/.*; //' | paste -sd'|')"

# A loop that is repeated twice in 57 of 60 times, and once in 3.
cat >slack.c <<'PROG'
static volatile int x;
static void loop(int n) { for (int i = 0; i < n; i++) x++; }
int main(void) { for (int i = 0; i < 60; i++) loop(i % 20 == 0 ? 1 : 2); return 0; }
PROG
$CC -g -O0 $(plugin_flags mode=kpath k=5) slack.c -o slack && ./slack || exit 1

# Many functions whose branches are independent, each executed a few times: nothing is told of any, however small.
for seed in 1 3; do
    python3 "$SRCDIR/testsuite/tool/chance.py" $seed 150 >many.c
    for options in mode=path 'mode=kpath k=5' mode=path-context mode=context; do
        rm -f many.ppda
        $CC -g -O0 $(plugin_flags $options) many.c -o many && ./many || exit 1
        same "chance alone, seed $seed, $options" "" "$("$PATHPROF" insights --all --json --least=0.000001 --chance=6 --times=20 -x '^main$' many |
            python3 -c 'import json, sys; print(*[i["text"] for i in json.load(sys.stdin)["insights"]])')"
    done
done

# Options: each threshold, on its two sides.
least() { "$PATHPROF" insights --all --json --least=0.01 "${@:3}" $1 | grep -c "\"kind\": \"$2\""; }
same "--one-path" "1 0" "$(least path one-path --one-path=70) $(least path one-path --one-path=90)"
same "--repeats" "1 0" "$(least kpath repeats -f "^repeats$" --repeats=90) $(least slack repeats --repeats=99.9)"
same "--pattern" "1 1 0" "$(least kpath pattern --pattern=100) $(least kpath pattern --times=100) $(least kpath pattern --times=1000000)"
same "--error-paths" "1 0" "$(least path error-path --error-paths=50) $(least path error-path --error-paths=0.01)"
same "--times" "1 0" "$(least kpath repeats -f "^repeats$" --times=4000) $(least kpath repeats -f "^repeats$" --times=4001)"
same "--chance: a loop that was entered 60 times" "1 0" "$(least slack repeats --chance=6 --repeats=80) $(least slack repeats --chance=60 --repeats=80)"
same "--errors" "0" "$("$PATHPROF" insights --json --errors=nothing path | grep -c error-path)"
same "--errors: no expression" 2 "$("$PATHPROF" insights --errors='(' path >/dev/null 2>err; echo $?)"
check "--errors: what it says" grep -q "^pathprof: --errors=(: " err
same "--least" "0" "$("$PATHPROF" insights --json --least=100 path | grep -c '"kind"')"
same "--function" "decides" "$("$PATHPROF" insights --json --function=decides path | grep -o '"function": "[a-z]*"' | cut -d'"' -f4 | sort -u | xargs)"
same "-n" "2" "$("$PATHPROF" insights --json -n 2 path | grep -c '"kind"')"
$CC -g $(plugin_flags mode=edge) planted.c -o edge && ./edge >/dev/null
same "mode edge has no paths" 1 "$("$PATHPROF" insights edge >/dev/null 2>err; echo $?)"

# What is of one loop stands together, by weight otherwise; branches that nothing written tells apart are said to be so.
cat >loops.c <<'PROG'
#include <stdlib.h>
#define BOTH(x) do { if (x) s += 2; if (x) s -= 1; } while (0)
static volatile int s;
int main(void)
{
    for (int r = 0; r < 300; r++) {
        int tail = 0;
        for (int i = 0; i < 12; i++) {
            if (i == 0) s += r; else s++;
            s *= 3;
            if (!tail) s ^= 9; else s--;
            tail = 1;
            for (int k = 0; k < 30; k++)
                BOTH(rand() & 1024 ? r & 1 : r & 2);
        }
        int even = rand() & 64;
        BOTH(even);
    }
    return 0;
}
PROG
$CC -O0 -g $(plugin_flags mode=path) loops.c -o loops && ./loops || exit 1
"$PATHPROF" insights --json --all --least=0.01 loops >loops.json
same "together: what is of one loop" "" "$(python3 - <<'PYTHON'
import json
rows = json.load(open("loops.json"))["insights"]
led = [r for n, r in enumerate(rows) if r["leader"] != n + 1]
if not led:
    print("no loop has two")
weights = [r["weight"] for n, r in enumerate(rows) if r["leader"] == n + 1]
if weights != sorted(weights, reverse=True):
    print("order", weights)
for n, r in enumerate(rows):
    first = r["leader"] - 1
    if first > n or any(rows[i]["leader"] != first + 1 for i in range(first, n + 1)):
        print("apart", n, first)
    if r["leader"] != n + 1 and (r["kind"] not in ("iteration", "repeats", "pattern") or r["weight"] > rows[n - 1]["weight"]):
        print("led", r["kind"])
PYTHON
)"
check "together: for people" grep -qE "^ +[0-9]+ +[0-9.]+ +[0-9.]+  \(same loop\) main: whether it is the first iteration of the loop" <("$PATHPROF" insights --least=0.01 loops)
check "branches alike" grep -qE 'branch 1 of 2 at loops.c:17 decides branch 2 there' <("$PATHPROF" insights --all --least=0.01 loops)
cat >alike.c <<'PROG'
#include <stdlib.h>
#define ADD(x) do { if ((x) == 1) s += 2; if ((x) == 2) s -= 1; } while (0)
static volatile int s;
int main(void)
{
    for (int i = 0; i < 3000; i++) {
        int v = 1 + rand() / 64 % 3;
        ADD(v);
        if (v == 2) s ^= 1;
    }
    return 0;
}
PROG
$CC -O0 -g $(plugin_flags mode=path) alike.c -o alike && ./alike || exit 1
check "branches alike: which of them" grep -q 'main: branch 2 of 2 at alike.c:8 decides the one at 9, in 100.00 %' <("$PATHPROF" insights alike)

# A loop that is left at once on two paths: what both executed, and the one that executed more.
cat >left.c <<'PROG'
static volatile int x;
static void left(int odd, int n)
{
    if (odd) { x++; x++; x++; x++; }
    while (n-- > 0) x++;
    x++;
}
int main(void)
{
    for (int i = 0; i < 1000; i++)
        left(i % 30 != 0, i % 50 == 0 ? 40 : 0);
    return 0;
}
PROG
$CC -O0 -g $(plugin_flags mode=path) left.c -o left && ./left || exit 1
"$PATHPROF" insights --json --all --least=0.01 -f '^left$' left >left.json
"$PATHPROF" report --json --all left >left-report.json
same "a loop that is left: its paths" "980 1000 True True" "$(python3 - <<'PYTHON'
import json
it = [i for i in json.load(open("left.json"))["insights"] if i["kind"] == "repeats"][0]
paths = [p for p in json.load(open("left-report.json"))["paths"] if p["function"] == "left"
         and p["route"][0]["outcome"] == "" and p["route"][-1]["outcome"] == "return"]
work = {"left#%s" % p["number"]: p["count"] * p["statements"] for p in paths}
print(it["holds"], it["of"], len(paths) == 2 and it["statements"] == sum(work.values()), it["path"] == max(work, key=work.get))
PYTHON
)"

# Where the branch that is told is in another file, its line alone would mislead.
echo 'static inline __attribute__((always_inline)) int told(int n) { int s = 4;
    if (n) s++;
    return s; }' >told.h
cat >teller.c <<'PROG'
#include <stdlib.h>
#include "told.h"
int main(void)
{
    int s = 0;
    for (int i = 0; i < 2000; i++) {
        int n = rand() & 64;
        if (n) s += 3; else s -= 2;
        s ^= told(n);
    }
    return s == 5;
}
PROG
$CC -O0 -g $(plugin_flags mode=path) teller.c -o teller && ./teller || exit 1
check "a branch in another file" grep -q 'main: the branch at teller.c:8 decides the one at told.h:2, in 100.00 % of 2000 times' <("$PATHPROF" insights teller)

# Of the absolute name of a file that does not lie below where it was compiled, as much as tells the file from others;
# JSON has all of it besides.
mkdir -p one/part two && cp told.h one/part/told.h && cp told.h two/told.h && sed 's/told(/other(/' two/told.h >two/other.h
sed "s|\"told.h\"|\"$PWD/one/part/told.h\"|; s|^int main|#define told other\n#include \"$PWD/two/told.h\"\n#undef told\n&|; s|told(n);|told(n) + other(n);|" teller.c >one/teller.c
(all=$PWD && mkdir -p three && cd three && $CC -O0 -g $(plugin_flags mode=path) "$all/one/teller.c" -o ../absolute) && ./absolute || exit 1
"$PATHPROF" insights --least=0.01 absolute >absolute.txt
check "absolute names: the end" grep -q 'main: the branch at teller.c:[0-9]* decides the one at part/told.h:2, in 100.00 %' absolute.txt
check "absolute names: as much as tells" grep -qE '(branch|one) at two/told.h:2' absolute.txt
same "absolute names: nothing else" "" "$(grep -F "$PWD" absolute.txt)"
check "absolute names: JSON" grep -qF "\"file\": \"$PWD/one/part/told.h\"" <("$PATHPROF" insights --json --least=0.01 absolute)

# What production does and tests do not: one planted path, with what it executed.
cat >server.c <<'PROG'
#include <stdlib.h>
static int serve(int n, int odd)
{
    int s = 0;
    if (n > 3)
        s++;
    if (odd)
        s += 2;
    return s;
}
static int tested(int n)
{
    return n > 3 ? n : 4;
}
int main(int argc, char **argv)
{
    int s = 0;
    for (int i = 0; i < 1000; i++)
        s += serve(argc > 1 ? 5 : i % 2 ? 5 : 1, argc > 1 ? i % 4 == 0 : i % 2 == 0) + tested(i % 8);
    return s == 5 && argv;
}
PROG
$CC -O0 -g $(plugin_flags mode=path) server.c -o server || exit 1
PATHPROF_FILE=tests.ppda ./server && PATHPROF_FILE=production.ppda ./server x || exit 1
untested() { "$PATHPROF" insights --all --least=0.01 --json "$@" | python3 -c '
import json, sys
for it in json.load(sys.stdin)["insights"]:
    if it["kind"] == "untested" and it["function"] != "main": print(it["function"], it["number"], it["text"].split("(", 1)[1].split(") is")[0])'; }
same "untested: the planted path alone" "serve 250 server.c:5(true), then server.c:7(true)" "$(untested --tests=tests.ppda server production.ppda)"
same "untested: the tests themselves" "" "$(untested --tests=tests.ppda server tests.ppda)"
same "untested: not asked for" "" "$(untested server production.ppda)"
"$PATHPROF" insights --tests=none.ppda server production.ppda >out 2>err
same "untested: no such file" "1 pathprof: none.ppda: No such file or directory" "$? $(cat err)"
"$PATHPROF" html --tests=none.ppda server production.ppda -o report >out 2>err
same "untested: html: no such file" "1 0 pathprof: none.ppda: No such file or directory" "$? $(ls report 2>/dev/null | wc -l) $(cat err)"
# Modes whose paths are no functions' tell the same.
"$PATHPROF" insights --all --json --tests=tests.ppda server production.ppda >functions.json
of_tests() { python3 -c '
import json, sys
for it in json.load(open(sys.argv[1]))["insights"]:
    if it["kind"] == "untested": print(it["function"], it["number"], it["statements"], it["file"], it["line"], it["text"])' $1; }
for mode in path-context context context-values piecewise-values; do
    $CC -O0 -g $(plugin_flags mode=$mode) server.c -o across || exit 1
    rm -f across.*.ppda
    PATHPROF_FILE=across.tests.ppda ./across && PATHPROF_FILE=across.production.ppda ./across x || exit 1
    "$PATHPROF" insights --all --json --tests=across.tests.ppda across across.production.ppda >across.json
    same "untested: mode $mode" "$(of_tests functions.json)" "$(of_tests across.json)"
done
$CC -O0 -g $(plugin_flags mode=piecewise) server.c -o pieces && ./pieces || exit 1
"$PATHPROF" insights --tests=pieces.ppda pieces >out 2>err
same "untested: mode piecewise" "1 pathprof: pieces: in mode piecewise what a function did before a call and behind it is on different paths" "$? $(sed 's/,.*//' err)"

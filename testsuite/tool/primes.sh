# SPDX-License-Identifier: GPL-3.0-or-later
# coverage --prime-paths: the paths by definition, and which ran, as gcov of GCC 15 says.
. "$SRCDIR/testsuite/lib/script.sh"
cat >prog.c <<'PROG'
#include <stdlib.h>
int f(int n){
    int s = 0;
    for (int i = 0; i < n; i++) {
        if (i & 1)
            s += 2;
        else
            s -= 1;
        if (s > 3)
            break;
    }
    if (s == 77)
        abort();
    return s;
}
int main(int argc, char **argv){ return f(argc > 1 ? atoi(argv[1]) : 5) == 50; }
PROG
for mode in path kpath; do
    $CC -O0 -g $(plugin_flags mode=$mode) prog.c -o $mode && ./$mode || exit 1
    "$PATHPROF" coverage --prime-paths --all --json -f '^f$' $mode >$mode.json
done
# What `gcov-15 -e --json-format` (15.3.0) says is not covered when f(5) has run: blocks.  28 prime paths, 12 covered.
cat >expected <<'GCOV'
2 9 3 4 6 7 10 11
2 9 3 4 6 7 10 12 13
2 9 3 4 6 8
2 9 3 5 6 7 10 11
2 9 3 5 6 7 10 12 13
2 9 10 11
2 9 10 12 13
3 4 6 8 9 10 11
3 4 6 8 9 10 12 13
3 5 6 8 9 10 11
4 6 8 9 3 4
5 6 8 9 3 5
8 9 3 4 6 7 10 11
8 9 3 4 6 7 10 12 13
8 9 3 5 6 7 10 11
8 9 3 5 6 7 10 12 13
GCOV
blocks() { python3 -c 'import json, sys
it = json.load(open(sys.argv[1]))["prime_paths"]["functions"][0]
print(it["all"], it["covered"], it["missing"] + it["impossible"], it["unknown"])
for p in it["paths"]: print(*p["blocks"])' "$1"; }
for mode in path kpath; do blocks $mode.json >$mode.blocks; done
graph=$(head -1 kpath.blocks)
if [ "${graph%% *}" = 28 ]; then
    same "mode kpath: gcov's verdict" "28 12 16 0" "$graph"
    same "mode kpath: the same are missing" "$(cat expected)" "$(tail -n +2 kpath.blocks)"
    same "mode path: what counts cannot tell" "28 9 13 6" "$(python3 -c '
import json
r = json.load(open("path.json"))["prime_paths"]["functions"][0]
print(r["all"], r["covered"], r["missing"] + r["impossible"], r["unknown"])')"
    same "mode path: what is missing is, and what is not known is both" "True True" "$(python3 - <<'PYTHON'
import json
a, b = ({(tuple(p["blocks"]), p["known"]) for p in json.load(open(m + ".json"))["prime_paths"]["functions"][0]["paths"]} for m in ("path", "kpath"))
missing = {p for p, known in b}
known = {p for p, k in a if k}
unknown = {p for p, k in a if not k}
print(known <= missing <= known | unknown, bool(unknown - missing) and bool(unknown & missing))
PYTHON
)"
else
    fail "gcov's verdict" "another graph: $graph"
fi

# By definition, of the graph that gcov of this compiler knows: simple paths that are part of no longer one.
dump=$(command -v gcov-dump-"$($CC -dumpversion)" || command -v gcov-dump) || dump=
cat >primes.py <<'PYTHON'
import json, re, sys
dump, ours = sys.argv[1:]
graphs, blocks = {}, None
for line in open(dump):
    if "FUNCTION" in line:
        blocks = graphs.setdefault(re.search(r"`(\w+)'", line).group(1), {})
    found = re.search(r":BLOCKS (\d+)", line)
    if found:
        blocks.update({b: [] for b in range(2, int(found.group(1)))})
    found = re.search(r"block (\d+): ((?:\d+:[0-9a-f]{4}.*)+)$", line)
    if found and int(found.group(1)) > 1:
        blocks[int(found.group(1))] += [int(to) for to, flags in re.findall(r"(\d+):([0-9a-f]{4})", found.group(2))
                                        if int(to) > 1 and not int(flags, 16) & 2]
compared = total = 0
for function in json.load(open(ours))["prime_paths"]["functions"]:
    graph, simple = graphs[function["function"]], set()
    stack = [(b,) for b in graph]
    while stack:
        path = stack.pop()
        simple.add(path)
        for to in graph[path[-1]]:
            if to == path[0]:
                simple.add(path + (to,))
            elif to not in path:
                stack.append(path + (to,))
    prime = simple - {p[1:] for p in simple} - {p[:-1] for p in simple}
    got = {tuple(p["blocks"]) for p in function["paths"]}
    if len(prime) != function["all"] or not got <= prime:
        print(function["function"], len(prime), function["all"], sorted(got - prime)[:3])
    compared += 1
    total += len(prime)
print("compared", compared, total > 100)
PYTHON
sed 's/int main/int prog_main/' prog.c >all.c
cat "$SRCDIR/testsuite/tool/golden/sample.c" >>all.c
cat >>all.c <<'PROG'
int nest(int n)
{
    int s = 0;
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < i; k++) {
            if (k & 1) s++;
            else if (k & 2) continue;
            do { s += k | 1; if (s > 90 && n) goto out; } while (s & 1);
        }
        switch (s & 3) { case 0: s++; break; case 1: s--; /* on */ case 2: if (i == 7) return s; break; }
    }
out:
    while (s > 10) s -= 3;
    return s;
}
int alone(void) { return 3; }
int endless(int n) { for (;;) if (n-- < 0) exit(0); }
PROG
if [ -n "$dump" ]; then
    $CC -O0 --coverage -c all.c -o all.o && "$dump" -l all.gcno >all.dump || exit 1
    $CC -O0 -g $(plugin_flags mode=path) all.c -o all && ./all >/dev/null || exit 1
    "$PATHPROF" coverage --prime-paths --all --json all >all.json
    same "by definition" "True True" "$(python3 primes.py all.dump all.json | tee said | sed "s/^compared \([0-9]*\) \(.*\)/\1 \2/" | { read -r n more; [ "$n" -ge 6 ] && echo True "$more" || cat said; })"
    same "by definition: nothing differs" 1 "$(python3 primes.py all.dump all.json | wc -l)"
else
    unsupported "by definition" "no gcov-dump"
fi

# Collapsed loops are one step of the loop around them: what goes through them is not known, rather than missing.
sed 's/int prog_main/int main/; /^int main(void)/,/^}/d' all.c | sed '/^int nest/,$!d' >nest.c
echo 'int main(void) { return nest(6) + nest(9) == 5; }' >>nest.c
sed -i '1i #include <stdlib.h>' nest.c
for options in 'mode=kpath' 'mode=kpath kouter=2'; do
    rm -f nest.ppda
    $CC -O0 -g $(plugin_flags $options) nest.c -o nest && ./nest || exit 1
    "$PATHPROF" coverage --prime-paths --all --json -f '^nest$' nest >"nest-${options#* }.json"
done
same "collapsed loops: nothing is missing that ran" "True True" "$(python3 - <<'PYTHON'
import json
a, b = ({(tuple(p["blocks"]), p["known"]) for p in json.load(open("nest-%s.json" % m))["prime_paths"]["functions"][0]["paths"]} for m in ("mode=kpath", "kouter=2"))
print({p for p, known in b if known} <= {p for p, known in a}, len(b) > 10)
PYTHON
)"

# What one iteration after another surely did, by counts: of 5 crossings 5 came by the only way through, and went on by it.
cat >always.c <<'PROG'
int main(int argc, char **argv)
{
    int s = 0;
    for (int i = 0; i < 5; i++) {
        if (argc)
            s++;
        else
            s--;
    }
    return s == 9;
}
PROG
$CC -O0 -g $(plugin_flags mode=path) always.c -o always && ./always || exit 1
check "nothing is left open" grep -q ' 0 not known$' <("$PATHPROF" coverage --prime-paths always)
check "text" grep -qE '^missing   main [0-9]+: always.c:.*[0-9]+\(false\)' <("$PATHPROF" coverage --prime-paths always)

# A loop whose head has no block of its own: the graph got it when it was made canonical, and paths end there.
cat >heads.c <<'PROG'
struct var { int end; };
struct state { short n; int pc; struct var *vars; };
static struct var *place(struct state *s, int n) { return s->vars ? &s->vars[n] : 0; }
static void drop(struct state *s, int level)
{
    s->pc -= s->n - level;
    while (s->n > level) {
        struct var *v = place(s, --s->n);
        if (v)
            v->end = s->pc;
    }
}
int main(void)
{
    struct var vars[4];
    struct state s = {3, 7, vars};
    drop(&s, 0);
    drop(&s, 0);
    return 0;
}
PROG
for mode in path kpath; do
    rm -f heads.ppda
    $CC -O0 -g $(plugin_flags mode=$mode) heads.c -o heads && ./heads || exit 1
    same "a head without a block, mode $mode: gcov's verdict" "11 7 4 0" "$("$PATHPROF" coverage --prime-paths --all -f '^drop$' heads | awk '$NF == "drop" { print $1, $2, $3, $4 }')"
done

# What cannot run is told apart from what is missing, with all that can run covered; behind a back edge as well.
cat >cannot.c <<'PROG'
#include <stdlib.h>
int flag(int n)
{
    int r = 0, s = 0;
    if (n > 10)
        r = -1;
    if (r)
        s = 1;
    return s;
}
int once(int n)
{
    int first = 1, s = 0;
    do {
        if (first)
            s += 3;
        else
            s--;
        first = 0;
    } while (--n > 0);
    return s;
}
int main(int argc, char **argv)
{
    int s = flag(5) + flag(20);
    for (int i = 1; i < (argc > 1 ? atoi(argv[1]) : 4); i++)
        s += once(i);
    return s == 50;
}
PROG
if [ "$($CC -dumpversion | cut -d. -f1)" -lt 12 ]; then
    unsupported "cannot run" "GCC 11 has no ranges of values"
else
    for mode in path kpath; do
        $CC -O0 -g $(plugin_flags mode=$mode) cannot.c -o cannot && ./cannot || exit 1
        "$PATHPROF" coverage --prime-paths --all cannot >cannot.txt
        same "cannot run, mode $mode: two ways through two tests" "4 2 0 0 2" "$(awk '$NF == "flag" { print $1, $2, $3, $4, $5 }' cannot.txt)"
        same "cannot run, mode $mode: which" "true false|false true" "$("$PATHPROF" coverage --prime-paths --impossible --all -f '^flag$' cannot |
            sed -n 's/^cannot .*5(\([a-z]*\)).* 7(\([a-z]*\)).*/\1 \2/p' | sort -r | paste -sd'|')"
        check "cannot run, mode $mode: not listed as missing" sh -c '! grep -q "^[a-z]* *flag " cannot.txt'
        "$PATHPROF" coverage --prime-paths --all --json cannot >cannot.json
        # That the first iteration does not go the other way is not told: it comes from no branch.
        same "cannot run, mode $mode: behind a back edge the first iteration is over" "True True 1" "$(python3 - <<'PYTHON'
import json
rows = {r["function"]: r for r in json.load(open("cannot.json"))["prime_paths"]["functions"]}
row = rows["once"]
cannot = [p["text"] for p in row["paths"] if not p["possible"]]
print(row["impossible"] == len(cannot) > 0, all("20 15(true)" in t for t in cannot), row["missing"])
PYTHON
)"
        same "cannot run, mode $mode: what is told sums up" "" "$(python3 -c '
import json
for r in json.load(open("cannot.json"))["prime_paths"]["functions"]:
    if r["all"] != r["covered"] + r["missing"] + r["unknown"] + r["impossible"] or r["all"] - r["covered"] != len(r["paths"]): print(r)')"
    done
    $CC -O0 -g $(plugin_flags mode=path impossible=off) cannot.c -o anything && ./anything
    same "cannot run: not asked for" "4 2 2 0 0" "$("$PATHPROF" coverage --prime-paths --all anything | awk '$NF == "flag" { print $1, $2, $3, $4, $5 }')"
fi

# More than anybody can count; and what it does not go with.
{ echo 'int many(int n) { int s = 0;'; for i in $(seq 30); do echo "if (n & $((1 << i % 20))) s += $i;"; done; echo 'return s; } int main(void) { return many(3) == 1; }'; } >many.c
$CC -O0 -g $(plugin_flags mode=path) many.c -o many && ./many || exit 1
check "too many" grep -q '; 1 function with more than 250000 left out$' <("$PATHPROF" coverage --prime-paths many)
same "a gate" "0 3 2" "$(for gate in 63 64; do "$PATHPROF" coverage --prime-paths --fail-under=$gate -f '^drop$' heads >/dev/null 2>err; echo $?; done | xargs) $("$PATHPROF" coverage --prime-paths --fail-under=1 --measure=paths always >/dev/null 2>&1; echo $?)"
same "a gate: what it says" "pathprof: heads: 63.64 % of the prime paths are covered, less than 64 %" "$("$PATHPROF" coverage --prime-paths --fail-under=64 -f '^drop$' heads 2>&1 >/dev/null)"
same "with --sarif" "2 pathprof: coverage: --prime-paths goes with --json, --impossible, --fail-under, -n, -m, -a and filters alone" "$("$PATHPROF" coverage --prime-paths --sarif=- always >/dev/null 2>err; echo $?) $(cat err)"

# SPDX-License-Identifier: GPL-3.0-or-later
# coverage of modes whose paths are not those of single functions: as functions' own paths it is that of mode path, turn by
# turn and with all counts; and by calls it is what copies of the functions have, one for each call.
. "$SRCDIR/testsuite/lib/script.sh"
cat >ways.c <<'PROG'
#include <stdlib.h>
#include <setjmp.h>
int extern_one(int n);
static jmp_buf env;
static int leaf(int n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        if (i & 1)
            s += 2;
        else if (i == 8)
            break;
        else
            s--;
    return n > 3 ? s : -s;
}
static int fact(int n)
{
    if (n < 2)
        return 1;
    if (n == 9)
        longjmp(env, 1);
    return n * fact(n - 1) + leaf(n);
}
static int even(int n);
static int odd(int n) { return n == 0 ? 0 : even(n - 1); }
static int even(int n) { return n == 0 ? 1 : odd(n - 1); }
static int mid(int a, int b)
{
    int r = 0;
    if (a > b)
        r += leaf(a);
    else
        r -= leaf(b);
    r += r & 1 ? leaf(2) : 1;
    if (a == 3)
        r += even(b);
    return r + extern_one(r);
}
static int other(int a)
{
    while (a-- > 0)
        if (mid(a, 2) > 3)
            leaf(a);
    return a;
}
static int (*volatile calls[])(int) = {leaf, other, fact};
int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 5, s = 0;
    if (n == 77)
        exit(mid(n, 2) & 1);
    if (setjmp(env))
        return other(3) == 77;
    for (int i = 0; i < n; i++) {
        s += i % 3 == 0 ? mid(i, n) : mid(n, i);
        s += calls[i % 3](i);
    }
    return s == 1000;
}
PROG
cat >unit.c <<'PROG'
static int twice(int n) { return n > 2 ? 2 * n : n; }
int extern_one(int n) { return n & 1 ? twice(n) : twice(-n); }
PROG
cat >throws.cc <<'PROG'
#include <cstdlib>
struct E { int v; };
static int thrower(int n)
{
    for (int i = 0; i < n; i++)
        if (i == 4)
            throw E{i};
    return n;
}
static int guard(int n)
{
    int r = 0;
    try {
        r = thrower(n);
        if (r > 2)
            r++;
    } catch (E &e) {
        r = e.v;
        if (r == 4)
            r += thrower(1);
    }
    return r > 3 ? r : -r;
}
struct B { virtual int f(int n) { return n > 1 ? guard(n) : 0; } virtual ~B() {} };
struct D : B {
    int f(int n)
    {
        int s = 0;
        while (n--)
            s += guard(n);
        return s;
    }
};
int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 6;
    B b;
    D d;
    B *p = n & 1 ? &b : &d;
    int r = p->f(n);
    for (int i = 0; i < n; i++)
        r += guard(i);
    return r == 12345;
}
PROG
# What longjmp comes back to has callers, which go on: their paths do not end, however many others do.
cat >catches.c <<'PROG'
#include <stdlib.h>
#include <setjmp.h>
static jmp_buf inner, outer;
static int throws(int n, int deep)
{
    int s = 0;
    if (n % 3 == 1)
        longjmp(inner, 1);
    for (int i = 0; i < n; i++) {
        s += i & 1 ? 3 : i;
        if (i == 5 && deep)
            longjmp(outer, 1);
        if (i == 9)
            exit(s == 77);
    }
    return s;
}
static int between(int n, int deep)
{
    int s = n > 4 ? 1 : 2;
    while (s < 4)
        s += throws(n, deep) > 3 ? 2 : 1;
    return s & 1 ? s : -s;
}
static int catches(int n, int deep)
{
    int again = setjmp(inner);
    if (again)
        return deep ? throws(2, deep) : -1;
    return between(n, deep) + between(n / 2, deep);
}
static int calls(int n, int deep)
{
    int r = 0;
    if (n > 2)
        r = 1;
    for (int i = 0; i < 2; i++)
        r += catches(n + i, deep);
    return r > 0 ? r : 0;
}
static int first(int n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        if (setjmp(outer) == 0)
            s += i & 1 ? calls(i, 0) : calls(i, 1);
        else
            s -= calls(2, 1);
    return s > 3 ? s : -s;
}
int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 6;
    return (n > 5 ? first(n) : first(n + 1)) == 4711;
}
PROG
# Without what only paths over calls tell, and without the names of paths, which other modes have not.
plain='
import json, sys
d = json.load(sys.stdin)
for key in "calls", "turns_by_call", "contexts":
    del d["all"][key]
for m in d["missing"]:
    del m["path"]
print(json.dumps([d[key] for key in ("all", "files", "functions", "missing", "tests")], indent=1))'
covered() { # OUTPUT COMPILER SOURCES OPTIONS
    rm -f p.ppda "$1"
    $2 -g $FLAGS $(plugin_flags $4 $PENDING) $3 -o p || return
    ./p && ./p 12 && ./p 3 && ./p 77
    "$PATHPROF" coverage --all --json p 2>"$1.err" | python3 -c "$plain" >"$1"
}
conserved() { # NAME COMPILER SOURCES
    covered expected "$2" "$3" mode=path
    check "$1: something ran" grep -q '"called": [1-9]' expected
    for options in mode=context mode=context-values mode=piecewise-values mode=path-context "${@:4}" \
        'mode=context loops=context' 'mode=context recursion=context' 'mode=context-values max-paths=100000'; do
        covered got "$2" "$3" "$options"
        same "$1, $options: as mode path" "$(cat expected)" "$(cat got)"
    done
}
FLAGS=-O0 PENDING=pending=on # what is left by longjmp or exit is counted then
conserved "two units" $CC "ways.c unit.c"
conserved "setjmp below callers" $CC catches.c
PENDING=
conserved "exceptions" $CXX throws.cc 'mode=context wide=1'
PENDING=pending=on
FLAGS=-O1
conserved "two units, optimised" $CC "ways.c unit.c"
FLAGS="-O2 -flto"
conserved "-flto" $CC "ways.c unit.c"
FLAGS=-O0

# Broken edges: nothing is certain of what they cut, but all that ran is there, and what could is of before.
covered whole $CC "ways.c unit.c" mode=path
covered broken $CC "ways.c unit.c" "mode=context max-paths=1000"
same "broken edges: potential paths and outcomes" "$(python3 -c '
import json; d = json.load(open("whole"))[0]
print(d["potential_paths"], d["outcomes"])')" "$(python3 -c '
import json; d = json.load(open("broken"))[0]
print(d["potential_paths"], d["outcomes"])')"

check "broken edges: it says so" grep -qE '^  broken +[0-9]+ calls?, not followed, and [1-9][0-9]* edges?, where paths are in parts' <("$PATHPROF" coverage p)

# By calls: each call calls a copy of the function, whose paths are counted by mode path.
cat >body.inc <<'PROG'
static int LEAF(int n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        if (i & 1)
            s += 2;
        else if (i == 8)
            break;
        else
            s--;
    return n > 3 ? s : -s;
}
PROG
cat >fact.inc <<'PROG'
static int FACT(int n)
{
    if (n < 2)
        return 1;
    return n == 6 ? 7 : n * fact_0(n - 1);
}
PROG
cat >copies.c <<'PROG'
#ifdef ONE
#define leaf_0 leaf
#define leaf_1 leaf
#define leaf_2 leaf
#define leaf_3 leaf
#define leaf_4 leaf
#define fact_0 fact
#define fact_1 fact
#define LEAF leaf
#include "body.inc"
#define FACT fact
static int fact(int n);
#include "fact.inc"
#else
#define LEAF leaf_0
#include "body.inc"
#undef LEAF
#define LEAF leaf_1
#include "body.inc"
#undef LEAF
#define LEAF leaf_2
#include "body.inc"
#undef LEAF
#define LEAF leaf_3
#include "body.inc"
#undef LEAF
#define LEAF leaf_4
#include "body.inc"
static int fact_0(int n);
#define FACT fact_0
#include "fact.inc"
#undef FACT
#define FACT fact_1
#include "fact.inc"
#endif
static int caller(int n)
{
    int r = n > 2 ? leaf_1(n) : 0;
    while (n-- > 1)
        r += leaf_2(n & 1);
    return r;
}
static int (*volatile pointer)(int) = leaf_0;
int main(int argc, char **argv)
{
    int s = leaf_3(argc);
    for (int i = 0; i < 12; i++) {
        s += caller(i);
        s ^= pointer(i / 4);
    }
    s += fact_1(5);
    if (argc > 5)
        s += leaf_4(argc) + caller(2);
    return s == 4711 || !argv;
}
PROG
$CC -O0 -g $(plugin_flags mode=path) copies.c -o copies && ./copies || exit 1
for options in mode=context mode=context-values 'mode=context loops=context'; do
    rm -f one.ppda
    $CC -O0 -g -DONE $(plugin_flags $options) copies.c -o one && ./one || exit 1
    "$PATHPROF" coverage --all --by-call --json one >one.json
    same "$options: by calls, as copies" "leaf 5 12 main 1 0 fact 2 1 caller 2 0" "$(python3 "$SRCDIR/testsuite/tool/by-call.py" "$PATHPROF" copies.c copies one)"
    # leaf: by caller (which has two chains) twice, by main twice, and from elsewhere; fact: by main, and by itself.
    same "$options: chains" "{'executed': 8, 'all': 12.0, 'percent': 66.66666666666667}" \
        "$(python3 -c 'import json; print(json.load(open("one.json"))["all"]["contexts"])')"
    same "$options: calls" "{'executed': 8, 'all': 10, 'percent': 80.0}" \
        "$(python3 -c 'import json; print(json.load(open("one.json"))["all"]["calls"])')"
done
"$PATHPROF" coverage --by-call one >one.txt
check "by calls: a function" grep -qE '^ +[0-9.]+ +[0-9]+ +[0-9.]+ +leaf: 12 paths, [0-9]+ turns; 4 of 5 ways in$' one.txt
check "by calls: a call" grep -qE '^ +[0-9.]+ +[0-9]+ +[0-9.]+ +9    caller \(copies.c:[0-9]+\)$' one.txt
check "by calls: from elsewhere" grep -qE ' 12    elsewhere \(not followed: outside, indirect\)$' one.txt
check "by calls: what is missing" grep -qE '^ +[0-9]+ +[0-9]+ +[1-4]  leaf from caller \(copies.c:[0-9]+\): ' one.txt
check "by calls: all" grep -qE '^  by call +[0-9.]+ %  [0-9]+ of [0-9]+ turns, for each of these ways anew$' one.txt

# A gate, several tests, production, and other programs' formats.
status() { "$PATHPROF" coverage "$@" >out 2>err; echo $?; }
same "a gate" "0 3 0 3 0 3" "$(for m in calls 80 81 contexts 66 67 by-call 20 99; do case $m in [0-9]*) status --measure=$what --fail-under=$m one ;; *) what=$m ;; esac; done | xargs)"
check "a gate: what it says" grep -qE '^pathprof: one: [0-9.]+ % of the turns by call are covered, less than 99 %$' err
same "not of mode path" "1 1" "$(status --by-call copies) $(status --measure=calls --fail-under=1 copies)"
check "not of mode path: what it says" grep -q '^pathprof: coverage: the paths of copies do not follow calls; compile it with mode=context for' err
PATHPROF_FILE=one2.ppda ./one 2 3 4 5 6 7
"$PATHPROF" merge -o both.ppda one.ppda one2.ppda
"$PATHPROF" coverage --all --by-call --json one one.ppda one2.ppda >apart.json
"$PATHPROF" coverage --all --by-call --json one both.ppda >both.json
same "several tests are as their sum" "$(python3 -c 'import json; d = json.load(open("both.json")); print(d["all"], d["by_call"], d["missing_by_call"])')" \
    "$(python3 -c 'import json; d = json.load(open("apart.json")); print(d["all"], d["by_call"], d["missing_by_call"])')"
same "all ways in" "10 10" "$(python3 -c 'import json; d = json.load(open("both.json"))["all"]["calls"]; print(d["executed"], d["all"])')"
check "each test" grep -qE '^ +[0-9]+ +[0-9]+ +[0-9]+  one2.ppda$' <("$PATHPROF" coverage --per-test one one.ppda one2.ppda)
same "one list at a time" "2 2 0" "$(status --by-call --by-file one) $(status --by-call --impossible one) $(status --by-call --by-file --json one)"
check "production" grep -qE '^one2.ppda: of [0-9]+ statements [0-9.]+ % ran on paths that no test took' <("$PATHPROF" coverage --production=one2.ppda one one.ppda)
for format in cobertura sarif; do same "$format" 0 "$(status --$format=one.$format one)"; done
"$PATHPROF" lines --lcov=one.info one
same "cobertura: as lines has them" "$(grep -c '^DA:' one.info)" "$(grep -c '<line ' one.cobertura)"
same "sarif: by calls" "turn-by-call outcome-by-call" "$("$PATHPROF" coverage --all --by-call --sarif=- one | python3 -c '
import json, sys
print(*sorted({r["ruleId"] for r in json.load(sys.stdin)["runs"][0]["results"]}, reverse=True))')"
check "prime paths" grep -qE '^one: 1 test; of [0-9]+ prime paths [1-9]' <("$PATHPROF" coverage --prime-paths one)

# A gate is not passed by what is not known.
$CC -O0 -g -DONE $(plugin_flags mode=piecewise) copies.c -o forgets && ./forgets || exit 1
same "contexts are not known in mode piecewise" "3 pathprof: forgets: contexts are not known: paths forget the callers at a loop; compile it with mode=context" \
    "$(status --measure=contexts --fail-under=1 forgets) $(cat err)"

# Mode piecewise: what a function did before a call and behind it may be on different paths.
bounds() { # NAME EXPECTED COMPILER SOURCES
    for options in mode=path mode=piecewise; do
        rm -f p.ppda
        $3 -O0 -g $(plugin_flags $options pending=on) $4 -o p && ./p && ./p 12 && ./p 3 && ./p 6
        "$PATHPROF" coverage --all --json p >${options#mode=}.json
    done
    same "$1, mode piecewise: bounds" "$2" "$(python3 "$SRCDIR/testsuite/tool/coverage-bounds.py" path.json piecewise.json)"
}
cat >seams.c <<'PROG'
#include <stdlib.h>
static int turn(int n)
{
    int s = 0;
    while (n-- > 0)
        s ^= n;
    return s;
}
static int before(int a, int b)
{
    int r = a > b ? 3 : 4;
    turn(r);
    if (a > b)
        r++;
    turn(b);
    turn(a);
    return a == 5 || b == 2 ? r : -r;
}
static int leaves(int n)
{
    if (n > 40)
        exit(turn(n) == 77);
    return n & 1 ? turn(n) : 0;
}
int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 5, s = 0;
    for (int i = 0; i < n; i++)
        s += before(i, n - i);
    if (n == 12)
        leaves(n * 4);
    return leaves(n) == s + 12345;
}
PROG
bounds "calls in a row" "certain: 3 of 4" $CC seams.c
bounds "recursion" "certain: 7 of 9" $CC "ways.c unit.c"
bounds "exceptions" "certain: 9 of 9" $CXX throws.cc
check "mode piecewise: what is not known" grep -qE '^  turns +[0-9.]+ %  [0-9]+ of [0-9]+; .*[0-9]+ not known$' <("$CC" -O0 -g $(plugin_flags mode=piecewise) seams.c -o p && rm -f p.ppda && ./p && "$PATHPROF" coverage p)
$CC -O0 -g -DONE $(plugin_flags mode=piecewise) copies.c -o apart && ./apart || exit 1
same "mode piecewise: by calls" "8 of 10" "$("$PATHPROF" coverage --by-call --json apart | python3 -c '
import json, sys
d = json.load(sys.stdin)["all"]
assert d["contexts"] is None and d["turns_by_call"]["unknown"] > 0
print(d["calls"]["executed"], "of", d["calls"]["all"])')"
same "mode piecewise: prime paths" 1 "$(status --prime-paths apart)"
check "mode piecewise: prime paths: what it says" grep -q '^pathprof: apart: in mode piecewise what a function did before a call and behind it is on different paths' err

# Random programs of many functions, with recursion, indirect calls, callbacks and setjmp.
seeds=1
[ "${PP_ALL:-0}" != 0 ] && seeds=20
for seed in $(seq $seeds); do
    python3 "$SRCDIR/testsuite/oracle/generate_calls.py" $seed >random.c
    for options in mode=path mode=context mode=context-values mode=piecewise-values mode=piecewise; do
        rm -f r.ppda
        $CC -O$((seed % 3)) -g -w $(plugin_flags $options pending=on) random.c -o r || exit 1
        ./r 3 >/dev/null
        "$PATHPROF" coverage --all --json r 2>/dev/null >${options#mode=}.json
        case $options in
        mode=path) python3 -c "$plain" <path.json >expected ;;
        mode=piecewise) same "random $seed, $options: bounds" certain: \
            "$(python3 "$SRCDIR/testsuite/tool/coverage-bounds.py" path.json piecewise.json | grep -o '^certain:\|.*[^0-9]$')" ;;
        *) same "random $seed, $options: as mode path" "$(cat expected)" "$(python3 -c "$plain" <${options#mode=}.json)" ;;
        esac
    done
done

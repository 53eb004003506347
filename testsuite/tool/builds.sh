# SPDX-License-Identifier: GPL-3.0-or-later
# diff --old: two builds of changed sources, by function, line and route.
. "$SRCDIR/testsuite/lib/script.sh"
mkdir old new same moved
cat >old/prog.c <<'PROG'
#include <stdlib.h>
/* as before */
static int twice(int n)
{
    if (n > 3)
        return n * 2;
    return n;
}
static int kind(int n)
{
    int s = 0;
    for (int i = 0; i < n; i++) {
        if (i > 2)
            s += 2;
        else
            s += 1;
    }
    return s;
}
static int clamp_low(int n, int low)
{
    if (n < low)
        n = low;
    if (n > 1000 && low > 5)
        n -= 1000;
    while (n > 500)
        n -= 7;
    return n;
}
static int leaves(int n)
{
    return n < 0 ? -n : n;
}
int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 0, s = 0;
    for (int i = 0; i < n; i++)
        s += twice(i) + kind(i) + clamp_low(i, 2) + leaves(i);
    return s < 0;
}
PROG
# twice is where kind was, and has a comment; kind has a test more and an edited line; clamp_low is called clamp now;
# leaves is gone; enters is new, and one of its lines never runs.
cat >new/prog.c <<'PROG'
#include <stdlib.h>
static int kind(int n)
{
    int s = 0;
    for (int i = 0; i < n; i++) {
        if (i > 2 && s < 100)
            s += 2;
        else
            s += 1;
        if (s == 3)
            s++;
    }
    return s;
}

static int twice(int n)
{
    /* a comment */
    if (n > 3)
        return   n * 2;
    return n;
}
static int clamp(int n, int low)
{
    if (n < low)
        n = low;
    if (n > 1000 && low > 5)
        n -= 1000;
    while (n > 500)
        n -= 7;
    return n;
}
static int enters(int n)
{
    if (n > 100)
        n = 100;
    return n;
}
int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 0, s = 0;
    for (int i = 0; i < n; i++)
        s += twice(i) + kind(i) + clamp(i, 2) + enters(i);
    return s < 0;
}
PROG
{ printf '/* a line\n   and another */\n'; cat old/prog.c; } >moved/prog.c
cp old/prog.c same
build() {
    (cd "$1" && $CC -O0 -g $(plugin_flags ${2:-mode=path}) prog.c -o prog && ./prog 10) || exit 1
}
for tree in old new same moved; do
    build $tree
done
# ask FILE EXPRESSION: of the JSON in FILE, which may be -.
ask() { python3 -c 'import json, sys
it = json.load(sys.stdin if sys.argv[1] == "-" else open(sys.argv[1]))
print(eval(sys.argv[2]))' "$@"; }

"$PATHPROF" diff --json --all --old=old/prog new/prog >new.json 2>err
same "nothing is said" "" "$(cat err)"
same "functions" "[('clamp', 'same', 'clamp_low', 'shape'), ('enters', 'new', None, None), ('kind', 'changed', 'kind', 'name'), ('leaves', 'gone', None, None), ('main', 'changed', 'main', 'name')]" \
    "$(ask new.json 'sorted((f["function"], f["change"], f["was"], f["matched_by"]) for f in it["functions"])')"
same "as before: twice and clamp; renamed" "2 1" "$(ask new.json 'it["all"]["same"]["all"]') $(ask new.json 'it["all"]["renamed"]')"
# kind is called 10 times with 0 to 9: 45 iterations, 21 of them with i > 2; s is 3 at the end of the third of 7 calls.
same "lines of kind" "[('edited', 'if (i > 2 && s < 100)', 45, 45), ('new', 'if (s == 3)', 0, 45), ('new', 's++;', 0, 7)]" \
    "$(ask new.json 'sorted((l["change"], l["text"], l["before"], l["after"]) for l in it["lines"] if l["function"] == "kind")')"
same "lines that came, and one that never ran; lines that went" "[('enters', 'n = 100;', 0)] {('gone', 10, 0)}" \
    "$(ask new.json '[(l["function"], l["text"], l["after"]) for l in it["lines"] if l["after"] == 0 and l["before"] == 0]') $(
    ask new.json '{(l["change"], l["before"], l["after"]) for l in it["lines"] if l["function"] == "leaves" and "return" in l["text"]}')"
same "routes: no change where the text is as before" "[]" \
    "$(ask new.json '[r for r in it["routes"] if r["path"].split("#")[0] in ("twice", "clamp") and r["change"] in ("appeared", "vanished")]')"
same "routes of kind" "['appeared', 'vanished']" \
    "$(ask new.json 'sorted({r["change"] for r in it["routes"] if r["path"].startswith("kind#") and r["before"] != r["after"]})')"
# All statements are in some row, and are those of the report.
for tree in old new; do
    side=$([ $tree = old ] && echo before || echo after)
    same "statements $side" "$("$PATHPROF" report --json $tree/prog | ask - 'it["executed_statements"]' 2>/dev/null || echo none)" \
        "$(ask new.json 'it["all"]["statements_'$side'"]')"
done

# The other way round what came has gone.
"$PATHPROF" diff --json --all --old=new/prog old/prog >turned.json
same "turned" "True" "$(python3 - <<'PYTHON'
import json
a, b = (json.load(open(f))["all"] for f in ("new.json", "turned.json"))
print(all(a[x] == b[y] for x, y in (("new", "gone"), ("gone", "new"), ("same", "same"), ("changed", "changed"),
      ("lines_new", "lines_gone"), ("lines_gone", "lines_new"), ("lines_edited", "lines_edited"),
      ("routes_new", "routes_gone"), ("routes_gone", "routes_new"), ("routes_same", "routes_same"))))
PYTHON
)"

# The same source, and the same some lines further down: nothing changed, and every route is one of both.
for tree in same moved; do
    "$PATHPROF" diff --json --all --old=old/prog $tree/prog >$tree.json
    same "$tree: nothing" "[] [] []" "$(ask $tree.json '" ".join(map(str, (it["functions"], it["lines"], it["routes"])))')"
    same "$tree: all routes" "$("$PATHPROF" report --json --all old/prog | ask - 'len(it["paths"])')" "$(ask $tree.json 'it["all"]["routes_same"]')"
done
# Other data: as diff has it of one build.
(cd same && PATHPROF_FILE=more.ppda ./prog 30)
same "counts as of one build" "$("$PATHPROF" diff --json --all old/prog old/prog.ppda same/more.ppda |
    ask - 'sorted((p["path"], p["before"], p["after"], round(p["statements_points"], 6)) for p in it["paths"])')" \
    "$("$PATHPROF" diff --json --all --old=old/prog same/prog old/prog.ppda same/more.ppda |
    ask - 'sorted((p["path"], p["before"], p["after"], round(p["statements_points"], 6)) for p in it["routes"])')"

# Without sources: functions whose graph is as before keep their lines.
mkdir away && mv old/prog.c away
"$PATHPROF" diff --json --all --old=old/prog moved/prog >none.json 2>err
check "no sources: it is said" grep -q "^pathprof: warning: 1 of the [0-9]* source files of old/prog are not found" err
same "no sources: the same" "[] []" "$(ask none.json '" ".join(map(str, (it["functions"], it["routes"])))')"
"$PATHPROF" diff --json --all --old=old/prog --old-source-dir=away new/prog >away.json 2>err
same "--old-source-dir" "$(ask new.json 'it["all"]') " "$(ask away.json 'it["all"]') $(cat err)"
mv away/prog.c old
sleep 1.1
touch new/prog.c
"$PATHPROF" diff --old=old/prog new/prog >text 2>err
check "sources that were written since" grep -q "new/prog.c has been written since new/prog was made" err

# For people.
check "text: functions" grep -qE '^ +[0-9.]+ +[0-9.]+  clamp: same, was clamp_low; routes: [0-9]+ as before, 0 new, 0 gone$' text
check "text: a line" grep -qE '^ +0 +45  \+ [^ ]*prog.c:10  if \(s == 3\)$' text
check "text: routes" grep -qE '^appeared +0 +[0-9]+ +\+[0-9.]+  kind#[0-9]+$' text
same "one function" "kind" "$("$PATHPROF" diff --json --all -f '^kind$' --old=old/prog new/prog 2>/dev/null | ask - '" ".join({f["function"] for f in it["functions"] + it["lines"]})')"

# Calls that are wrong.
refused() { # NAME STATUS MESSAGE ARGUMENTS...
    local name=$1 status=$2 message=$3
    shift 3
    "$PATHPROF" "$@" >/dev/null 2>err
    same "$name" "$status" "$?"
    check "$name: what it says" grep -qF -- "$message" err
}
refused "two names" 2 "with --old it takes a program, or a program and a data file of each build" diff --old=old/prog new/prog new/prog.ppda
refused "no such program" 1 "none: No such file or directory" diff --old=none new/prog
refused "the builds' data the other way round" 1 "the data are of another build" diff --old=old/prog new/prog new/prog.ppda old/prog.ppda
build same mode=edge
refused "no paths" 1 "was compiled with mode=edge" diff --old=old/prog same/prog

# Paths over several iterations, and over calls.
for mode in kpath context piecewise path-context; do
    for tree in old new moved; do
        rm -f $tree/prog.ppda
        build $tree mode=$mode
    done
    "$PATHPROF" diff --json --all --old=old/prog moved/prog >$mode.json
    same "$mode: nothing" "[] [] []" "$(ask $mode.json '" ".join(map(str, (it["functions"], it["lines"], it["routes"])))')"
    "$PATHPROF" diff --json --all --old=old/prog new/prog >$mode.json
    same "$mode: functions" "['enters', 'kind', 'leaves', 'main']" "$(ask $mode.json 'sorted(f["function"] for f in it["functions"] if f["change"] != "same")')"
done

# A macro that is another: its function is named where the flow graph is another.
mkdir macro-old macro-new
echo '#define PICK(n) table[n]' >macro-old/pick.h
echo '#define PICK(n) table[(n) > 2 ? 0 : (n)]' >macro-new/pick.h
for tree in macro-old macro-new; do
    cat >$tree/prog.c <<'PROG'
#include "pick.h"
static const int table[] = {4, 5, 6};
int picked(int n)
{
    return PICK(n);
}
int main(void)
{
    return picked(2) + PICK(1) == 5;
}
PROG
    (cd $tree && $CC -O0 -g $(plugin_flags mode=path) prog.c -o prog && ./prog) || exit 1
done
"$PATHPROF" diff --old=macro-old/prog macro-new/prog >macro
same "a macro: the function" "picked: changed; no line of it, but its flow graph, as by a macro" "$(sed -n 's/^ *[0-9.]* *[0-9.]*  \(picked: [^;]*; [^;]*\).*/\1/p' macro)"
check "a macro: where its argument is a constant" grep -q ' 1 as before; 1 changed' macro

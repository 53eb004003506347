#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The second compile with several data files: those of one build add up, with their paths; of others
# paths come from those that have them, and shares are of what these executed.
. "$SRCDIR/testsuite/lib/script.sh"
case $($CC -dumpversion) in
11*) unsupported "several profiles" "GCC 11 makes no lanes"; exit ;;
esac
cat >walk.c <<'SOURCE'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
__attribute__((noinline)) int a(const char *s)
{
    int t = 0;
    for (; *s; s++) {
        int k;
        if (*s == 'x')
            k = 0;
        else if (*s == 'y')
            k = 1;
        else
            k = 2;
        t += strlen(s) & 1;
        if (k == 0)
            t += 3;
        else if (k == 1)
            t ^= 5;
        else
            t--;
    }
    return t;
}
__attribute__((noinline)) int b(const char *s)
{
    int t = 0;
    for (; *s; s++)
        t += *s == 'p' ? 2 : *s;
    return t;
}
#ifdef MORE
int more(int n) { return n > 3 ? n * n : n; }
#endif
int main(int argc, char **argv)
{
    int s = argc;
    for (int i = 0; i < atoi(argv[2]); i++)
        s += argv[1][0] == 'p' ? b(argv[1]) : a(argv[1]);
    printf("%d\n", s);
    return 0;
}
SOURCE

# run DATA PROGRAM ARGUMENT...
run() {
    local data=$1
    shift
    mkdir -p "$(dirname "$data")"
    PATHPROF_FILE=$data "./$@" >/dev/null || fail "run" "$*"
}

# use PLACE [OPTION]...: compiles with the profile PLACE to PLACE.o; the report is PLACE.json.
use() {
    local place=$1 said
    shift
    rm -f "$place.json"
    if ! said=$($CC -O2 $(plugin_flags "use=$place" "report=$place.json" price=0) "$@" -c walk.c \
        -o "$place.o" 2>&1) || [ -n "$said" ]; then
        fail "use=$place" "the compiler says: $said"
    fi
}

# figures PLACE FUNCTION: calls, paths, hot ones, lanes that are made, and the share of the program.
figures() {
    "$PATHPROF" lanes -f "^$2\$" "$1.json" | python3 -c '
import re, sys
text = sys.stdin.read()
calls = re.search(r"called (\d+)", text)
hot = re.search(r"hot paths: (\d+) of (\d+) executed; .*, ([0-9.]+) %", text)
made = re.search(r"lanes made: (\d+)", text)
why = re.search(r"1 function: (.*)", text)
if hot:
    print(calls[1], "calls", hot[2], "paths", hot[1], "hot", made[1], "lanes", hot[3], "%")
else:
    print(why[1] if why else text)'
}
lanes() { figures "$1" "$2" | sed 's/.* \([0-9]*\) lanes.*/\1/'; }
share() { figures "$1" "$2" | sed 's/.* lanes //'; }

# ---- One build.
$CC -O2 $(plugin_flags mode=path) walk.c -o walk || fail "first compile"
run apart/1.ppda walk xxxx 3000
run apart/2.ppda walk yyyy 2000
run apart/3.ppda walk zzzz 2500
cp walk apart
mkdir -p sum twice
"$PATHPROF" merge -o sum/walk.ppda apart/*.ppda
cp walk sum
use apart
use sum
check "the code is that of the merged profile" cmp apart.o sum.o
same "so is the report" "$(sed 's/"profile":"sum"//' sum.json)" "$(sed 's/"profile":"apart"//' apart.json)"
check "paths are those of all files" grep -q "^7500 calls 7 paths 7 hot [4-9] lanes" <(figures apart a)

# The same twice is twice as much of twice as much; also where the program has been copied.
cp sum/walk.ppda walk twice
cp sum/walk.ppda twice/again.ppda
use twice
same "shares of the same profile twice" "$(share sum a)" "$(share twice a)"
check "its calls" grep -q "^15000 calls" <(figures twice a)
cp walk copy
mkdir -p copies
run copies/1.ppda walk xxxx 3000
run copies/2.ppda copy yyyy 2000
run copies/3.ppda walk zzzz 2500
cp copy copies
use copies
same "a copy under another name" "$(figures sum a)" "$(figures copies a)"

# What one run has made hot, all of them may make cold.
run cold/1.ppda walk xyzz 100
cp walk cold
use cold
[ "$(lanes cold a)" -gt 0 ] && pass "hot by one run" || fail "hot by one run" "$(figures cold a)"
run cold/2.ppda walk pqrpqrrrqp 100000
use cold
same "cold by all" "no hot path" "$(figures cold a)"

# ---- Other modes and builds.
$CC -O2 $(plugin_flags mode=edge) walk.c -o edge || fail "first compile, mode=edge"
mkdir -p edges
run paths/2.ppda walk xyzz 3000
cp walk paths
run edges/1.ppda edge xxxx 3001
cp edge walk paths/2.ppda edges
use paths
use edges
check "counts of both modes" grep -q "^6001 calls" <(figures edges a)
same "paths are those of the file that has them" "$(figures paths a)" \
    "$(figures edges a | sed 's/^6001 /3000 /')"

$CC -O2 -DMORE $(plugin_flags mode=path) walk.c -o more || fail "first compile, another build"
mkdir -p builds large
run builds/1.ppda walk xyzz 3000
run builds/2.ppda more xxxx 50000
run large/2.ppda more xxxx 50000
cp walk more builds
cp more large
use builds
use large
check "counts of both builds" grep -q "^53000 calls" <(figures builds a)
same "shares are those of the build that has the paths" "$(share large a)" "$(share builds a)"
"$PATHPROF" lanes --json builds.json >again.json
check "the report says of which statements" python3 - <<'PYTHON'
import json
unit = json.loads(open("builds.json").readline())
large = json.loads(open("large.json").readline())
a = {f["function"]: f for f in unit["functions"]}["a"]
assert a["program_statements"] == large["executed_statements"] < unit["executed_statements"]
del unit["pathprof"]
assert json.load(open("again.json"))["units"] == [unit]
assert not any("program_statements" in f for f in large["functions"])
PYTHON

# ---- Sparse files of one build may have different units: they do not add up to one file.
cat >other.c <<'SOURCE'
__attribute__((noinline)) int other(int n) { return n > 3 ? n * 2 : n; }
SOURCE
cat >entry.c <<'SOURCE'
int other(int), walk(int, char **);
int main(int argc, char **argv) { return argc > 1 ? walk(argc, argv) : other(argc) - 1; }
SOURCE
mkdir -p sparse
$CC -O2 $(plugin_flags mode=path) -Dmain=walk -c walk.c
$CC -O2 $(plugin_flags mode=path) other.c entry.c walk.o -o sparse/three
run 1.ppda sparse/three xyzz 300
run 2.ppda sparse/three
"$PATHPROF" merge --sparse -o sparse/1.ppda 1.ppda
"$PATHPROF" merge --sparse -o sparse/2.ppda 2.ppda
cd sparse || exit 1
check "sparse files differ" bash -c '! "$1" merge -o both.ppda 1.ppda 2.ppda' - "$PATHPROF"
cp ../walk.c .
use . -Dmain=walk
cd ..
check "the one serves" grep -q "^300 calls" <(figures sparse/. a)
for i in other entry; do
    rm -f dump-$i*
    $CC -O2 $(plugin_flags use=sparse) -fdump-ipa-all -dumpbase dump-$i -c $i.c || fail "use=sparse"
done
check "and the other" grep -q "^other: 1 calls" dump-other*.pathprof_use
check "and both" grep -q "^main: 2 calls" dump-entry*.pathprof_use

# SPDX-License-Identifier: GPL-3.0-or-later
# Where a line has several tests, routes say by the column which one it is; where it has one, they do not.
. "$SRCDIR/testsuite/lib/script.sh"

cat >prog.c <<'PROG'
int f(int a, int b, int c)
{
    int s = 0;
    if (a > 1 && b > 2 || c) s++;
    for (int i = 0; i < a; i++) if (i & 1) s += b ? i : c;
    if (s > 7)
        return 1;
    return 2;
}
int main(void)
{
    return f(9, 3, 4) + f(0, 1, 0) + f(1, 0, 1) != 5;
}
PROG
# column LINE TEXT: where TEXT begins in it.
column() { awk -v line="$1" -v text="$2" 'NR == line { print index($0, text) }' prog.c; }
# Where GCC says that each test is: at an operator that belongs to it, or where its condition begins.
and=$(column 4 '(a') or=$(column 4 '&&') c=$(column 4 '||') for=$(column 5 '< a') if=$(column 5 '(i & 1)') ternary=$(column 5 ': c')
# routes PROGRAM FUNCTION: all, without their ends.
routes() {
    "$PATHPROF" report --all --json "$1" | python3 -c '
import json, sys
for path in json.load(sys.stdin)["paths"]:
    if path["function"] == sys.argv[1]:
        for step in path["route"]:
            if step["outcome"] in ("true", "false"):
                print(step["line"], step.get("column", "-"), step["outcome"], sep=":")' "$2" | sort -u
}
for flags in -O0 -O1 '-O1 -flto' '-O0 -g0'; do
    for mode in path context; do
        $CC -g $flags $(plugin_flags mode=$mode) prog.c -o prog && rm -f prog.ppda && ./prog || exit 1
        [ "$mode$flags" = path-O0 ] && cp prog plain && cp prog.ppda plain.ppda
        routes prog f >got
        # At -O1 the last two are one; paths of mode context are main's that come to f over its calls.
        tests=2
        [ "$mode$flags" = 'path-O0' ] || [ "$mode$flags" = 'path-O0 -g0' ] && tests=3
        same "$flags $mode: tests of one line" $tests "$(cut -d: -f1,2 got | sort -u | grep -c '^4:[0-9]')"
        same "$flags $mode: tests of another" 3 "$(cut -d: -f1,2 got | sort -u | grep -c '^5:[0-9]')"
        same "$flags $mode: a test alone on its line" '6:-:' "$(grep '^6:' got | sed 's/[a-z]*$//' | sort -u)"
        same "$flags $mode: no column is 0" '' "$(grep ':0:' got)"
    done
done
same 'the columns are where the tests are' "4:$and 4:$or 4:$c 5:$for 5:$if 5:$ternary" \
    "$(routes plain f | cut -d: -f1,2 | sort -uV | grep -v '^6' | xargs)"
# In text: report, show, edges; and JSON of edges.
"$PATHPROF" report --all plain >report.txt
check 'report' grep -qF -- "-> 5:$for(true) -> 5:$if(false) -> 5 (back)" report.txt
check 'report: one test on a line' grep -qE -- '-> 6\((true|false)\) ' report.txt
number=$(grep -B1 -F -- "loop prog.c:5 -> 5:$for(true) -> 5:$if(false) -> 5 (back)" report.txt | sed -n 's/.*\(f#[0-9]*\)$/\1/p')
"$PATHPROF" show "$number" plain >show.txt
same 'show' "<- $for(true) <- $if(false)" "$(grep -o '<- .*' show.txt | xargs)"
"$PATHPROF" edges plain >edges.txt
check 'edges' grep -qE "prog\.c:5:$if -> prog\.c:5.*  true" edges.txt
check 'edges: one test on a line' grep -qE 'prog\.c:6 -> prog\.c:7  true' edges.txt
same 'edges: JSON' "$for $if" "$("$PATHPROF" edges --json plain | python3 -c '
import json, sys
found = {e.get("from_column") for f in json.load(sys.stdin)["functions"] for e in f["edges"] if e["from_line"] == 5}
print(*sorted(c for c in found if c in map(int, sys.argv[1:])))' $for $if)"

# Calls that may throw, and a test: each kind for itself.
cat >throws.cc <<'PROG'
struct guard { ~guard() { __asm__ volatile(""); } };
__attribute__((noinline)) int may(int x) { if (x > 3) throw x; return x; }
int one(int x) { guard g; if (may(x)) return 3; return 4; }
int two(int x) { guard g; return may(x) + may(x + 2); }
int main()
{
    int s = 0;
    for (int i = 0; i < 6; i++)
        try { s += one(i) + two(i); } catch (int) { s++; }
    return s == 0;
}
PROG
$CXX -g -O0 $(plugin_flags) throws.cc -o throws && ./throws || exit 1
"$PATHPROF" report --all throws >throws.txt
same 'one call that may throw, one test' '3(eh) 3(false) 3(true)' "$(grep -A1 ' one(int)#' throws.txt | grep -oE '3(:[0-9]+)?\((eh|true|false)\)' | sort -u | xargs)"
same 'two calls that may throw' 1 "$(grep -A1 ' two(int)#' throws.txt | grep -oE '4:[0-9]+\(eh\)' | sort -u | wc -l)"
# A macro is in one place.
cat >macro.c <<'PROG'
#define BOTH(a, b) ((a) > 1 && (b) > 2)
int main(int argc, char **argv)
{
    return BOTH(argc, argv[0][0]);
}
PROG
$CC -g -O0 $(plugin_flags) macro.c -o macro && ./macro
same 'a macro' '' "$("$PATHPROF" report --all macro | grep -oE '4:[0-9]+\(')"

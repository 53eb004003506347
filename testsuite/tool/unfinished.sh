# SPDX-License-Identifier: GPL-3.0-or-later
# What the command says of paths that were never recorded, compared with mode edge, which loses nothing.
. "$SRCDIR/testsuite/lib/script.sh"

cat >deep.c <<'END'
#include <stdio.h>
#include <stdlib.h>
int sink;
__attribute__ ((noinline)) void setup (int n)
{
    if (n > 1) sink += n; else sink--;
}
__attribute__ ((noinline)) void leaf (int n)
{
    if (n == 3)
        exit (0);
    sink += n;
}
__attribute__ ((noinline)) void middle (int n)
{
    sink++;
    for (int i = 0; i < n; i++)
        leaf (i);
    sink = 1;
}
__attribute__ ((noinline)) void run (int n)
{
    printf ("x");
    if (n > 0)
        sink++;
    else
        sink--;
    middle (n + 10);
    puts ("never");
}
int main (int argc, char **argv)
{
    setup (argc);
    printf ("hello\n");
    run (argc);
    puts ("no");
    return 0;
}
END
# Nothing that is shown may be more than what was.
compared() { # PROGRAM.c MODE: as unfinished.py says
    $CC -O0 $(plugin_flags mode=edge) $1 -o edge $(cat flags) && rm -f *.ppda && ./edge >out && "$PATHPROF" edges --json edge >edge.json
    $CC -O0 $(plugin_flags mode=$2) $1 -o prog $(cat flags) && ./prog >out && "$PATHPROF" edges --json prog >prog.json
    python3 "$SRCDIR/testsuite/tool/unfinished.py" edge.json prog.json
}
: >flags
for mode in path kpath path-context; do
    same "exit deep inside, $mode" "42 right, 11 of them inferred; 2 told, 0 too few" "$(compared deep.c $mode)"
done
for mode in context piecewise; do
    same "exit deep inside, $mode" "44 right, 0 of them inferred; 0 told, 0 too few" "$(compared deep.c $mode)"
done
for name in exit-in-callee.c indirect.c left.c nested.c noreturn.c pending-exit.c pending-longjmp.c threads.c fork.c left-behind.c; do
    sed -n 's|^// @flags||p' "$SRCDIR/testsuite/run/$name" >flags
    for mode in path context; do
        case $name-$mode in fork.c-context) continue ;; esac # an edge over a call is taken twice there
        check "$name, $mode: nothing is more than it was" sh -c 'case "$1" in *"but it was"*) false ;; *" right, "*) ;; *) false ;; esac || { echo "$1"; exit 1; }' sh \
            "$(compared "$SRCDIR/testsuite/run/$name" $mode 2>&1)"
    done
done

# As it is shown.
: >flags
compared deep.c path >compared
"$PATHPROF" lines prog >lines
same "lines" "1+ 1+ 1+ #####" "$(sed -n 's/^ *\([0-9#+?]*\): *[0-9]*: *\(setup (argc)\|printf ("hello\|run (argc)\|puts ("no\).*/\1/p' lines | xargs)"
same "lines: what is not known" "0? 0?" "$(sed -n 's/^ *\([0-9#+?]*\): *[0-9]*: *sink\(++\|--\);.*/\1/p' lines | grep '?' | xargs)"
same "edges" "main: called 1+ time" "$("$PATHPROF" edges prog | grep ^main)"
same "edges: the legend" 1 "$("$PATHPROF" edges prog | grep -c '^+ inferred from other counts')"
same "report" "Paths that did not end, inferred from other counts: middle 1, run 1, main 1; 'pathprof edges' shows what they ran" \
    "$("$PATHPROF" report prog | tail -1)"
same "report --json" "middle 1 run 1 main 1" "$("$PATHPROF" report --json prog | python3 -c '
import json, sys
print(*["%s %d" % (it["function"], it["paths"]) for it in json.load(sys.stdin)["unfinished"] if it["inferred"]])')"
same "callgraph" 1 "$("$PATHPROF" callgraph --json prog 2>said | python3 -c '
import json, sys
print(*[f["calls"] for f in json.load(sys.stdin)["functions"] if f["name"] == "main"])')"
check "callgraph: says so" grep -q 'counts include what unfinished paths certainly ran' said
check "callgrind: says so" sh -c '"$1" callgrind prog 2>&1 >/dev/null | grep -q "unfinished paths"' sh "$PATHPROF"
# What each line cost: mode edge knows it.
costs() { "$PATHPROF" callgrind "$1" 2>/dev/null | awk '
    /^fn=/ { sub(/.* /, ""); fn = $0 }
    /^calls=/ { getline; next }
    /^[0-9]+ [0-9]+$/ { print fn ":" $1, $2 }'; }
costs prog >costs.prog
costs edge >costs.edge
same "callgrind: what is inferred costs what it did, nothing more" "run:23 run:28 main:33 main:34 main:35" \
    "$(awk 'NR == FNR { cost[$1] = $2; next }
        $2 > cost[$1] { print $0, "of", cost[$1] }
        /^(main|run):/ && $2 == cost[$1] { print $1 }' costs.edge costs.prog | xargs)"
check "lcov: says so" sh -c '"$1" lines --lcov=- prog 2>&1 >/dev/null | grep -q "unfinished paths"' sh "$PATHPROF"
same "dump: what was recorded" 0 "$(calls prog main)"
$CC -O0 $(plugin_flags pending=on) deep.c -o prog && rm -f prog.ppda && ./prog >out
same "pending=on: nothing is inferred" 0 "$("$PATHPROF" lines prog | grep -c '^ *[0-9]*[+?]:')"

# What is not profiled may have made calls.
cat >part.c <<'END'
#include <stdlib.h>
int sink;
__attribute__ ((noinline)) void called (int n) { sink += n; }
__attribute__ ((noinline)) void calls (int n) { if (n) called (n); }
__attribute__ ((noinline)) void also (int n) { called (n); }
int main (int argc, char **argv) { also (1); if (argc > 5) calls (1); also (2); return 0; }
END
$CC -O0 $(plugin_flags exclude=also) part.c -o prog && rm -f prog.ppda && ./prog
same "a caller that is not profiled" 0 "$("$PATHPROF" edges prog | grep -c '[0-9][+?]')"

# Marks of all files of a program, whichever is first.
cat >zz.c <<'END'
void deep (int n);
int main (int argc, char **argv)
{
    deep (argc);
    return 0;
}
END
cat >aa.c <<'END'
#include <stdlib.h>
static void leave (int n) { exit (n - 1); }
void deep (int n)
{
    if (n)
        leave (n);
}
END
$CC -O0 $(plugin_flags) zz.c aa.c -o prog && rm -f prog.ppda && ./prog
same "several files: the marked lines" '3 5 6 2 4' "$("$PATHPROF" lines prog | sed -n 's/^ *[0-9]*+: *\([0-9]*\):.*/\1/p' | xargs)"

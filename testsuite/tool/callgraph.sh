# SPDX-License-Identifier: GPL-3.0-or-later
# pathprof callgraph: its listings of golden/callgraph.c, as a person has read them; and what it writes for
# other programs.  Here the profile has no samples.
. "$SRCDIR/testsuite/lib/script.sh"
golden=$SRCDIR/testsuite/tool/golden
. "$golden/compare.bash"

cp "$golden/callgraph.c" .
$CC -O1 -g $(plugin_flags mode=edge targets=count) callgraph.c -o prog && ./prog || exit 1

golden callgraph callgraph prog
golden callgraph-flat callgraph --flat -b -n 3 prog
golden callgraph-graph callgraph --graph -b -n 2 prog
golden callgraph-dot callgraph --dot prog
golden callgraph-callgrind callgraph --callgrind prog

# Arcs, by name.
"$PATHPROF" callgraph --json prog >prog.json
arcs() {
    python3 -c '
import json, sys
it = json.load(open("prog.json"))
name = {f["index"]: f["name"] for f in it["functions"]}
print(*sorted("%s>%s:%d" % (name[a["caller"]], name[a["callee"]], a["calls"]) for a in it["arcs"]))'
}
same 'arcs' "apply>leaf:1 apply>ping:1 even>odd:15 even>ping:5 fibonacci>fibonacci:176 main>apply:2 main>compare:1\
 main>even:5 main>fibonacci:1 odd>even:15 ping>leaf:13 ping>pong:12 pong>ping:7" "$(arcs)"
# gprof's -f and -F: functions, and what they call.
"$PATHPROF" callgraph --json -f '^(even|fib)' prog >prog.json
same 'from some functions' "even>odd:15 even>ping:5 fibonacci>fibonacci:176 odd>even:15 ping>leaf:13 ping>pong:12 pong>ping:7" "$(arcs)"
same '... the flat profile' "even fibonacci leaf odd ping pong" \
    "$(echo $("$PATHPROF" callgraph --flat -b -f '^(even|fib)' prog | awk 'NR > 7 { print $NF }' | sort))"
same '... the graph' "even fibonacci leaf odd ping pong" \
    "$(echo $("$PATHPROF" callgraph --graph -b --only '^(even|fib)' prog | sed -n 's/^\[[0-9]*\] .* \([a-z]*\)\( <cycle [0-9]*>\)* \[[0-9]*\]$/\1/p' | sort))"
same '... none' "1 pathprof: callgraph: no function of prog matches 'nobody'" \
    "$(echo $("$PATHPROF" callgraph -F nobody prog 2>&1 >/dev/null; echo $?) | sed 's/\(.*\) \([0-9]\)$/\2 \1/')"
"$PATHPROF" callgraph --json prog >prog.json
# Where they are made; fibonacci calls itself twice on a line.
same 'sites' "apply>leaf:54=1* apply>ping:54=1* even>odd:32=15 even>ping:34=5 fibonacci>fibonacci:44=88\
 fibonacci>fibonacci:44=88 main>apply:68=1 main>apply:69=1 main>compare:71=1 main>even:66=5 main>fibonacci:67=1\
 odd>even:39=15 ping>leaf:18=13 ping>pong:20=12 pong>ping:25=7" "$(python3 -c '
import json
it = json.load(open("prog.json"))
name = {f["index"]: f["name"] for f in it["functions"]}
for a in it["arcs"]:
    assert a["calls"] == sum(s["calls"] for s in a["sites"])
    assert all(s["file"].endswith("callgraph.c") for s in a["sites"])
print(*sorted("%s>%s:%d=%d%s" % (name[a["caller"]], name[a["callee"]], s["line"], s["calls"], "*" * s["indirect"])
              for a in it["arcs"] for s in a["sites"]))')"
same 'from outside' 'compare:1 main:1' "$(python3 -c '
import json
print(*sorted("%s:%d" % (f["name"], f["spontaneous"])
              for f in json.load(open("prog.json"))["functions"] if f["spontaneous"]))')"
same 'no times' 0 "$(grep -c '"self"' prog.json)"

# Two forms, one of which would be dropped.
for forms in '--json --dot' '--dot --callgrind' '--json --callgrind' '--contexts prog --dot' '--contexts prog --callgrind'; do
    "$PATHPROF" callgraph $forms prog >forms.out 2>forms.err
    same "$forms: status" 2 $?
    same "$forms: output" '' "$(cat forms.out)"
    check "$forms: said" grep -q '^pathprof: callgraph: --.*give' forms.err
done

# Without targets=count what calls through pointers called is not known.
$CC -O1 -g $(plugin_flags mode=edge) callgraph.c -o blind && ./blind || exit 1
"$PATHPROF" callgraph blind >blind.out 2>blind.err
same 'calls through pointers: status' 0 $?
same 'calls through pointers: said' 1 "$(grep -c 'it is not known what 2 calls through pointers called' blind.err)"
same 'calls through pointers: from outside' 1 "$(grep -c ' 1/6 *<spontaneous>' blind.out)"

# A call in a line of another file; behind it, one of the function's own.
echo 'called(x);' >part.inc
cat >parts.c <<'END'
static volatile int sink;
static __attribute__((noinline)) void called(int x) { sink += x; }
int main(void)
{
    for (int x = 0; x < 3; x++) {
#include "part.inc"
    }
    called(1);
    return 0;
}
END
$CC -O1 -g $(plugin_flags mode=callgraph) parts.c -o parts && PATHPROF_SAMPLE_RATE=0 ./parts || exit 1
same 'a line of another file: JSON' 'part.inc:1=3 parts.c:8=1' "$("$PATHPROF" callgraph --json parts | python3 -c '
import json, os, sys
print(*sorted("%s:%d=%d" % (os.path.basename(s["file"]), s["line"], s["calls"])
              for a in json.load(sys.stdin)["arcs"] for s in a["sites"]))')"
# Which file lines are of, and the line of each call.
same 'a line of another file: callgrind' 'part.inc:1=3 parts.c:8=1' "$("$PATHPROF" callgraph --callgrind parts | awk '
    /^f[lie]=/ { file = $0; sub(/.*[=\/]/, "", file) }
    /^calls=/ { split($1, n, "="); getline; print file ":" $1 "=" n[2] }' | sort | xargs)"

# Two static functions of one name are two functions.
mkdir -p one two
for d in one two; do
    cat >$d/part.c <<END
static __attribute__((noinline)) int helper(int x) { return x * ${#d}; }
int $d(int n) { int s = 0; for (int i = 0; i < n; i++) s += helper(i); return s; }
END
done
echo 'int one(int), two(int); int main(void) { return one(3) + two(4) == 0; }' >main.c
$CC -O1 -g -fno-inline $(plugin_flags mode=edge) one/part.c two/part.c main.c -o same && ./same || exit 1
same 'static functions of one name' 'helper@one/part.c 3 helper@two/part.c 4' \
    "$("$PATHPROF" callgraph --flat -b same | awk '/helper/ { print $2, $1 }' | sort | xargs)"

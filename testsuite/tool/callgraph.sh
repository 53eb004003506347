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
same 'from outside' 'compare:1 main:1' "$(python3 -c '
import json
print(*sorted("%s:%d" % (f["name"], f["spontaneous"])
              for f in json.load(open("prog.json"))["functions"] if f["spontaneous"]))')"
same 'no times' 0 "$(grep -c '"self"' prog.json)"

# Without targets=count what calls through pointers called is not known.
$CC -O1 -g $(plugin_flags mode=edge) callgraph.c -o blind && ./blind || exit 1
"$PATHPROF" callgraph blind >blind.out 2>blind.err
same 'calls through pointers: status' 0 $?
same 'calls through pointers: said' 1 "$(grep -c 'of 2 calls through pointers it is not known' blind.err)"
same 'calls through pointers: from outside' 1 "$(grep -c ' 1/6 *<spontaneous>' blind.out)"

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

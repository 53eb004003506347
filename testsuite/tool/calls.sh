# SPDX-License-Identifier: GPL-3.0-or-later
# What the subcommands say of paths over calls, recomputed from `dump --json` by the definitions:
# prefix and suffix, call and return edges, stacks, contexts, inclusive costs; with whole paths and
# with broken ones.
. "$SRCDIR/testsuite/lib/script.sh"

cp "$SRCDIR/testsuite/tool/golden/fig8.c" "$SRCDIR/testsuite/tool/golden/calls.c" .
cat >many.c <<'PROG'
static int leaf(unsigned x)
{
    int s = 0;
    if (x & 1) s += 1;
    if (x & 2) s += 2;
    if (x & 4) s += 3;
    if (x & 8) s += 4;
    return s;
}
static int twice(unsigned x) { return leaf(x) + leaf(x >> 1); }
static int loop(unsigned n)
{
    int s = 0;
    for (unsigned i = 0; i < n; i++) s += (i & 1) ? twice(i) : leaf(i);
    return s;
}
static int even(int n);
static int odd(int n) { return n == 0 ? 0 : even(n - 1); }
static int even(int n) { return n == 0 ? twice(7) : odd(n - 1); }
int main(void)
{
    int s = 0;
    for (unsigned i = 0; i < 20; i++) s += loop(i) + twice(i) + even((int)i) + odd(3);
    return s != 1354;
}
PROG
cat >recompute.py <<'PYTHON'
import collections, json, os, subprocess, sys
program, mode = sys.argv[1:]
def ask(*words): return subprocess.run([os.environ["PATHPROF"], *words, program], stdout=subprocess.PIPE, check=True).stdout
def load(*words): return json.loads(ask(*words, "--json"))
def report(name, bad): print("FAIL: %s: %s: %s" % (program, name, bad) if bad else "PASS: %s: %s" % (program, name))
dump = load("dump")
unit, = dump["units"]
report("paths are counted", unit["storage"] == "none")
edges, vertices, entries = {}, {}, {}
for f in dump["functions"]:
    for v in f["vertices"]: vertices[v["id"]] = dict(v, function=f["name"])
    for e in f["edges"]: edges[e["id"]] = e
    entries[f["entry"]] = f["name"]

class Frame:
    def __init__(self, function, call, caller): self.function, self.chain = function, (caller.chain if caller else ()) + ((function, call),)

def begins_inside(e): return e["kind"] == "surrogate" and e["origin"] is None

# Each path: its active steps as (frame, vertex), entries as frames, and its parts' figures.
steps, entered, parts = [], [], {}
for p in unit["paths"]:
    walk = [edges[e] for e in p["edges"]]
    open_calls, unmatched = 0, []
    for e in walk:
        if e["kind"] == "call": open_calls += 1
        elif e["kind"] == "return" and open_calls: open_calls -= 1
        elif e["kind"] == "return": unmatched.append(e)
    root = mode == "context" or not begins_inside(walk[0])
    stack, call = [], None
    for e in reversed(unmatched):
        stack.append(Frame(vertices[e["to"]]["function"], call, stack[-1] if stack else None)); call = e["id"] - 1
    stack.append(Frame(vertices[walk[0]["from"]]["function"], call, stack[-1] if stack else None))
    if not root:
        stack[0].chain = (("...", None),) + stack[0].chain
        for i in range(1, len(stack)): stack[i].chain = stack[i - 1].chain + (stack[i].chain[-1],)
    active, count = p["active"], p["count"]
    if active == 0: entered.append((stack[-1].chain, count))
    part = {k: [0, 0] for k in ("edges", "calls", "returns", "statements")}
    for i, e in enumerate(walk):
        if e["kind"] == "call":
            stack.append(Frame(vertices[e["to"]]["function"], e["id"], stack[-1]))
            if i >= active: entered.append((stack[-1].chain, count))
        elif e["kind"] == "return": stack.pop()
        assert stack[-1].function == vertices[e["to"]]["function"]
        stmts = vertices[e["to"]]["stmts"]
        part["statements"][i + 1 >= active] += stmts
        if i + 1 >= active: steps.append((stack[-1].chain, stmts * count))
        if begins_inside(e) or i + 1 == active: continue
        part["edges"][i >= active] += 1
        part["calls"][i >= active] += e["kind"] == "call"
        part["returns"][i >= active] += e["kind"] == "return"
    parts[p["number"]] = (part, count, [f for f, _ in steps[-1][0]])

total = sum(n for _, n in steps)
top = load("report", "--all")
report("report: executed statements", top["executed_statements"] != total)
report("report: parts", [p["number"] for p in top["paths"] if any(
    p["part_" + what] != dict(zip(("context_prefix", "active_suffix"), parts[p["number"]][0][what]))
    for what in ("edges", "calls", "returns", "statements"))])
report("report: as many as in the dump", len(top["paths"]) != len(parts))
run = load("stats")["modes"][0]
taken = sum(count for _, count, _ in parts.values())
for what, name in ("edges", "average_edges"), ("calls", "average_calls"), ("returns", "average_returns"), ("statements", "average_statements"):
    sums = [sum(part[what][k] * count for part, count, _ in parts.values()) for k in (0, 1)]
    got = run["execution"][name]
    bad = abs(got["all"] * taken - sum(sums)) > 1e-6 * (1 + sum(sums))
    if mode == "context":
        bad = bad or abs(got["context_prefix"] * taken - sums[0]) > 1e-6 * (1 + sums[0])
    report("stats: " + name, bad)
all_calls = [e for e in edges.values() if e["kind"] == "call"]
flags = lambda e: set(edges[e]["flags"])
static = run["program"]["calls"]
report("stats: what was broken", [k for k, n in {
    "recursive": sum({"cut", "back"} <= set(e["flags"]) for e in all_calls),
    "broken": sum({"cut", "broken"} <= set(e["flags"]) for e in all_calls),
    "followed": sum("cut" not in e["flags"] for e in all_calls),
    "broken_returns": sum("cut" not in e["flags"] and "cut" in flags(e["id"] + 1) for e in all_calls),
    "unbalanced_returns": sum("cut" not in e["flags"] and "unbalanced" in flags(e["id"] + 1) for e in all_calls),
    "indirect": sum(v["kind"] == "call" and v["callee"] is None for v in vertices.values()),
    "roots": sum(f["root"] for f in dump["functions"])}.items() if static[k] != n])
report("stats: broken edges", run["program"]["broken_edges"] !=
       sum("broken" in e["flags"] and e["kind"] in ("flow", "summary") for e in edges.values()))
report("stats: potential paths", run["program"]["potential_paths"] != unit["num_paths"])

# Stacks: contexts without their call sites.
names = lambda chain: tuple(f for f, _ in chain)
weights, calls = collections.Counter(), collections.Counter()
for chain, n in steps: weights[names(chain)] += n
for chain, n in entered: calls[names(chain)] += n
folded = {}
for option, expected in ((), weights), (("--calls",), calls):
    lines = [line.rsplit(" ", 1) for line in ask("stacks", "--cut", *option).decode().splitlines()]
    got = {tuple(stack.split(";")): int(n) for stack, n in lines}
    report("stacks " + "".join(option), len(got) != len(lines) or got != {k: n for k, n in expected.items() if n})
got = {("..." ,) * (not s["whole"]) + tuple(s["stack"]): (s["calls"], s["statements"]) for s in load("stacks", "--cut")["stacks"]}
report("stacks --json", {k: n for k, n in got.items() if any(n)} !=
       {k: (calls[k], weights[k]) for k in set(calls) | set(weights) if calls[k] or weights[k]})

# Contexts: with call sites, of every function.
by_site, calls_by_site = collections.Counter(), collections.Counter()
for chain, n in steps: by_site[chain] += n
for chain, n in entered: calls_by_site[chain] += n
line_of = lambda call: None if call is None else vertices[edges[call]["from"]]["lines"][-1][1]
bad_contexts, bad_pieces, bad_distance = [], [], []
for f in dump["functions"]:
    mine = load("contexts", f["symbol"])
    expected = collections.Counter()
    for chain in set(by_site) | set(calls_by_site):
        if chain[-1][0] == f["name"] and (by_site[chain] or calls_by_site[chain]):
            expected[tuple((g, line_of(c)) for g, c in chain if g != "..."), chain[0][0] != "...", calls_by_site[chain], by_site[chain]] += 1
    got = collections.Counter((tuple((g["function"], g.get("line")) for g in c["chain"]), c["whole"], c["calls"], c["statements"]) for c in mine["contexts"])
    if got != expected: bad_contexts.append(f["name"])
    if mine["calls"] != f["calls"]: bad_contexts.append(f["name"] + ": calls")
    pieces = mine["pieces"]
    for c in mine["contexts"]:
        if sum(pieces[p]["statements"] * n for p, n in c["counts"]) != c["statements"]: bad_pieces.append(f["name"])
    known = [c for c in mine["contexts"] if c["distance"] is not None]
    for c in known:
        here = {p: n / c["pieces_taken"] for p, n in c["counts"]}
        others = sum(d["pieces_taken"] for d in known if d is not c)
        there = collections.Counter()
        for d in known:
            if d is not c:
                for p, n in d["counts"]: there[p] += n / others
        distance = sum(abs(here.get(p, 0) - there[p]) for p in set(here) | set(there)) / 2 if others else 0
        if abs(distance - c["distance"]) > 1e-9: bad_distance.append(f["name"])
report("contexts: chains, calls, statements", bad_contexts)
report("contexts: pieces make up the statements", bad_pieces)
report("contexts: distances", bad_distance)

# callgrind: self costs, calls and inclusive costs.
functions, fn, cfn, calling, own, arcs = {}, None, None, None, collections.Counter(), collections.Counter()
# What is inferred costs something as well; unfinished.sh says how much.
inferred = bool(load("report")["unfinished"])
def other(got, counted): return got < counted if inferred else got != counted
def named(text):
    number, _, name = text.partition(" ")
    if name: functions[number] = name
    return functions[number]
for line in ask("callgrind").decode().splitlines():
    if line.startswith("fn="): fn = named(line[3:])
    elif line.startswith("cfn="): cfn = named(line[4:])
    elif line.startswith("calls="): calling = int(line[6:].split()[0])
    elif line[:1].isdigit():
        cost = int(line.split()[1])
        if calling is None: own[fn] += cost
        else:
            arcs[fn, cfn, "calls"] += calling; arcs[fn, cfn, "cost"] += cost; calling = None
    elif line.startswith(("summary:", "totals:")):
        report("callgrind: " + line.split(":")[0], other(int(line.split()[1]), total))
expected = collections.Counter()
for chain, n in steps: expected[chain[-1][0]] += n
report("callgrind: costs", any(other(own[f], expected[f]) for f in set(own) | set(expected)))
inclusive = collections.Counter()
if mode == "context":
    for chain, n in steps:
        for (f, _), (g, _) in zip(chain, chain[1:]): inclusive[f, g, "cost"] += n
        inclusive["[root]", chain[0][0], "cost"] += n
    for chain, n in entered:
        if len(chain) == 1: inclusive["[root]", chain[0][0], "calls"] += n
for e in all_calls:
    inclusive[vertices[e["from"]]["function"], vertices[e["to"]]["function"], "calls"] += vertices[e["from"]]["count"]
symbols = {f["symbol"] for f in dump["functions"]}
got = {k: n for k, n in arcs.items() if n and k[1] in symbols}
report("callgrind: calls and what they cost", got != {k: n for k, n in inclusive.items() if n})
PYTHON

# whole PROGRAM: callgrind_annotate has the same total.
whole() {
    "$PATHPROF" callgrind "$1" >"$1.callgrind"
    same "$1: callgrind_annotate's total" \
        "$(sed -n 's/^summary: //p' "$1.callgrind")" \
        "$(callgrind_annotate --threshold=100 "$1.callgrind" | sed -n 's/ *(.*PROGRAM TOTALS$//p' | tr -d ,)"
    same "$1: callgrind_annotate's functions" \
        "$(sed -n 's/^summary: //p' "$1.callgrind")" \
        "$(callgrind_annotate --threshold=100 --auto=no "$1.callgrind" |
            awk '/file:function/ {on = 1} on && / \(.*%\)/ {gsub(",", "", $1); s += $1} END {print s}')"
}
has callgrind_annotate || unsupported 'callgrind_annotate' 'valgrind is not installed'

for mode in context piecewise; do
    for name in fig8 calls many; do
        for limit in '' 60 30 22; do
            program=$name-$mode${limit:+-$limit}
            $CC -O0 -g -fno-builtin -fwhole-program $(plugin_flags mode=$mode ${limit:+max-paths=$limit}) $name.c -o $program ||
                exit 1
            ./$program || fail "$program" "exit status $?"
            python3 recompute.py $program $mode
            has callgrind_annotate && whole $program
        done
    done
done
# (Mode path does not count what main was about when calls.c ends below it.)
for name in fig8 many; do
    $CC -O0 -g -fno-builtin -fwhole-program $(plugin_flags mode=path) $name.c -o $name-path && ./$name-path || exit 1
    $CC -O0 -g -fno-builtin -fwhole-program $(plugin_flags mode=edge) $name.c -o $name-edge && ./$name-edge || exit 1
    has callgrind_annotate && whole $name-path
    arcs() { "$PATHPROF" callgrind $name-$1 | grep -v '^cmd:'; }
    same "$name: callgrind of modes path and piecewise" "$(arcs path)" "$(arcs piecewise)"
    for command in 'lines --lcov=-' edges; do
        for mode in context piecewise; do
            same "$name: $command of modes path and $mode" "$("$PATHPROF" $command $name-path)" "$("$PATHPROF" $command $name-$mode)"
        done
    done
done
same 'fig8: callgrind of modes path and edge' "$("$PATHPROF" callgrind fig8-path | grep -v '^cmd:')" \
    "$("$PATHPROF" callgrind fig8-edge | grep -v '^cmd:')"

# A path of millions of edges: its route lacks its middle, `show` prints all of it, and neither takes
# much memory.
python3 - >long.c <<'PYTHON'
print("static int n;\nstatic void f0(void) { if (n < 0) __builtin_abort(); n++; }")
for i in range(1, 19):
    print("static void f%d(void) { f%d(); f%d(); }" % (i, i - 1, i - 1))
print("int main(void) { f18(); return n != 1 << 18; }")
PYTHON
$CC -O0 -g $(plugin_flags mode=context) long.c -o long && ./long || exit 1
(
    ulimit -v 400000
    "$PATHPROF" report long >long.report && "$PATHPROF" show 1 long >long.show && "$PATHPROF" stacks long >long.stacks &&
        "$PATHPROF" contexts f0 long >long.contexts
)
same 'long: exit status' 0 $?
same 'long: steps of its route' 65536 "$(sed -n '4s/ -> /\n/gp' long.report | wc -l)"
same 'long: one step stands for the rest' 1 "$(grep -c ' -> \.\.\. -> 21 (return)$' long.report)"
same 'long: calls that are shown' $(((1 << 19) - 1)) "$(grep -c '<- call$' long.show)"
same 'long: depth of its stacks' 20 "$(tail -n 1 long.stacks | tr ';' '\n' | wc -l)"
same 'long: contexts' $((1 << 18)) "$(sed -n '1s/.* in \([0-9]*\) contexts.*/\1/p' long.contexts)"

# A semicolon in a name is no end of a frame, and a tab none of a column.
printf 'static int both(int x) { return x < 3 ? x : 0; }\nint other(int x) { return both(x); }\n' >'na;m es.c'
printf 'static int both(int x) { return x > 3 ? x : 0; }\nint other(int);\nint main(void) { return both(1) + other(4) + other(5); }\n' >$'t\tb.c'
$CC -O0 -g $(plugin_flags mode=context) 'na;m es.c' $'t\tb.c' -o names && ./names || exit 1
same 'odd names: stacks' 'main 1
main;both@t?b.c 1
main;other 2
main;other;both@na,m es.c 2' "$("$PATHPROF" stacks --calls names)"
check 'odd names: find their function' "$PATHPROF" contexts 'both@na;m es.c' names
same 'odd names: callgrind' "fn=(1) both@na;m es.c fn=(2) other fn=(3) both@t?b.c fn=(4) main" \
    "$(echo $("$PATHPROF" callgrind names | grep '^fn=.*[a-z]$' | head -n 4))"
same 'odd names: where is a call' 1 "$("$PATHPROF" contexts 'both@na;m es.c' names | grep -cF 'other (na;m es.c:2) > both')"

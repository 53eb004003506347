# SPDX-License-Identifier: GPL-3.0-or-later
# --json of every subcommand in three modes: it parses, says its version, and agrees with itself.
. "$SRCDIR/testsuite/lib/script.sh"

cp "$SRCDIR/testsuite/tool/golden/sample.c" .
for mode in path edge callgraph; do
    $CC -O1 -g $(plugin_flags mode=$mode) sample.c -o $mode || exit 1
    ./$mode >/dev/null || exit 1
    for command in report 'show 1' edges lines stats 'graph main' dump; do
        case $mode,$command in
        edge,report | edge,show* | callgraph,report | callgraph,show* | callgraph,lines) continue ;;
        esac
        file=$mode-${command%% *}.json
        "$PATHPROF" $command --json $mode >$file || fail "$mode: $command --json" "exit status $?"
        check "$mode: $command --json parses" python3 -m json.tool $file
    done
done
cat >consistent.py <<'PYTHON'
import json
def load(name): return json.load(open(name + ".json"))
def report(name, bad): print("FAIL: %s: %s" % (name, bad) if bad else "PASS: " + name)

for mode in "path", "edge", "callgraph":
    for command in "report", "show", "edges", "lines", "stats", "graph", "dump":
        if mode != "path" and command in ("report", "show") or (mode, command) == ("callgraph", "lines"):
            continue
        about = load(mode + "-" + command)["pathprof"]
        report("%s: %s says what it is" % (mode, command), about["format"] != 1 or about["command"] != command)

dump = load("path-dump")
taken = executed = bad_walks = bad_labels = bad_flow = bad_psi = 0
for f in dump["functions"]:
    edges = {e["id"]: e for e in f["edges"]}
    vertices = {v["id"]: v for v in f["vertices"]}
    for p in f["paths"]:
        taken += p["count"]
        executed += p["count"] * p["stmts"]
        ends = [f["entry"]] + [edges[e]["to"] for e in p["edges"]]
        bad_walks += ends != p["vertices"] or ends[-1] != f["exit"]
        bad_walks += any(edges[e]["from"] != v for e, v in zip(p["edges"], ends))
        bad_labels += sum(int(edges[e]["label"]) for e in p["edges"]) != int(p["number"])
    bad_labels += f["counts"] != [[p["number"], p["count"]] for p in f["paths"]]
    bad_psi += int(vertices[f["entry"]]["psi"]["b"]) != int(f["num_paths"])
    for v in f["vertices"]:
        arrivals = sum(e["count"] for e in f["edges"] if e["to"] == v["id"] and e["kind"] != "surrogate")
        if "restart" not in v["flags"] and v["kind"] != "entry":
            bad_flow += arrivals != v["count"]
report("dump: paths go from Entry to Exit", bad_walks)
report("dump: labels sum to path numbers", bad_labels)
report("dump: psi of Entry is the number of paths", bad_psi)
report("dump: a vertex's count is that of its edges", bad_flow)

top = load("path-report")
report("report: totals", top["path_executions"] != taken or top["executed_statements"] != executed)
shares = [p["cumulative_percent"] for p in top["paths"]]
report("report: all paths together are all", abs(shares[-1] - 100) > 1e-9 or shares != sorted(shares))
report("report: falling", [p["executed_statements"] for p in top["paths"]] !=
       sorted((p["executed_statements"] for p in top["paths"]), reverse=True))
show = load("path-show")
report("show 1: the first of the report", show["path"] != top["paths"][0]["path"] or
       show["route"] != top["paths"][0]["route"])

stats = load("path-stats")["modes"][0]
run = stats["execution"]
report("stats: totals", run["executed_paths"] != taken or run["executed_statements"] != executed or
       run["distinct_paths"] != sum(len(f["paths"]) for f in dump["functions"]))
report("stats: average statements", abs(run["average_statements"]["all"] - executed / taken) > 1e-6)
steps = sum(e["count"] for f in dump["functions"] for e in f["edges"] if e["kind"] != "surrogate")
report("stats: edges on paths are edges taken", abs(run["average_edges"]["all"] * taken - steps) > 1e-3)
need, covered, curve = 0, 0, {}
works = sorted((p["count"] * p["stmts"] for f in dump["functions"] for p in f["paths"]), reverse=True)
for point in run["coverage"]:
    while covered < executed * point["percent"] / 100:
        covered += works[need]; need += 1
    curve[point["percent"]] = need
report("stats: coverage", {p["percent"]: p["paths"] for p in run["coverage"]} != curve)
report("stats: potential paths", int(stats["program"]["potential_paths"]) !=
       sum(int(f["exact_paths"]) for f in dump["functions"]))

def flat(name):
    return {f["symbol"]: (f["calls"], [e["count"] for e in f["edges"]], [v["count"] for v in f["vertices"]])
            for f in load(name)["functions"]}
report("edges: both modes agree", flat("path-edges") != flat("edge-edges"))
report("lines: both modes agree", load("path-lines")["files"] != load("edge-lines")["files"])
static = load("edge-stats")["modes"][0]["program"]
whole = load("edge-dump")["functions"]
fakes = sum(e["kind"] == "surrogate" for f in whole for e in f["edges"])
report("stats: |E| - (|V| - 1) counters, one less where callers tell", static["counters"] != static["edges"] + fakes +
       len(whole) - (static["vertices"] - len(whole)) - sum(f["by_callers"] for f in whole))
PYTHON
python3 consistent.py

# More paths than a number of 64 bits has are few characters for people, and all digits in JSON.
python3 -c '
print("int main(int argc, char **argv) { int s = argv[0] != 0;")
for i in range(230): print(f"if (argc & {1 << i % 20}) s += {i}; else s ^= {i};")
print("return s == 1; }")' >many.c
$CC -O0 $(plugin_flags mode=path) many.c -o many && ./many || exit 1
same "stats: very many paths" "1.725e+69 1.725e+69 1.725e+69" \
    "$("$PATHPROF" stats many | awk '/potential paths  / { print $NF } / main$/ { print $1 }' | paste -sd ' ') $("$PATHPROF" stats --compare many | awk '$2 == "path" { print $3; exit }')"
same "stats: all digits" "$(python3 -c 'print(2 ** 230)')" \
    "$("$PATHPROF" stats --json many | python3 -c 'import json, sys; print(json.load(sys.stdin)["modes"][0]["program"]["potential_paths"])')"

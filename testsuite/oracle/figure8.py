#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Does the oracle know a right profile from a wrong one?  The program of the thesis's figure 8, with the
counts that the thesis prints for modes context (end of 3.3) and piecewise (4.3), is to be accepted;
the same with any one thing changed is to be refused."""

import copy
import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "lib"))
import events  # noqa: E402
import harness  # noqa: E402
import interprocedural  # noqa: E402
import profiles  # noqa: E402
import supergraph  # noqa: E402

# What the instrumented programs of figures 12, 13 and 22, 23 print.
PRINTED = {
    "context": {16: 1, 18: 9, 24: 9, 25: 3, 27: 3, 28: 3, 29: 6, 30: 3, 32: 3, 33: 3, 34: 5, 35: 1},
    "piecewise": {6: 1, 8: 9, 12: 3, 14: 5, 15: 1, 16: 15, 17: 3, 19: 6, 20: 6},
}
# Entry_global -> Entry, Entry_global -> GEntry, numUnbalRLPaths[Exit] (figure 21)
VALUES = {"main": (0, 8, 1), "pow": (0, 16, 4)}
TOTAL = {"context": 36, "piecewise": 21}
STAMP = 0x8

# Vertices in order; Entry and Exit first.  Edges from each, in the order of the figure's numbering.
MAIN = {
    "Entry": ["v4"],
    "Exit": [],
    "v4": ["v5", "v15"],
    "v5": ["v6", "v9"],
    "v6": ["v7"],
    "v7": ["v9"],
    "v9": ["v10", "v13"],
    "v10": ["v11"],
    "v11": ["v13"],
    "v13": ["v4"],
    "v15": ["Exit"],
}
POW = {"Entry": ["u3"], "Exit": [], "u3": ["u4", "u7"], "u4": ["u3"], "u7": ["Exit"]}
SHAPES = {"main": MAIN, "pow": POW}
INDEX = {"main": 0, "pow": 1}
BACK = {("v13", "v4"), ("u4", "u3")}
CALLS = {"v6": "v7", "v10": "v11"}


class Graph:
    """The dump of the program, in mode MODE."""

    def __init__(self, mode):
        self.mode = mode
        self.num_edges = 0
        self.functions = [self.function("main", 0), self.function("pow", len(MAIN))]
        main, pow_ = self.functions
        for c, r in CALLS.items():
            call = self.edge(main["id"][c], pow_["entry"], "call")
            main["out"][c].insert(0, call)
            pow_["out"]["Exit"].append(self.edge(pow_["exit"], main["id"][r], "return"))
        for function in self.functions:
            self.cut(function)
        for function in self.functions:
            function["edges"] = [e for edges in function["out"].values() for e in edges]

    def edge(self, source, target, kind, flags=()):
        self.num_edges += 1
        return {
            "id": self.num_edges - 1,
            "from": source,
            "to": target,
            "kind": kind,
            "flags": list(flags),
            "origin": None,
            "begins": None,
            "count": "0",
        }

    def function(self, name, base):
        shape = SHAPES[name]
        ids = {vertex: base + i for i, vertex in enumerate(shape)}
        out = {}
        for vertex, targets in shape.items():
            kind = "summary" if vertex in CALLS else "flow"
            out[vertex] = []
            for target in targets:
                flags = ["back", "cut"] if (vertex, target) in BACK else []
                flags += ["cut"] if kind == "summary" else []
                out[vertex].append(self.edge(ids[vertex], ids[target], kind, flags))
        root_value, gentry_value, unbalanced = VALUES[name]
        return {
            "name": name,
            "symbol": name,
            "unit": "figure8.c",
            "index": INDEX[name],
            "storage": "unit",
            "why": "",
            "num_paths": "0",
            "exact_paths": "0",
            "entry": base,
            "exit": base + 1,
            "root": name == "main",
            "outside": name == "main",
            "root_value": str(root_value),
            "gentry_value": str(gentry_value if self.mode == "piecewise" else 0),
            "unbalanced": str(unbalanced if self.mode == "piecewise" else 0),
            "paths": [],
            "id": ids,
            "out": out,
            "vertices": [
                {"id": i, "kind": "", "block": 0, "flags": [], "stmts": 1 + i, "lines": []}
                for i in ids.values()
            ],
        }

    def cut(self, function):
        for source, target in sorted(BACK):
            if source in function["id"]:
                back = function["out"][source][0]
                ids = function["id"]
                ends = self.edge(ids[source], function["exit"], "surrogate")
                ends["origin"] = back["id"]
                function["out"][source].append(ends)
                begin = self.edge(function["entry"], ids[target], "surrogate")
                function["out"]["Entry"].append(begin)


class Execution:
    """What the program does: events, and how often each vertex and each edge runs."""

    def __init__(self):
        self.events, self.edges, self.vertices = [], Counter(), Counter()
        self.num_activations = 0
        main = self.enter("main")
        at = self.go(main, "Entry", "v4")
        for i in range(1, 19):
            at = self.go(main, at, "v5")
            for divisor, call, after in ((2, "v6", "v9"), (3, "v10", "v13")):
                if i % divisor == 0:
                    self.go(main, at, call)
                    self.pow()
                    at = self.go(main, call, CALLS[call])
                at = self.go(main, at, after)
            at = self.go(main, at, "v4")
        self.go(main, self.go(main, at, "v15"), "Exit")

    def enter(self, name):
        self.num_activations += 1
        self.vertices[name, "Entry"] += 1
        self.events.append(events.Entered(self.num_activations, STAMP, INDEX[name]))
        return name, self.num_activations

    def go(self, activation, source, target):
        name, number = activation
        self.edges[name, source, target] += 1
        self.vertices[name, target] += 1
        self.events.append(events.At(number, list(SHAPES[name]).index(target)))
        return target

    def pow(self):
        activation = self.enter("pow")
        at = self.go(activation, "Entry", "u3")
        for _ in range(2):
            at = self.go(activation, self.go(activation, at, "u4"), "u3")
        self.go(activation, self.go(activation, at, "u7"), "Exit")


def document(mode, run):
    """The dump with the printed counts.  Which edges are behind a number is the enumeration's; that the
    counts are those of the run is the thesis's word."""
    graph = Graph(mode)
    stmts = {}
    for function in graph.functions:
        names = {number: name for name, number in function["id"].items()}
        for vertex in function["vertices"]:
            vertex["count"] = str(run.vertices[function["name"], names[vertex["id"]]])
            stmts[vertex["id"]] = vertex["stmts"]
        for edge in function["edges"]:
            if edge["kind"] in ("flow", "summary"):
                key = function["name"], names[edge["from"]], names[edge["to"]]
                edge["count"] = str(run.edges[key])
        function["calls"] = str(run.vertices[function["name"], "Entry"])
    unit = {
        "name": "figure8.c",
        "stamp": hex(STAMP),
        "mode": mode,
        "max_paths": "1000",
        "wide": 0,
        "pending": False,
        "storage": "array",
        "num_paths": str(TOTAL[mode]),
        "paths": [],
    }
    result = {"units": [unit], "functions": graph.functions}
    scope = profiles.Profile(copy.deepcopy(result)).scopes[0]
    every = supergraph.Enumeration(supergraph.Supergraph(scope), 1000).paths
    edges = {edge["id"]: edge for function in graph.functions for edge in function["edges"]}
    for number, count in PRINTED[mode].items():
        path = [edges[e] for e in every[number]]
        begun = [i for i, e in enumerate(path) if e["kind"] == "surrogate" and e["origin"] is None]
        active = begun[-1] + 1 if begun else 0
        unit["paths"].append(
            {
                "number": str(number),
                "count": str(count),
                "edges": list(every[number]),
                "active": active,
                "function": 1 if path[active]["from"] >= len(MAIN) else 0,
                "stmts": str(sum(stmts[e["from"]] for e in path[active:])),
                "prefix_stmts": str(sum(stmts[e["from"]] for e in path[:active])),
            }
        )
    return result


def add_one(holder, key):
    old = holder[key]
    holder[key] = old + 1 if isinstance(old, int) else str(int(old) + 1)


def spoiled(right):
    """Yields (what is wrong with it, document): RIGHT with one thing changed."""

    def fresh():
        it = copy.deepcopy(right)
        edges = {e["id"]: e for function in it["functions"] for e in function["edges"]}
        return it, it["units"][0], it["functions"], edges

    for key in ("count", "number", "active", "function", "stmts", "prefix_stmts"):
        it, unit, _, _ = fresh()
        add_one(unit["paths"][3], key)
        yield f"path {key}", it
    it, unit, _, _ = fresh()
    del unit["paths"][0]
    yield "a path missing", it
    it, unit, _, _ = fresh()
    first, second = unit["paths"][:2]
    first["number"], second["number"] = second["number"], first["number"]
    yield "two numbers exchanged", it
    for key in ("num_paths", "max_paths"):
        it, unit, _, _ = fresh()
        unit[key] = "20"
        yield f"unit {key}", it
    for function in (0, 1):
        for key in ("calls", "unbalanced", "gentry_value", "root_value"):
            it, unit, functions, _ = fresh()
            if key != "calls" and unit["mode"] == "context" and (function or key != "root_value"):
                continue
            if function and key == "root_value":
                continue
            add_one(functions[function], key)
            yield f"function {function} {key}", it
        it, _, functions, _ = fresh()
        functions[function]["root"] = not functions[function]["root"]
        yield f"function {function} root", it
        it, _, functions, _ = fresh()
        add_one(functions[function]["vertices"][2], "count")
        yield f"function {function} vertex count", it
    for index, edge in fresh()[3].items():
        if edge["kind"] in ("flow", "summary"):
            it, _, _, edges = fresh()
            add_one(edges[index], "count")
            yield f"edge {index} count", it
        it, _, _, edges = fresh()
        if "cut" in edge["flags"]:
            edges[index]["flags"].remove("cut")
        else:
            edges[index]["flags"].append("cut")
        yield f"edge {index} {edge['kind']} cut", it
        if edge["kind"] == "call":
            it, _, functions, edges = fresh()
            edges[index]["flags"] += ["cut", "back"]
            edges[index + 1]["flags"] += ["cut"]
            functions[1]["root"] = True
            yield f"edge {index} recursive", it
        if edge["kind"] == "return":
            it, _, _, edges = fresh()
            edges[index]["flags"].append("unbalanced")
            yield f"edge {index} unbalanced", it


def verdict(document_, trace):
    try:
        interprocedural.check(profiles.Profile(copy.deepcopy(document_)), trace)
    except events.Wrong as wrong:
        return str(wrong)
    return None


def main():
    results = harness.Results()
    run = Execution()
    for mode in PRINTED:
        right = document(mode, run)
        why = verdict(right, run.events)
        name = f"figure 8, mode {mode}: "
        if why:
            results.fail(name + "accepted", why)
            continue
        results.good(name + "accepted")
        tried = list(spoiled(right))
        for what, wrong in tried:
            if not verdict(wrong, run.events):
                results.fail(f"{name}{what} refused", "accepted")
        dropped = (2, len(run.events) // 2, len(run.events) - 1)
        for drop in dropped:
            if not verdict(right, run.events[:drop] + run.events[drop + 1 :]):
                results.fail(f"{name}event {drop} missing refused", "accepted")
        if not results.bad:
            results.good(f"{name}all of {len(tried) + len(dropped)} wrong ones refused")
    results.leave()


if __name__ == "__main__":
    main()

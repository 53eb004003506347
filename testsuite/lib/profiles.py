# SPDX-License-Identifier: GPL-3.0-or-later
"""A profile as `pathprof dump --json` tells it.  A function's vertices are numbered from its Entry, as
they are in a trace; edges as in the dump, within their unit.  What crosses functions (call and return
edges, and the paths of a unit) has the dump's numbers of vertices, `base` of the function more."""

from typing import NamedTuple

import harness


class Vertex(NamedTuple):
    index: int
    kind: str
    block: int
    restart: bool
    may_leave: bool
    indirect: bool
    stmts: int
    lines: list  # of (file, line)
    count: int  # None: not known (mode callgraph)
    k: int  # mode kpath, a loop's head: iterations that its paths span, ...
    wanted_k: int  # ... and were to span; whether it is a step in the paths of the loop around it
    collapsed: bool
    callee: str  # of a call: the symbol of the function that it names, or None


class Edge(NamedTuple):
    index: int
    source: int
    target: int
    surrogate: bool
    summary: bool
    cut: bool
    broken: bool
    back: bool
    counted: bool
    noreturn: bool
    abnormal: bool
    origin: int  # of a surrogate to Exit: the cut edge that it stands for
    count: int  # None: not known
    pending: bool  # surrogate to Exit of the paths that end in the call where it begins
    over: bool  # surrogate of a collapsed loop: out of the step, or Entry -> head as it is entered
    begins: int  # of a cut edge: the surrogate that the next path takes
    first: bool  # numbered in front of the others out of its source


class Link(NamedTuple):
    """A call edge c -> Entry_Q, or a return edge Exit_Q -> r; vertices as the unit numbers them."""

    index: int
    source: int
    target: int
    call: bool
    cut: bool
    broken: bool
    back: bool
    unbalanced: bool
    chosen: bool
    count: int


class ExecutedPath(NamedTuple):
    """A path of a procedure of its own; its edges from `active` on are its active-suffix."""

    number: int
    count: int
    edges: list
    active: int
    stmts: int
    prefix_stmts: int


class UnitPath(NamedTuple):
    """A path that may cross calls: its edges from `active` on are its active-suffix, which begins in
    the function with index `function`."""

    number: int
    count: int
    edges: list
    active: int
    function: int
    stmts: int
    prefix_stmts: int


def known(count):
    """A count, which mode callgraph may not know."""
    return None if count is None else int(count)


class Procedure:
    def __init__(self, record, unit):
        base = record["entry"]
        self.pending = unit["pending"]
        self.stamp, self.index = int(unit["stamp"], 16), record["index"]
        self.name, self.symbol, self.unit = record["name"], record["symbol"], record["unit"]
        self.storage, self.why = record["storage"], record["why"]
        self.uncounted = record["storage"] == "none"
        self.by_callers = record.get("by_callers", False)
        self.num_paths, self.exact_paths = int(record["num_paths"]), int(record["exact_paths"])
        self.calls = int(record["calls"])
        self.base, self.entry, self.exit = base, 0, record["exit"] - base
        # Interprocedural modes.
        self.root, self.outside = record.get("root", False), record.get("outside", False)
        self.root_value = int(record.get("root_value", 0))
        self.gentry_value = int(record.get("gentry_value", 0))
        self.unbalanced = int(record.get("unbalanced", 0))
        self.vertices = [
            Vertex(
                vertex["id"] - base,
                vertex["kind"],
                vertex["block"],
                "restart" in vertex["flags"],
                "may_leave" in vertex["flags"],
                "indirect" in vertex["flags"],
                vertex["stmts"],
                [tuple(line) for line in vertex["lines"]],
                known(vertex["count"]),
                vertex.get("k", 1),
                vertex.get("wanted_k", 1),
                vertex.get("collapsed", False),
                vertex.get("callee"),
            )
            for vertex in record["vertices"]
        ]
        self.edges = [  # each vertex's in the order of the numbering
            Edge(
                edge["id"],
                edge["from"] - base,
                edge["to"] - base,
                edge["kind"] == "surrogate",
                edge["kind"] == "summary",
                "cut" in edge["flags"],
                "broken" in edge["flags"],
                "back" in edge["flags"],
                "counted" in edge["flags"],
                "noreturn" in edge["flags"],
                "abnormal" in edge["flags"],
                edge["origin"],
                known(edge["count"]),
                "pending" in edge["flags"],
                "over" in edge["flags"],
                edge["begins"],
                "first" in edge["flags"],
            )
            for edge in record["edges"]
            if edge["kind"] not in ("call", "return")
        ]
        self.edges.sort(key=lambda edge: not edge.first)  # those of a vertex are as they are numbered
        self.links = [  # likewise
            Link(
                edge["id"],
                edge["from"],
                edge["to"],
                edge["kind"] == "call",
                "cut" in edge["flags"],
                "broken" in edge["flags"],
                "back" in edge["flags"],
                "unbalanced" in edge["flags"],
                "chosen" in edge["flags"],
                int(edge["count"]),
            )
            for edge in record["edges"]
            if edge["kind"] in ("call", "return")
        ]
        self.edges_by_index = {edge.index: edge for edge in self.edges}
        self.paths = [
            ExecutedPath(
                int(path["number"]),
                int(path["count"]),
                path["edges"],
                path.get("active", 0),
                int(path["stmts"]),
                int(path.get("prefix_stmts", 0)),
            )
            for path in record["paths"]
        ]

    def is_called(self, name):
        """NAME is a symbol or what the programmer calls it, with or without parameters."""
        pretty = self.name.split("(")[0].split("[")[0].strip()
        return name in (self.symbol, self.name, pretty, pretty.split(" ")[-1])


class Unit:
    """A unit whose paths are numbered together (interprocedural modes), and its functions."""

    def __init__(self, record, procs):
        self.name, self.mode, self.procs = record["name"], record["mode"], procs
        self.stamp = int(record["stamp"], 16)
        self.storage = record["storage"]
        self.num_paths, self.max_paths = int(record["num_paths"]), int(record["max_paths"])
        self.wide = record["wide"]
        self.paths = [
            UnitPath(
                int(path["number"]),
                int(path["count"]),
                path["edges"],
                path["active"],
                path["function"],
                int(path["stmts"]),
                int(path["prefix_stmts"]),
            )
            for path in record["paths"]
        ]


class Profile:
    def __init__(self, document):
        self.units = document["units"]
        modes = {unit["mode"] for unit in self.units}
        self.mode = modes.pop() if len(modes) == 1 else None
        self.procs = []
        by_unit = [[] for _ in self.units]
        unit, last = 0, -1
        for record in document["functions"]:
            if self.units[unit]["name"] != record["unit"] or record["index"] <= last:
                unit += 1
                while self.units[unit]["name"] != record["unit"]:
                    unit += 1
            last = record["index"]
            self.procs.append(Procedure(record, self.units[unit]))
            by_unit[unit].append(self.procs[-1])
        self.scopes = [
            Unit(record, procs) for record, procs in zip(self.units, by_unit) if "paths" in record
        ]


def load(pathprof, program, data=None, cwd=None):
    return Profile(harness.dump(pathprof, program, data, cwd))

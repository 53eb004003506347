# SPDX-License-Identifier: GPL-3.0-or-later
"""A profile as `pathprof dump --json` tells it.  Vertices are numbered from their function's Entry, as
they are in a trace; edges as in the dump."""

from typing import NamedTuple

import harness


class Vertex(NamedTuple):
    index: int
    kind: str
    block: int
    restart: bool
    may_leave: bool
    lines: list  # of (file, line)
    count: int


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
    origin: int  # of a surrogate to Exit: the cut edge that it stands for
    count: int


class ExecutedPath(NamedTuple):
    number: int
    count: int
    edges: list


class Procedure:
    def __init__(self, record, stamp):
        base = record["entry"]
        self.stamp, self.index = stamp, record["index"]
        self.name, self.symbol, self.unit = record["name"], record["symbol"], record["unit"]
        self.storage, self.why = record["storage"], record["why"]
        self.uncounted = record["storage"] == "none"
        self.num_paths, self.exact_paths = int(record["num_paths"]), int(record["exact_paths"])
        self.calls = int(record["calls"])
        self.entry, self.exit = 0, record["exit"] - base
        self.vertices = [
            Vertex(
                vertex["id"] - base,
                vertex["kind"],
                vertex["block"],
                "restart" in vertex["flags"],
                "may_leave" in vertex["flags"],
                [tuple(line) for line in vertex["lines"]],
                int(vertex["count"]),
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
                edge["origin"],
                int(edge["count"]),
            )
            for edge in record["edges"]
        ]
        self.edges_by_index = {edge.index: edge for edge in self.edges}
        self.paths = [
            ExecutedPath(int(path["number"]), int(path["count"]), path["edges"])
            for path in record["paths"]
        ]

    def is_called(self, name):
        """NAME is a symbol or what the programmer calls it, with or without parameters."""
        pretty = self.name.split("(")[0].split("[")[0].strip()
        return name in (self.symbol, self.name, pretty, pretty.split(" ")[-1])


class Profile:
    def __init__(self, document):
        self.units = document["units"]
        modes = {unit["mode"] for unit in self.units}
        self.mode = modes.pop() if len(modes) == 1 else None
        self.procs = []
        unit, last = 0, -1
        for record in document["functions"]:
            if self.units[unit]["name"] != record["unit"] or record["index"] <= last:
                unit += 1
                while self.units[unit]["name"] != record["unit"]:
                    unit += 1
            last = record["index"]
            self.procs.append(Procedure(record, int(self.units[unit]["stamp"], 16)))


def load(pathprof, program, data=None, cwd=None):
    return Profile(harness.dump(pathprof, program, data, cwd))

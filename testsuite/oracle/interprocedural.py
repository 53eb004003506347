# SPDX-License-Identifier: GPL-3.0-or-later
"""Paths that cross calls and returns, by definition: a trace is followed through the supergraph, and
what it is cut into must be what the profile says.

An activation of Q goes on with its caller's path if the last that happened before it was entered is a
call vertex c with a live edge c -> Entry_Q; any other begins a path of its own at Q's root.  A path is
recorded where it takes an edge that is cut or that leads to GExit, where its root activation returns,
and at Exit_Q where the return edge is cut, or is cut for what has begun since the call (mode
piecewise).  In mode context the next one then is as it was when P was entered and goes on with
Entry_P -> v (thesis, appendix B), or as it was at the call and goes on with c -> r (figure 19); in mode
piecewise it begins with GEntry_P -> v.  In modes context-values and piecewise-values it goes on with
c -> r at calls, and as in the other mode elsewhere (5.3).  With recursion=context a recursive call of R
begins a path that has the way to the innermost activation of R that was called otherwise, and then
Entry_R -> Entry'_R (5.2).  What is then left was under way when the program ended or a
longjmp abandoned it: with option pending=on it is recorded, up to the call that did not come back.
"""

from collections import Counter
from typing import NamedTuple

import procedure
from events import Entered, Wrong, compare
from supergraph import Enumeration, Supergraph, begins, is_reentry

ENUMERATE_BELOW = 5000


class Path(NamedTuple):
    """A path under way."""

    node: int  # its edges, as a node of the trie
    active: int  # how many of them are its context-prefix
    serial: int  # when it began


class Activation:
    def __init__(self, run, proc):
        self.run, self.proc, self.base, self.at = run, proc, proc.base, proc.entry
        self.definition = run.definitions[proc.index]
        self.caller = self.call = None  # of which it continues the path: activation and vertex
        self.path = None  # None while a callee has it
        self.prefix = 0  # the path as it was when this was entered, a node
        self.entered = 0  # and its serial number
        self.before_call = None  # the path as it was at the call that is under way
        self.delivered = False  # the callee has come back, r is next
        self.left = False  # has been at Exit
        self.tail = None  # return-site of the tail call over which it left
        # By Entry: the path, a node, with which its innermost activation began that no recursive call
        # had entered, among those from which control has come by calls.
        self.innermost = {}


class Run:
    """What one unit does in a run."""

    def __init__(self, graph):
        self.graph = graph
        self.procs = {proc.index: proc for proc in graph.procs}
        self.definitions = {proc.index: procedure.Definition(proc) for proc in graph.procs}
        self.nodes = {}  # (node, edge): node
        self.way = [(0, None, 0)]  # of a node: the one before it, its last edge, its length
        self.recorded = Counter()  # (node, active)
        self.num_begun = self.num_recorded = self.num_entered = 0
        self.steps = Counter()  # edges of the program taken, without calls and returns
        self.visits = Counter()

    # ---- Paths.

    def longer(self, node, edge):
        """The path NODE with EDGE behind it."""
        key = node, edge
        if key not in self.nodes:
            self.nodes[key] = len(self.way)
            self.way.append((node, edge, self.way[node][2] + 1))
        return self.nodes[key]

    def edges(self, node):
        result = []
        while node:
            node, edge, _ = self.way[node]
            result.append(edge)
        return result[::-1]

    def begin(self, node):
        """A path begins whose context-prefix is NODE."""
        self.num_begun += 1
        return Path(node, self.way[node][2], self.num_begun)

    def begin_inside(self, activation, vertex):
        entry = activation.base
        if (entry, entry + vertex) not in self.graph.begins:
            raise Wrong(f"{activation.proc.name}: no path can begin at vertex {vertex}")
        prefix = 0 if self.graph.piecewise else activation.prefix
        surrogate = self.graph.begins[entry, entry + vertex]
        activation.path = self.begin(self.longer(prefix, surrogate.index))

    def record(self, path):
        self.num_recorded += 1
        self.recorded[path.node, path.active] += 1

    # ---- Events.

    def enter(self, function, caller):
        """A function is entered; CALLER was the last to do anything."""
        if function not in self.procs:
            raise Wrong(f"function {function} is traced and not in the profile")
        proc = self.procs[function]
        activation = Activation(self, proc)
        self.num_entered += 1
        self.visits[proc.base] += 1
        call = kept = None
        if caller and caller.run is self and not caller.left:
            call = self.graph.followed(caller.base + caller.at)
            kept = self.graph.kept(caller.base + caller.at)
        if call and call.target == proc.base:
            activation.innermost = dict(caller.innermost)
            if not caller.path:
                raise Wrong(f"{caller.proc.name} calls and has no path")
            activation.caller, activation.call = caller, call.source
            activation.prefix = self.longer(caller.path.node, call.index)
            activation.path = caller.path._replace(node=activation.prefix)
            caller.before_call, caller.path = caller.path, None
        elif kept and kept.target == proc.base:
            activation.innermost = dict(caller.innermost)
            if proc.base in caller.innermost:
                again = self.graph.again[proc.base].index
                activation.prefix = self.longer(caller.innermost[proc.base], again)
                activation.path = self.begin(activation.prefix)
                activation.entered = activation.path.serial
                return activation
        if not activation.path:
            if not proc.root:
                raise Wrong(f"{proc.name} is entered where a path begins and is not a root")
            activation.path = self.begin(0)
        activation.entered = activation.path.serial
        activation.innermost[proc.base] = activation.prefix
        return activation

    def arrive(self, activation, vertex):
        """ACTIVATION is at VERTEX next."""
        inside, at = activation.definition, activation.at
        if vertex in inside.restart and (activation.left or not inside.edges_between[at, vertex]):
            self.leave(activation)
            activation.left = activation.delivered = False
            self.begin_inside(activation, vertex)
        elif activation.left:
            # A tail call's return is told before the call, which may still come back.
            if vertex != activation.tail:
                raise Wrong(f"{activation.proc.name}: vertex {vertex} runs after Exit")
            return
        elif inside.edges_between[at, vertex]:
            self.step(activation, at, vertex)
        elif vertex == inside.exit and inside.tail_return(at) is not None:
            activation.tail = inside.tail_return(at)
            self.visits[activation.base + activation.tail] += 1
            self.step(activation, at, activation.tail)
            self.step(activation, activation.tail, vertex)
        else:
            raise Wrong(f"{activation.proc.name}: no edge from vertex {at} to vertex {vertex}")
        self.visits[activation.base + vertex] += 1
        activation.at = vertex

    def step(self, activation, at, vertex):
        arc = self.graph.arc_between(activation.base + at, activation.base + vertex)
        self.steps[arc.index] += 1
        if arc.kind == "summary" and self.graph.followed(arc.source):
            if not activation.delivered:
                raise Wrong(f"{activation.proc.name}: call {at} is followed and calls something else")
            activation.delivered = False
            return
        path = activation.path
        if not path:
            raise Wrong(f"{activation.proc.name} goes on at {vertex} and has no path")
        if arc.cut:
            self.record(path._replace(node=self.longer(path.node, self.graph.ends[arc.index].index)))
            self.begin_inside(activation, vertex)
            return
        activation.path = path._replace(node=self.longer(path.node, arc.index))
        if vertex == activation.proc.exit:
            activation.left = True
            if arc.noreturn or not activation.caller:
                self.record(activation.path)
            else:
                self.come_back(activation)
            activation.path = None

    def leave(self, activation):
        """Control has left the call where ACTIVATION is, and does not come back there."""
        arc = self.graph.pending.get(activation.base + activation.at)
        if activation.path and arc and not activation.left:
            self.record(activation.path._replace(node=self.longer(activation.path.node, arc.index)))
        activation.path = None

    def come_back(self, activation):
        """ACTIVATION returns to the caller whose path it has."""
        caller, path = activation.caller, activation.path
        back = self.graph.returns[activation.call]
        begun = self.graph.piecewise and path.serial != activation.entered
        if not (back.cut or (begun and back.unbalanced)):
            caller.path = path._replace(node=self.longer(path.node, back.index))
        elif not self.graph.over:
            self.record(path)
            self.begin_inside(caller, back.target - caller.base)
        else:
            self.record(path)
            over = self.graph.summary[activation.call]
            caller.path = self.begin(self.longer(caller.before_call.node, over.index))
        caller.delivered = True


def follow(graphs, events):
    """Returns {stamp: Run}; GRAPHS by stamp."""
    runs = {stamp: Run(graph) for stamp, graph in graphs.items()}
    activations, last = {}, None
    for event in events:
        if isinstance(event, Entered):
            if event.stamp not in runs:
                raise Wrong(f"unit {event.stamp:#x} is traced and not in the profile")
            activation = runs[event.stamp].enter(event.function, last)
            activations[event.activation] = activation
            last = None
        else:
            last = activations[event.activation]
            last.run.arrive(last, event.vertex)
    for activation in activations.values():
        activation.run.leave(activation)
    return runs


# ---- The profile of a unit against its run.


def check_paths(graph, run):
    expected, got = Counter(), Counter()
    for (node, active), count in run.recorded.items():
        expected[tuple(run.edges(node)), active] += count
    for path in graph.unit.paths:
        if not path.count or not path.edges:
            raise Wrong(f"path {path.number} is empty or never ran")
        got[tuple(graph.canonical(e) for e in path.edges), path.active] += path.count
    compare("path (edges, active)", expected, got)


def check_attributes(graph):
    """What is said of each decoded path beside its edges."""
    for path in graph.unit.paths:
        if path.active >= len(path.edges):
            raise Wrong(f"path {path.number} has no active-suffix")
        sources = [graph.arcs[e].source for e in path.edges]
        first = graph.owner(graph.arcs[path.edges[path.active]].source)
        if first.index != path.function:
            raise Wrong(f"path {path.number}: active in function {path.function} not {first.index}")
        for what, vertices, stmts in (
            ("active-suffix", sources[path.active :], path.stmts),
            ("context-prefix", sources[: path.active], path.prefix_stmts),
        ):
            count = sum(graph.stmts[v] for v in vertices)
            if count != stmts:
                raise Wrong(f"path {path.number}: {what} of {stmts} statements, not {count}")


def check_numbers(graph):
    """Path number n is the n-th in the order of the successor lists."""
    unit = graph.unit
    if unit.num_paths > unit.max_paths and not unit.wide:
        raise Wrong(f"{unit.num_paths} paths, more than max-paths")
    paths = sorted(unit.paths, key=lambda path: path.number)
    ranks = [graph.ranks(path.edges) for path in paths]
    for i, (path, rank) in enumerate(zip(paths, ranks)):
        if path.number >= unit.num_paths:
            raise Wrong(f"path {path.number} of {unit.num_paths}")
        if i and (ranks[i - 1] >= rank or paths[i - 1].number == path.number):
            raise Wrong(f"paths {paths[i - 1].number} and {path.number} are in the wrong order")
        values = [value_of(start) for start in graph.starts] + [unit.num_paths]
        if not values[rank[0]] <= path.number < values[rank[0] + 1]:
            raise Wrong(f"path {path.number} begins elsewhere")
    if unit.num_paths >= ENUMERATE_BELOW:
        return
    every = Enumeration(graph, ENUMERATE_BELOW)
    if len(every.paths) != unit.num_paths:
        raise Wrong(f"{len(every.paths)} paths by enumeration, the unit's numPaths is {unit.num_paths}")
    for path in paths:
        if every.paths[path.number] != tuple(path.edges):
            raise Wrong(f"path number {path.number} is not the one of that rank")
    for start, first in every.first.items():
        if value_of(start) != first:
            raise Wrong(f"{start.proc.name}: first path {value_of(start)}, not {first}")
    for vertex, number in every.unbalanced.items():
        proc = graph.proc_at[vertex]
        if proc.unbalanced != number:
            raise Wrong(f"{proc.name}: numUnbalRLPaths {proc.unbalanced}, not {number}")


def value_of(start):
    return start.proc.gentry_value if start.gentry else start.proc.root_value


def derive(graph, run):
    """What recorded paths say of the program's edges, and of how often functions were entered."""
    edges, calls = Counter(), Counter()
    for (node, active), count in run.recorded.items():
        path = [graph.arcs[e] for e in run.edges(node)]
        if not active:
            calls[path[0].source] += count
        before = path[active - 1] if active else None
        if before and before.kind == "summary":
            edges[before.index] += count
        elif before and is_reentry(before):
            calls[before.source] += count
        elif before and graph.followed(graph.call_before.get(before.target)):
            edges[graph.summary[graph.call_before[before.target]].index] += count
        for arc in path[active:]:
            if arc.kind in ("flow", "summary"):
                edges[arc.index] += count
            elif arc.kind == "return":
                edges[graph.summary[graph.call_before[arc.target]].index] += count
            elif arc.kind == "call":
                calls[arc.target] += count
            elif not begins(arc) and not arc.pending:
                edges[graph.canonical(arc.origin)] += count
    return edges, calls


def check_edges(graph, run):
    edges, calls = derive(graph, run)
    got = Counter()
    for proc in graph.procs:
        for edge in proc.edges:
            if not edge.surrogate:
                got[graph.canonical(edge.index)] += edge.count
    compare("edge", edges, got)
    compare("calls of", calls, Counter({proc.base: proc.calls for proc in graph.procs}))
    if run.num_begun == run.num_recorded:
        compare("complete profile, edge", run.steps, got)
        counts = {p.base + v.index: v.count for p in graph.procs for v in p.vertices}
        compare("complete profile, vertex", run.visits, Counter(counts))


def check(profile, events):
    """Returns (activations, functions, executed paths checked).  Raises Wrong."""
    counted = [unit for unit in profile.scopes if unit.storage != "none"]
    graphs = {unit.stamp: Supergraph(unit) for unit in counted}
    for graph in graphs.values():
        graph.check_cuts()
    runs = follow(graphs, events)
    for stamp, graph in graphs.items():
        check_paths(graph, runs[stamp])
        check_attributes(graph)
        check_numbers(graph)
        check_edges(graph, runs[stamp])
    return (
        sum(run.num_entered for run in runs.values()),
        len(profile.procs),
        sum(len(unit.paths) for unit in profile.scopes),
    )

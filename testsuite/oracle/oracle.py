#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The profile by definition: what `pathprof dump` says of a program, checked against a raw trace of
the same run.

    gcc -fplugin=pathprof.so -fplugin-arg-pathprof-trace=on ... -o prog && ./prog
    oracle.py PROG [--pathprof ./pathprof] [--data prog.ppda] [--trace prog.pptr]

It shares no code with core/.  From the dump it takes the graph (vertices, edges, which edges are cut)
and the counts; from the trace the vertices that each activation of a function went through.  It
checks that
  - every activation walks along edges of the program's graph, or arrives sideways where it may;
  - the cut set is legitimate: without it the graph is acyclic, and each cut edge closes a cycle,
    enters a RESTART vertex, or is marked as broken;
  - in mode path: the paths that the trace is cut into are the decoded ones, with their counts, and
    where the paths are few, path number n is the n-th in the lexicographic order of edges;
  - in mode edge: every edge's count is how often the trace takes it.
"""

import argparse
import struct
import sys
from collections import Counter, defaultdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "lib"))
import harness  # noqa: E402
import profiles  # noqa: E402

TRACE_MAGIC = 0x3130525450505050
ENTER = (1 << 64) - 1
ENUMERATE_BELOW = 5000


class Wrong(Exception):
    """The profile is not what the definition says."""


def read_trace(path):
    """Returns [(unit stamp, function index, [vertices])], one for each activation, in order."""
    if not Path(path).exists():
        return []  # no function that is counted was called
    data = Path(path).read_bytes()
    if len(data) < 16 or struct.unpack_from("<Q", data)[0] != TRACE_MAGIC:
        raise Wrong(f"{path} is not a trace")
    activations = {}
    pending = None
    for activation, vertex in struct.iter_unpack("<QQ", data[16 : len(data) & ~15]):
        if pending is not None:  # the second half of an ENTER event: stamp and function
            activations[pending] = (activation, vertex, [])
            pending = None
        elif activation == 0:
            break  # what was allocated and not used
        elif vertex == ENTER:
            pending = activation
        else:
            activations[activation][2].append(vertex)
    return list(activations.values())


class Definition:
    """What the definition says of one procedure, given its graph and its walks."""

    def __init__(self, proc):
        self.proc = proc
        self.entry, self.exit = proc.entry, proc.exit
        self.edges_between = defaultdict(list)  # (from, to): edges of the program's graph
        self.base_out = defaultdict(list)
        for edge in proc.edges:
            if not edge.surrogate:
                self.edges_between[edge.source, edge.target].append(edge)
                self.base_out[edge.source].append(edge)
        self.restart = {v.index for v in proc.vertices if v.restart}
        self.cut = {edge.index for edge in proc.edges if edge.cut}

    # ---- Is the cut set what it may be?

    def check_cuts(self, mode):
        if mode == "edge":
            if self.cut:
                raise Wrong("mode edge cuts edges")
            return
        self.require_acyclic()
        component = self.components()
        for edge in self.proc.edges:
            if not edge.cut or edge.surrogate:
                if edge.cut:
                    raise Wrong(f"surrogate edge {edge.index} is cut")
                continue
            closes = component[edge.source] == component[edge.target]
            if not (closes or edge.target in self.restart or edge.broken):
                raise Wrong(f"edge {edge.index} is cut without need")
        for target in self.restart:
            for edge in self.proc.edges:
                if edge.target == target and not edge.surrogate and not edge.cut:
                    raise Wrong(f"edge {edge.index} into a RESTART vertex is not cut")

    def require_acyclic(self):
        """Kahn: removes vertices without predecessors until none is left."""
        degree = Counter()
        out = defaultdict(list)
        for edge in self.proc.edges:
            if not edge.cut:
                degree[edge.target] += 1
                out[edge.source].append(edge.target)
        ready = [v.index for v in self.proc.vertices if not degree[v.index]]
        left = len(self.proc.vertices)
        while ready:
            left -= 1
            for target in out[ready.pop()]:
                degree[target] -= 1
                if not degree[target]:
                    ready.append(target)
        if left:
            raise Wrong("the graph without its cut edges has a cycle")

    def components(self):
        """Strongly connected components of the program's graph (Kosaraju): a number each."""
        order, seen = [], set()
        into = defaultdict(list)
        for root in [v.index for v in self.proc.vertices]:
            if root in seen:
                continue
            seen.add(root)
            stack = [(root, iter(self.base_out[root]))]
            while stack:
                v, edges = stack[-1]
                for edge in edges:
                    if edge.target not in seen:
                        seen.add(edge.target)
                        stack.append((edge.target, iter(self.base_out[edge.target])))
                        break
                else:
                    order.append(v)
                    stack.pop()
        for edges in self.base_out.values():
            for edge in edges:
                into[edge.target].append(edge.source)
        component = {}
        for root in reversed(order):
            stack = [root]
            while stack:
                v = stack.pop()
                if v not in component:
                    component[v] = root
                    stack += into[v]
        return component

    # ---- Walks.

    def steps(self, walk):
        """The walk of one activation as steps (from, to); from None: arrived sideways."""
        at = self.entry
        result = []
        for vertex in walk:
            if at == self.exit and vertex not in self.restart:
                # A tail call's return is recorded before the call, which may still come back.
                if vertex != result[-1][0]:
                    raise Wrong(f"vertex {vertex} runs after Exit")
                continue
            if self.edges_between.get((at, vertex)):
                result.append((at, vertex))
            elif vertex == self.exit and self.tail_return(at) is not None:
                site = self.tail_return(at)
                result += [(at, site), (site, self.exit)]
            elif vertex in self.restart:
                result.append((None, vertex))
            else:
                raise Wrong(f"no edge from vertex {at} to vertex {vertex}")
            at = vertex
        return result

    def tail_return(self, call):
        """The return-site of CALL if all that it does is return, else None."""
        for edge in self.base_out[call]:
            if self.edges_between.get((edge.target, self.exit)) and edge.summary:
                return edge.target
        return None

    def paths_of(self, steps):
        """Cuts one activation into observable paths, each (begins by a cut, vertices, cut target):
        complete ones only, what is under way when control leaves sideways is dropped."""
        path, begun = [], False
        for source, target in steps:
            if source is None:
                path, begun = [target], True
                continue
            if self.is_cut(source, target):
                yield begun, tuple(path), target
                path, begun = [target], True
            elif target == self.exit:
                yield begun, tuple(path), None
                path = []
            else:
                path.append(target)

    def is_cut(self, source, target):
        cuts = {edge.cut for edge in self.edges_between[source, target]}
        if len(cuts) > 1:
            raise Wrong(f"some of the edges {source} -> {target} are cut and some are not")
        return cuts.pop()

    # ---- The graph that is numbered.

    def identity(self, edges):
        """A decoded path, as its live edges, in the form of paths_of."""
        begun = edges[0].surrogate
        if edges[0].source != self.entry or edges[-1].target != self.exit:
            raise Wrong("a decoded path does not lead from Entry to Exit")
        for first, second in zip(edges, edges[1:]):
            if first.target != second.source:
                raise Wrong("a decoded path does not hang together")
        for edge in edges:
            if edge.cut:
                raise Wrong("a decoded path takes a cut edge")
        target = None
        if edges[-1].surrogate:
            target = self.proc.edges_by_index[edges[-1].origin].target
            if self.proc.edges_by_index[edges[-1].origin].source != edges[-1].source:
                raise Wrong("a surrogate to Exit begins elsewhere than its cut edge")
        return begun, tuple(edge.target for edge in edges[:-1]), target

    def enumerate(self):
        """All paths of the numbered graph in lexicographic order of edges."""
        out = defaultdict(list)
        for edge in self.proc.edges:
            if not edge.cut:
                out[edge.source].append(edge)
        stack = [iter(out[self.entry])]
        path = []
        while stack:
            edge = next(stack[-1], None)
            if edge is None:
                stack.pop()
                if path:
                    path.pop()
                continue
            if edge.target == self.exit:
                yield path + [edge]
            else:
                path.append(edge)
                stack.append(iter(out[edge.target]))


def compare(what, expected, got):
    """EXPECTED and GOT are Counters that must be equal."""
    for key in sorted(set(expected) | set(got), key=repr):
        if expected[key] != got[key]:
            raise Wrong(f"{what} {key}: {expected[key]} by definition, {got[key]} in the profile")


def check_paths(definition, walks):
    proc = definition.proc
    expected = Counter()
    for steps in walks:
        expected.update(definition.paths_of(steps))
    got = Counter()
    for path in proc.paths:
        got[definition.identity([proc.edges_by_index[e] for e in path.edges])] += path.count
    compare("path", expected, got)
    if proc.num_paths < ENUMERATE_BELOW:
        every = list(definition.enumerate())
        if len(every) != proc.num_paths:
            raise Wrong(f"{len(every)} paths by enumeration, numPaths is {proc.num_paths}")
        for path in proc.paths:
            if [edge.index for edge in every[path.number]] != path.edges:
                raise Wrong(f"path number {path.number} is not the one of that rank")


def check_edges(definition, walks):
    proc = definition.proc
    expected = Counter()
    for steps in walks:
        expected.update(step for step in steps if step[0] is not None)
    got = Counter()
    for edge in proc.edges:
        if not edge.surrogate:
            got[edge.source, edge.target] += edge.count
    compare("edge", expected, got)
    # The complement of a spanning tree of the graph with Exit -> Entry.
    leader = {v.index: v.index for v in proc.vertices}

    def find(v):
        while leader[v] != v:
            v = leader[v]
        return v

    tree = 0
    for source, target in [(edge.source, edge.target) for edge in proc.edges] + [
        (definition.exit, definition.entry)
    ]:
        a, b = find(source), find(target)
        if a != b:
            leader[a] = b
            tree += 1
    counted = sum(edge.counted for edge in proc.edges)
    if counted != len(proc.edges) + 1 - tree:
        raise Wrong(f"{counted} counters, {len(proc.edges) + 1} edges, {tree} of them on a tree")


def check_program(pathprof, program, data, trace, cwd=None):
    """Returns (activations, functions, executed paths or edges checked).  Raises Wrong."""
    profile = profiles.load(pathprof, program, data, cwd)
    walks = defaultdict(list)
    activations = read_trace(trace)
    for stamp, function, walk in activations:
        walks[stamp, function].append(walk)
    procs = {(proc.stamp, proc.index): proc for proc in profile.procs}
    for key in walks:
        if key not in procs:
            raise Wrong(f"function {key[1]} of unit {key[0]:#x} is traced and not in the profile")
    checked = 0
    for key, proc in procs.items():
        if proc.uncounted:
            continue
        definition = Definition(proc)
        try:
            definition.check_cuts(profile.mode)
            steps = [definition.steps(walk) for walk in walks[key]]
            if profile.mode == "path":
                check_paths(definition, steps)
                checked += len(proc.paths)
            else:
                check_edges(definition, steps)
                checked += len(proc.edges)
            if proc.calls != len([s for s in steps if s and is_counted_call(profile, definition, s)]):
                raise Wrong(f"{proc.calls} calls in the profile, {len(steps)} in the trace")
        except Wrong as wrong:
            raise Wrong(f"{proc.name}: {wrong}") from None
    return len(activations), len(procs), checked


def is_counted_call(profile, definition, steps):
    """Whether an activation counts as a call: in mode path, if its first path was completed."""
    if profile.mode == "edge":
        return True
    return any(not begun for begun, _, _ in definition.paths_of(steps))


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    harness.add_arguments(parser)
    parser.add_argument("program")
    parser.add_argument("--data")
    parser.add_argument("--trace")
    args = parser.parse_args()
    trace = args.trace or args.program + ".pptr"
    try:
        activations, functions, checked = check_program(
            args.pathprof, args.program, args.data, trace
        )
    except Wrong as wrong:
        sys.exit(f"{args.program}: {wrong}")
    print(f"{activations} activations of {functions} functions agree in {checked} counts")


if __name__ == "__main__":
    main()

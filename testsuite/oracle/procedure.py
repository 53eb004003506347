# SPDX-License-Identifier: GPL-3.0-or-later
"""What the definition says of one procedure, of its own."""

from collections import Counter, defaultdict

import harness
from events import Wrong, compare


PENDING = "pending"  # where a path leads that ends in a call which did not come back


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
        self.pending = {e.source: e for e in proc.edges if e.surrogate and e.pending and not e.cut}

    # ---- Is the cut set what it may be?

    def check_cuts(self, mode):
        if mode in harness.OF_EDGES:
            if self.cut:
                raise Wrong("mode edge cuts edges")
            return
        self.require_acyclic()
        component = self.components()
        for edge in self.proc.edges:
            if not edge.cut or edge.surrogate:
                if edge.cut and not self.is_again(edge):
                    raise Wrong(f"surrogate edge {edge.index} is cut")
                continue
            closes = component[edge.source] == component[edge.target]
            if not (closes or edge.target in self.restart or edge.broken):
                raise Wrong(f"edge {edge.index} is cut without need")
        for target in self.restart:
            for edge in self.proc.edges:
                if edge.target == target and not edge.surrogate and not edge.cut:
                    raise Wrong(f"edge {edge.index} into a RESTART vertex is not cut")

    def check_pending(self):
        """With option pending=on a path may end in any call that may not come back, but where it ends
        before the call in any case."""
        expected = Counter()
        for vertex in self.proc.vertices:
            on = self.base_out[vertex.index]
            ends = any(e.noreturn or (e.summary and e.target in self.restart) for e in on)
            if self.proc.pending and vertex.kind == "call" and vertex.may_leave and not ends:
                expected[vertex.index] = 1
        compare("calls that may not come back", expected,
                Counter(e.source for e in self.proc.edges if e.surrogate and e.pending))

    def is_again(self, _edge):
        """Mode path-context: is it the surrogate of a loop's head?"""
        return False

    def ways_on(self, _edge, ways):
        """The edges that a path may take behind the edge given, of which WAYS are those out of its target."""
        return ways

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
        """Cuts one activation into observable paths, each (begins by a cut, vertices, cut target).
        What is under way when control leaves sideways ends in that call, or, without option
        pending=, is dropped."""
        path, begun, saved = [], False, {}
        for source, target in steps:
            if source is None:
                yield from self.left(begun, path)
                path, begun = [target], True
                continue
            if self.is_cut(source, target):
                yield begun, tuple(path), target
                begun, path = self.path_after(source, target, saved)
            elif target == self.exit:
                yield begun, tuple(path), None
                path = []
            else:
                path.append(target)
            self.arrive(source, target, begun, path, saved)
        yield from self.left(begun, path)

    def path_after(self, source, target, saved):
        """The path (whether a cut began it, its vertices) that begins with the cut edge from SOURCE to
        TARGET.  SAVED is what `arrive` has left there in this activation."""
        return True, [target]

    def arrive(self, source, target, begun, path, saved):
        """Control has come from SOURCE to TARGET, and is on PATH."""

    def left(self, begun, path):
        """PATH is under way where control leaves sideways."""
        if path and path[-1] in self.pending:
            yield begun, tuple(path), PENDING

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
        if edges[-1].surrogate and edges[-1].pending:
            target = PENDING
        elif edges[-1].surrogate:
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
                stack.append(iter(self.ways_on(edge, out[edge.target])))

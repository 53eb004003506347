# SPDX-License-Identifier: GPL-3.0-or-later
"""Paths over k iterations of loops, by definition (Roy and Srikant, section 2).

Which loops are meant, and their k, is in the dump; what a loop is follows from the graph.  All windows
of iterations that are open are followed vertex by vertex, each as a list of its own: a path that
begins at a loop's head, or comes to it, ends at the loop's back edge after k iterations, one that began
there and leaves the loop earlier is none, and at every back edge one more begins.

A loop that is collapsed is one vertex, ("over", its head), in the paths that come to it from outside; what
was done in it is in paths that begin as it is entered or goes round, and end, at the latest, as it is left.
"""

from collections import Counter, defaultdict

import procedure
from events import Wrong, compare


class Window:
    """A path under way."""

    def __init__(self, begun, vertices, iterations, whole):
        self.begun, self.vertices = begun, vertices
        self.iterations = iterations  # of the loop that it is in
        self.whole = whole  # it began at the head of that loop


class Definition(procedure.Definition):
    def __init__(self, proc):
        super().__init__(proc)
        self.k = {v.index: v.k for v in proc.vertices if v.k > 1}
        self.collapsed = {v.index: self.body(v.index) for v in proc.vertices if v.collapsed}
        self.check_collapsed()
        smallest_first = sorted(self.collapsed, key=lambda head: len(self.collapsed[head]))
        # The collapsed loops that a vertex is in, the innermost first.
        self.regions = defaultdict(tuple)
        for head in smallest_first:
            for v in self.collapsed[head]:
                self.regions[v] += (head,)
        self.loop_at = {}  # vertex or step: head of its loop with k > 1
        for head in self.k:
            for v in self.body(head):
                for at in (v, ("over", v)) if v in self.collapsed else (v,):
                    if self.regions_at(at) != self.regions[head]:
                        continue
                    if at in self.loop_at:
                        raise Wrong(f"{at} is in two loops with k > 1")
                    self.loop_at[at] = head
        for (source, target), edges in self.edges_between.items():
            at, to, _ = self.crossing(source, target)
            if to in self.loop_at and to not in self.k and self.loop_at.get(at) != self.loop_at[to]:
                raise Wrong(f"the loop with {target} is entered elsewhere than at its head")

    def regions_at(self, at):
        return self.regions[at] if isinstance(at, int) else self.regions[at[1]][1:]

    def crossing(self, source, target):
        """An edge of the program in the graph of the paths that take it: where it comes from and leads
        to there, and the collapsed loops that it leaves, from the innermost on."""
        to = target
        if target in self.collapsed and source not in self.collapsed[target]:
            to = ("over", target)
        at, left = source, []
        while self.regions_at(at) != self.regions_at(to):
            if not self.regions_at(at):
                raise Wrong(f"a collapsed loop is entered from {source} elsewhere than at its head")
            left.append(self.regions_at(at)[0])
            at = ("over", left[-1])
        return at, to, left

    def check_collapsed(self):
        """Only what is directly inside a loop of which more than one iteration is wanted."""
        if not self.collapsed:
            return
        bodies = {}
        for head in {e.target for e in self.proc.edges if e.back and not e.surrogate}:
            try:
                bodies[head] = self.body(head)
            except Wrong:  # it is irreducible
                pass
        wanted = {v.index: v.wanted_k for v in self.proc.vertices}
        for head in self.collapsed:
            around = [h for h, body in bodies.items() if h != head and head in body]
            if not around or wanted[min(around, key=lambda h: len(bodies[h]))] < 2:
                raise Wrong(f"the loop of {head} is collapsed without need")

    def body(self, head):
        """The natural loop of HEAD: what reaches a back edge without passing it."""
        into = defaultdict(list)
        for source, target in self.edges_between:
            into[target].append(source)
        reached = self.reachable_without(head)
        body, work = {head}, []
        for source in into[head]:
            # A back edge's source can only be reached through the head.
            if source == head or source not in reached:
                work.append(source)
        if not work:
            raise Wrong(f"{head} has k > 1 and heads no loop")
        while work:
            v = work.pop()
            if v not in body:
                body.add(v)
                work += into[v]
        if self.entry in body:
            raise Wrong(f"the loop of {head} can be entered from the side")
        return body

    def reachable_without(self, head):
        reached, work = set(), [self.entry] + list(self.restart)
        while work:
            v = work.pop()
            if v not in reached and v != head:
                reached.add(v)
                work += [edge.target for edge in self.base_out[v]]
        return reached

    def goes_round(self, at, to):
        return to in self.k and self.loop_at.get(at) == to

    def is_cut(self, source, target):
        at, to, left = self.crossing(source, target)
        if to == target and not left:
            return super().is_cut(source, target)
        return to == target and any(e.back for e in self.edges_between[source, target])

    def check_cuts(self, mode):
        """The edges into and out of collapsed loops are cut, too."""
        crossing = set()
        for edge in self.proc.edges:
            if not edge.surrogate:
                _, to, left = self.crossing(edge.source, edge.target)
                if left or to != edge.target:
                    crossing.add(edge.index)
                    if edge.index not in self.cut:
                        raise Wrong(f"edge {edge.index} crosses a collapsed loop's edge and is not cut")
        edges = [
            e._replace(broken=True) if e.index in crossing else e
            for e in self.proc.edges
            if not (e.over and e.cut)
        ]
        saved, self.proc.edges = self.proc.edges, edges
        super().check_cuts(mode)
        self.proc.edges = saved

    def paths_of(self, steps):
        """As that of procedure.Definition, whose cut edges include those that go round.  The windows of
        each collapsed loop that control is in have a list of their own."""
        levels = [[Window(False, [], 0, False)]]
        for source, target in steps:
            if source is None:
                yield from self.left_in(levels)
                levels = [[Window(True, [target], 0, False)]]
                continue
            at, to, left = self.crossing(source, target)
            where = source
            for head in left:
                for window in levels.pop():
                    if self.may_leave(window, self.loop_at.get(where)):
                        yield window.begun, tuple(window.vertices), ("out", target)
                where = ("over", head)
            yield from self.move(levels[-1], at, to, self.is_cut(source, target))
            if to != target:
                levels.append([Window("into", [target], int(target in self.k), False)])
        yield from self.left_in(levels)

    def may_leave(self, window, loop):
        return loop is None or not window.whole or window.iterations == self.k[loop]

    def move(self, windows, at, to, cut):
        """WINDOWS, of one level, go from AT to TO."""
        loop = self.loop_at.get(at)
        if self.goes_round(at, to):
            k = self.k[to]
            for window in windows:
                if window.iterations == k:
                    yield window.begun, tuple(window.vertices), to
                window.vertices.append(to)
                window.iterations += 1
            windows[:] = [w for w in windows if w.iterations <= k]
            windows.append(Window(True, [to], 1, True))
            return
        if loop is not None and self.loop_at.get(to) != loop:
            windows[:] = [w for w in windows if self.may_leave(w, loop)]
            for window in windows:
                window.iterations, window.whole = 0, False
        if len(windows) > 1 and self.loop_at.get(to) != loop:
            raise Wrong("two paths are under way outside loops")
        if cut:
            for window in windows:
                yield window.begun, tuple(window.vertices), to
            windows[:] = [Window(True, [to], 0, False)]
        elif to == self.exit:
            for window in windows:
                yield window.begun, tuple(window.vertices), None
            windows[:] = []
        else:
            for window in windows:
                window.vertices.append(to)
        if to in self.k:
            for window in windows:
                window.iterations = 1

    def left_in(self, levels):
        """Control has left from where the windows of LEVELS are under way: the one that could have left
        its loop there ends (option pending=)."""
        for window in [window for windows in levels for window in windows]:
            if not window.vertices or window.vertices[-1] not in self.pending:
                continue
            if self.may_leave(window, self.loop_at.get(window.vertices[-1])):
                yield window.begun, tuple(window.vertices), procedure.PENDING

    # ---- The graph that is numbered.

    def leads_to_step(self, edge):
        return edge.surrogate and edge.origin is not None and edge.target != self.exit

    def is_over(self, edge):
        return edge.over and edge.source != self.entry

    def places(self, edge):
        """Where EDGE of that graph comes from and leads to."""
        origin = self.proc.edges_by_index.get(edge.origin)
        step = self.is_over(edge) or (origin is not None and self.is_over(origin))
        return (
            ("over", edge.source) if step else edge.source,
            ("over", edge.target) if self.leads_to_step(edge) else edge.target,
        )

    def is_round(self, edge):
        return edge.cut and (not edge.surrogate or edge.over) and self.goes_round(*self.places(edge))

    def ends_round(self, edge):
        origin = self.proc.edges_by_index.get(edge.origin)
        return origin is not None and self.is_round(origin)

    def identity(self, edges):
        """A decoded path in the form of paths_of; it may go along cut edges, but only round loops."""
        plain = []
        for edge in edges:
            if edge.cut:
                if not self.is_round(edge):
                    raise Wrong("a decoded path takes a cut edge that goes round no loop")
                edge = edge._replace(cut=False)
            plain.append(edge)
        begun, _, target = super().identity(plain)
        at = self.entry
        for edge in edges:
            if self.places(edge)[0] != at:
                raise Wrong("a decoded path does not hang together at a collapsed loop")
            at = self.places(edge)[1]
        if self.leads_to_step(edges[0]):
            begun = False
        elif edges[0].over:
            begun = "into"
        origin = self.proc.edges_by_index.get(edges[-1].origin)
        if origin is not None and origin.begins is not None:
            if self.is_over(self.proc.edges_by_index[origin.begins]):
                target = ("out", target)
        return begun, tuple(self.places(edge)[1] for edge in edges[:-1]), target

    def enumerate(self):
        """All paths in the order of their numbers.  At each vertex edges in their order, back edges
        of iterations before the last where they stand, that of the last by its surrogate."""
        out = defaultdict(list)
        for edge in self.proc.edges:
            out[self.places(edge)[0]].append(edge)

        def ways(at, iteration, whole):
            for edge in out[at]:
                to = self.places(edge)[1]
                loop = self.loop_at.get(at)
                last = loop is None or iteration == self.k[loop]
                if self.is_round(edge):
                    if not last:
                        yield edge, iteration + 1, whole
                elif edge.cut:
                    continue
                elif self.ends_round(edge):
                    if last:
                        yield edge, 0, False
                elif loop is not None and self.loop_at.get(to) == loop:
                    yield edge, iteration, whole
                elif not (whole and not last):
                    entered = to in self.k
                    begins = edge.surrogate and not edge.over
                    yield edge, int(entered), entered and begins

        stack = [ways(self.entry, 0, False)]
        path = []
        while stack:
            step = next(stack[-1], None)
            if step is None:
                stack.pop()
                if path:
                    path.pop()
                continue
            edge, iteration, whole = step
            if edge.target == self.exit:
                yield path + [edge]
            else:
                path.append(edge)
                stack.append(ways(self.places(edge)[1], iteration, whole))


def check_edges(definition, walks):
    """Paths overlap; what the profile says of edges must count each execution once nevertheless.
    Where control leaves sideways the path under way is lost without option pending=, and that is not
    compared."""
    expected = Counter()
    for steps in walks:
        left = not steps or steps[-1][1] != definition.exit or any(s is None for s, _ in steps)
        if left and not definition.proc.pending:
            return
        expected.update(step for step in steps if step[0] is not None)
    got = Counter()
    for edge in definition.proc.edges:
        if not edge.surrogate:
            got[edge.source, edge.target] += edge.count
    compare("edge", expected, got)

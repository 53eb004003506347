# SPDX-License-Identifier: GPL-3.0-or-later
"""Paths over k iterations of loops, by definition (Roy and Srikant, section 2).

Which loops are meant, and their k, is in the dump; what a loop is follows from the graph.  All windows
of iterations that are open are followed vertex by vertex, each as a list of its own: a path that
begins at a loop's head, or comes to it, ends at the loop's back edge after k iterations, one that began
there and leaves the loop earlier is none, and at every back edge one more begins.
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
        self.head_of = {}
        for head in self.k:
            for v in self.body(head):
                if v in self.head_of:
                    raise Wrong(f"vertex {v} is in two loops with k > 1")
                self.head_of[v] = head
        for (source, target), edges in self.edges_between.items():
            inside = target in self.head_of and target not in self.k
            if inside and self.head_of.get(source) != self.head_of[target]:
                raise Wrong(f"the loop with {target} is entered elsewhere than at its head")

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

    def goes_round(self, source, target):
        return target in self.k and self.head_of.get(source) == target

    def paths_of(self, steps):
        """As that of procedure.Definition, whose cut edges include those that go round."""
        windows = [Window(False, [], 0, False)]
        for source, target in steps:
            if source is None:
                yield from self.left_in(windows)
                windows = [Window(True, [target], 0, False)]
            elif self.goes_round(source, target):
                k = self.k[target]
                for window in windows:
                    if window.iterations == k:
                        yield window.begun, tuple(window.vertices), target
                    window.vertices.append(target)
                    window.iterations += 1
                windows = [w for w in windows if w.iterations <= k]
                windows.append(Window(True, [target], 1, True))
            else:
                loop = self.head_of.get(source)
                if loop is not None and self.head_of.get(target) != loop:
                    k = self.k[loop]
                    windows = [w for w in windows if not w.whole or w.iterations == k]
                    for window in windows:
                        window.iterations, window.whole = 0, False
                if len(windows) > 1 and self.head_of.get(target) != loop:
                    raise Wrong("two paths are under way outside loops")
                if self.is_cut(source, target):
                    for window in windows:
                        yield window.begun, tuple(window.vertices), target
                    windows = [Window(True, [target], 0, False)]
                elif target == self.exit:
                    for window in windows:
                        yield window.begun, tuple(window.vertices), None
                    windows = []
                else:
                    for window in windows:
                        window.vertices.append(target)
                if target in self.k:
                    for window in windows:
                        window.iterations = 1
        yield from self.left_in(windows)

    def left_in(self, windows):
        """Control has left from where WINDOWS are under way: the one that could have left its loop
        there ends (option pending=)."""
        for window in windows:
            if not window.vertices or window.vertices[-1] not in self.pending:
                continue
            loop = self.head_of.get(window.vertices[-1])
            if not window.whole or window.iterations == self.k[loop]:
                yield window.begun, tuple(window.vertices), procedure.PENDING

    def identity(self, edges):
        """A decoded path in the form of paths_of; it may go along cut edges, but only round loops."""
        plain = []
        for edge in edges:
            if edge.cut:
                if not self.goes_round(edge.source, edge.target):
                    raise Wrong("a decoded path takes a cut edge that goes round no loop")
                edge = edge._replace(cut=False)
            plain.append(edge)
        return super().identity(plain)

    def enumerate(self):
        """All paths in the order of their numbers.  At each vertex edges in their order, back edges
        of iterations before the last where they stand, that of the last by its surrogate."""
        out = defaultdict(list)
        for edge in self.proc.edges:
            out[edge.source].append(edge)

        def ways(v, iteration, whole):
            for edge in out[v]:
                loop = self.head_of.get(v)
                last = loop is None or iteration == self.k[loop]
                origin = self.proc.edges_by_index.get(edge.origin)
                if not edge.surrogate and self.goes_round(v, edge.target):
                    if not last:
                        yield edge, iteration + 1, whole
                elif edge.cut:
                    continue
                elif origin is not None and self.goes_round(origin.source, origin.target):
                    if last:
                        yield edge, 0, False
                elif loop is not None and self.head_of.get(edge.target) == loop:
                    yield edge, iteration, whole
                elif not (whole and not last):
                    entered = edge.target in self.k
                    yield edge, int(entered), entered and edge.surrogate

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
                stack.append(ways(edge.target, iteration, whole))


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

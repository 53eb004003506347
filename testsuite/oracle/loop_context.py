# SPDX-License-Identifier: GPL-3.0-or-later
"""Paths with the way to the loop that they are in, by definition (Melski, section 5.1).

What control did since a path began is followed vertex by vertex.  When it comes to the head of a
reducible loop by any edge but a back edge, that way is remembered; when it goes round the loop, the path
ends, and the next has what was remembered for its context-prefix.  The head appears twice where the
prefix ends: as va, to which it leads, and as vb, where the rest begins.
"""

from collections import defaultdict

import procedure
from events import Wrong


class Definition(procedure.Definition):
    def __init__(self, proc):
        super().__init__(proc)
        into = defaultdict(list)
        for edge in proc.edges:
            if not edge.surrogate:
                into[edge.target].append(edge)
        self.split = {v for v, edges in into.items() if self.is_reducible(v, edges)}
        self.again = {}
        for edge in proc.edges:
            if self.is_again(edge):
                if edge.source in self.again:
                    raise Wrong(f"vertex {edge.source} has two surrogates")
                self.again[edge.source] = edge
        if set(self.again) != self.split:
            raise Wrong(f"{sorted(self.again)} are split, and not {sorted(self.split)}")

    def is_reducible(self, head, into):
        """Is HEAD that of a loop, and the only way into it, and can code be placed on that?"""
        sources = [edge.source for edge in into if edge.back]
        if not sources or head in self.restart or any(edge.abnormal for edge in into):
            return False
        reached, work = {head}, [self.entry] + list(self.restart)
        while work:
            v = work.pop()
            if v not in reached:
                reached.add(v)
                work += [edge.target for edge in self.base_out[v]]
        return all(source == head or source not in reached for source in sources)

    def is_again(self, edge):
        return edge.surrogate and edge.source == edge.target

    def goes_round(self, source, target):
        return target in self.split and any(e.back for e in self.edges_between[source, target])

    def path_after(self, source, target, saved):
        if not self.goes_round(source, target):
            return super().path_after(source, target, saved)
        begun, before = saved[target]
        return begun, before + [target]

    def arrive(self, source, target, begun, path, saved):
        if target in self.split and not self.goes_round(source, target):
            saved[target] = begun, list(path)

    def identity(self, edges):
        """A decoded path goes along some of the surrogates, which are in no other graph."""
        return super().identity(
            [edge._replace(cut=False) if self.is_again(edge) else edge for edge in edges]
        )

    def ways_on(self, edge, ways):
        """Who comes to a vertex that is split goes on from it; all ways on over its surrogate come after
        those that are not."""
        again = self.again.get(edge.target)
        return ways + [again] if again and not self.is_again(edge) else ways

    def check_parts(self):
        """The active-suffix of every path begins behind the last surrogate that it goes over; the code
        of a vertex that is split is at vb."""
        stmts = {v.index: v.stmts for v in self.proc.vertices}
        for path in self.proc.paths:
            edges = [self.proc.edges_by_index[e] for e in path.edges]
            again = [i for i, edge in enumerate(edges) if self.is_again(edge)]
            active = again[-1] + 1 if again else 0
            sums = [0, 0]
            for i, edge in enumerate(edges):
                if i + 1 not in again:
                    sums[i + 1 >= active] += stmts[edge.target]
            if [active, *sums] != [path.active, path.prefix_stmts, path.stmts]:
                raise Wrong(f"path {path.number}: prefix and suffix are not {active}, {sums}")

# SPDX-License-Identifier: GPL-3.0-or-later
"""The supergraph of a unit (thesis, 3.1) as a dump tells it, and the paths through it by definition:
unbalanced-left ones in mode context (thesis, chapter 3), unbalanced-right-left ones in mode piecewise
(chapter 4); in modes context-values and piecewise-values all return edges are cut (5.3).

GExit_P is not a vertex: an edge into Exit_P that is a surrogate or NORETURN leads there.  GEntry_P is
none either: in modes piecewise and piecewise-values the surrogates out of Entry_P are its edges.
"""

from collections import defaultdict
from types import SimpleNamespace
from typing import NamedTuple

import procedure
from events import Wrong


class Arc(NamedTuple):
    """An edge; vertices are numbered throughout the unit."""

    index: int
    kind: str
    source: int
    target: int
    cut: bool
    broken: bool = False
    back: bool = False
    unbalanced: bool = False
    noreturn: bool = False
    origin: object = None
    count: int = 0
    pending: bool = False
    chosen: bool = False


def arcs_of(proc):
    """A vertex's call edge comes before its summary edge: that is the order of the numbering."""
    for e in proc.links:
        kind = "call" if e.call else "return"
        yield Arc(
            e.index, kind, e.source, e.target, e.cut, e.broken, e.back, e.unbalanced, count=e.count,
            chosen=e.chosen,
        )
    for e in proc.edges:
        kind = "surrogate" if e.surrogate else "summary" if e.summary else "flow"
        source, target = proc.base + e.source, proc.base + e.target
        yield Arc(
            e.index, kind, source, target, e.cut, e.broken, e.back, False, e.noreturn, e.origin,
            e.count, e.pending,
        )


def begins(arc):
    """Is ARC a surrogate with which a path begins, Entry_P -> v or GEntry_P -> v?"""
    return arc.kind == "surrogate" and arc.origin is None and not arc.pending


def is_reentry(arc):
    """Is ARC the surrogate Entry_R -> Entry'_R of a procedure whose recursive calls keep their context
    (thesis 5.2)?  Entry'_R is no vertex."""
    return begins(arc) and arc.source == arc.target


class Start(NamedTuple):
    """A successor of Entry_global."""

    proc: object
    gentry: bool


# What parentheses are open: None, or (call vertex, the rest), or ROOT below all others: the one of
# Entry_global -> Entry_P.  With None whatever return edge comes is unbalanced to the right.
ROOT = ("root",)
# Or this one: of a recursive call, whose path ends where it comes back.
AGAIN = ("again",)


class Supergraph:
    def __init__(self, unit):
        self.unit = unit
        self.piecewise = unit.mode.startswith("piecewise")
        self.values = unit.mode.endswith("-values")
        # Where a return edge is cut the caller's path goes on over the call.
        self.over = unit.mode != "piecewise"
        self.procs = [proc for proc in unit.procs if not proc.uncounted]
        self.arcs = {arc.index: arc for proc in unit.procs for arc in arcs_of(proc)}
        self.out = defaultdict(list)
        self.proc_at = {}  # of an Entry or an Exit
        self.entries, self.exits, self.restart, self.stmts = set(), set(), set(), {}
        for proc in self.procs:
            self.entries.add(proc.base)
            self.exits.add(proc.base + proc.exit)
            self.proc_at[proc.base] = self.proc_at[proc.base + proc.exit] = proc
            self.restart |= {proc.base + v.index for v in proc.vertices if v.restart}
            self.stmts |= {proc.base + v.index: v.stmts for v in proc.vertices}
            for arc in arcs_of(proc):
                self.out[arc.source].append(arc)
        self.between = defaultdict(list)  # (from, to): the program's own edges in one procedure
        self.ends, self.begins = {}, {}  # by cut edge, and by (Entry, vertex)
        self.summary, self.call = {}, {}  # by call vertex; the call edge may be cut
        self.pending = {}  # likewise: the surrogate of paths that end in the call
        self.again = {}  # by Entry: its surrogate to itself
        for arc in self.arcs.values():
            self.sort_in(arc)
        self.call_before = {arc.target: c for c, arc in self.summary.items()}  # by return-site
        self.returns = {}  # by call vertex; edges into r come from its own call only
        into = {arc.target: arc for arc in self.arcs.values() if arc.kind == "return"}
        for c, call in self.call.items():
            self.returns[c] = into.get(self.summary[c].target) if c in self.summary else None
            if not self.returns[c] or self.returns[c].index != call.index + 1:
                raise Wrong(f"call edge {call.index} has no return edge")
            if self.proc_at.get(call.target) is not self.proc_at.get(self.returns[c].source):
                raise Wrong(f"call edge {call.index} leads elsewhere than its return edge comes from")
        self.starts = [Start(proc, False) for proc in self.procs if proc.root]
        if self.piecewise:
            self.starts += [Start(p, True) for p in self.procs if any(map(begins, self.out[p.base]))]

    def sort_in(self, arc):
        if arc.kind == "surrogate" and arc.origin is not None:
            self.ends[arc.origin] = arc
        elif is_reentry(arc):
            self.again[arc.source] = arc
        elif begins(arc):
            self.begins[arc.source, arc.target] = arc
        elif arc.pending:
            if not arc.cut:
                self.pending[arc.source] = arc
        elif arc.kind == "call":
            self.call[arc.source] = arc
        elif arc.kind != "return":
            self.between[arc.source, arc.target].append(arc)
            if arc.kind == "summary":
                self.summary[arc.source] = arc

    def followed(self, c):
        """The call edge of vertex C if paths go over it, else None."""
        call = self.call.get(c)
        return call if call and not call.cut else None

    def kept(self, c):
        """The call edge of vertex C if it is recursive and keeps the context, else None."""
        call = self.call.get(c)
        return call if call and call.back and call.target in self.again else None

    def arc_between(self, source, target):
        """The edge that a step takes: the first where there are several, which are then all alike."""
        arcs = self.between[source, target]
        if len({arc.cut for arc in arcs}) > 1:
            raise Wrong(f"some of the edges {source} -> {target} are cut and some are not")
        return arcs[0]

    def canonical(self, index):
        """The edge that stands for edge INDEX and those parallel to it."""
        if index not in self.arcs:
            raise Wrong(f"there is no edge {index}")
        arc = self.arcs[index]
        if arc.kind in ("call", "return"):
            return index
        if arc.kind != "surrogate":
            return self.arc_between(arc.source, arc.target).index
        if arc.pending:
            return index
        if is_reentry(arc):
            return index
        if arc.origin is None:
            return self.begins[arc.source, arc.target].index
        origin = self.arcs[arc.origin]
        if origin.source != arc.source or not origin.cut:
            raise Wrong(f"surrogate {index} stands for no cut edge of its vertex")
        return self.ends[self.arc_between(origin.source, origin.target).index].index

    # ---- The grammar.

    def successors(self, arc, vertex, open_, gentry=False):
        """How a path may go on that has come to VERTEX over ARC (None: it begins there) with OPEN_
        parentheses: [(edge, what is then open)]; edge None is the one to Exit_global."""
        if vertex in self.exits:
            return self.successors_of_exit(arc, vertex, open_)
        live = [way for way in self.out[vertex] if not way.cut]
        if self.piecewise and vertex in self.entries:
            live = [way for way in live if begins(way) == gentry]
        on = [(way, (vertex, open_) if way.kind == "call" else open_) for way in live]
        if vertex in self.again and not (arc and is_reentry(arc)):
            on.append((self.again[vertex], AGAIN))
        return on

    def successors_of_exit(self, arc, vertex, open_):
        if arc.kind == "surrogate" or arc.noreturn or open_ in (ROOT, AGAIN):
            return [(None, open_)]
        if open_ is not None:
            back = self.returns[open_[0]]
            return [(None, open_)] if back.cut else [(back, open_[1])]
        back = self.out[vertex]
        ends = self.proc_at[vertex].root or any(arc.cut or arc.unbalanced for arc in back)
        on = [(arc, None) for arc in back if not (arc.cut or arc.unbalanced)]
        return [(None, None)] * ends + on

    def ranks(self, edges):
        """Checks that EDGES are a path from Entry_global to Exit_global.  Returns for each of its
        steps the how manieth successor it goes to; the order of paths is that of these lists."""
        arc = self.arcs[edges[0]]
        vertex = arc.source
        gentry = self.piecewise and begins(arc)
        start = Start(self.proc_at.get(vertex), gentry)
        if vertex not in self.entries or start not in self.starts:
            raise Wrong(f"path {edges} begins where none can")
        result, arc, open_ = [self.starts.index(start)], None, None if gentry else ROOT
        for index in edges + [None]:
            on = self.successors(arc, vertex, open_, gentry and arc is None)
            rank = [None if arc is None else arc.index for arc, _ in on]
            if index not in rank:
                raise Wrong(f"path {edges} cannot take edge {index} after {arc}")
            result.append(rank.index(index))
            arc, open_ = on[rank.index(index)]
            if arc is not None:
                vertex = arc.target
        return result

    # ---- Is the cut set what it may be?

    def check_cuts(self):
        for proc in self.procs:
            try:
                self.check_inside(proc)
            except Wrong as wrong:
                raise Wrong(f"{proc.name}: {wrong}") from None
        component = self.call_components()
        for c, call in self.call.items():
            self.check_call(c, call, component)
        for proc in self.procs:
            calls = [call for call in self.call.values() if call.target == proc.base]
            cut = any(call.cut and not self.kept(call.source) for call in calls)
            # What nobody calls is dead code: numbered like the rest, so that it is bounded, too.
            dead = all(call.cut for call in calls)
            if proc.root != (proc.outside or cut or dead or self.is_missed(proc)):
                raise Wrong(f"{proc.name}: is{' not' * (not proc.root)} a root")

    def is_missed(self, proc):
        """May control come from another root to a call of PROC that keeps the context, not through
        PROC?"""
        seen = {proc.base}
        ways = [p.base for p in self.procs if p.root and p is not proc] if proc.base in self.again else []
        while ways:
            entry = ways.pop()
            if entry in seen:
                continue
            seen.add(entry)
            for c, call in self.call.items():
                if self.owner(c).base != entry or call.cut and not self.kept(c):
                    continue
                if call.target == proc.base and self.kept(c):
                    return True
                ways.append(call.target)
        return False

    def check_inside(self, proc):
        """The cuts inside one procedure.  The summary edge of a call that is followed is not cut for
        the sake of finiteness: the path goes through the callee instead."""
        edges = []
        for edge in proc.edges:
            over = edge.summary and self.followed(proc.base + edge.source)
            if proc.base in self.again and edge.index == self.again[proc.base].index:
                continue
            if edge.pending:
                over = self.followed(proc.base + edge.source)
                if edge.cut != bool(over):
                    raise Wrong(f"surrogate {edge.index} of paths that may end in a call")
            elif over:
                broken = self.returns[over.source].cut
                if edge.cut == (broken and self.over):
                    raise Wrong(f"summary edge {edge.index} of a call that is followed")
                if edge.index in self.ends:
                    raise Wrong(f"summary edge {edge.index} is a recording edge")
            elif edge.cut and edge.index not in self.ends:
                raise Wrong(f"cut edge {edge.index} has no surrogate")
            edges.append(edge._replace(cut=edge.cut and not over))
        whole = SimpleNamespace(
            entry=proc.entry, exit=proc.exit, vertices=proc.vertices, edges=edges,
            pending=proc.pending,
        )
        definition = procedure.Definition(whole)
        definition.check_cuts(self.unit.mode)
        definition.check_pending()

    def check_call(self, c, call, component):
        back = self.returns[c]
        caller = self.owner(c)
        if call.cut != (call.back or call.broken or call.chosen):
            raise Wrong(f"call edge {call.index} is cut without need")
        if call.cut and not back.cut:
            raise Wrong(f"return edge {back.index} of a call that is cut is not")
        if not call.cut and back.cut != (back.broken or back.chosen):
            raise Wrong(f"return edge {back.index} is cut without need")
        if self.values and not back.cut:
            raise Wrong(f"return edge {back.index} is not cut")
        if back.unbalanced and self.over:
            raise Wrong(f"return edge {back.index} is unbalanced")
        if call.back and component[caller.base] != component[call.target]:
            raise Wrong(f"call edge {call.index} is recursive and closes no cycle")
        if not call.cut and (caller.uncounted or call.target not in self.entries):
            raise Wrong(f"call edge {call.index} is not cut")

    def owner(self, vertex):
        for proc in self.unit.procs:
            if proc.base <= vertex < proc.base + len(proc.vertices):
                return proc
        raise Wrong(f"vertex {vertex} is in no function")

    def call_components(self):
        """Strongly connected components of the call graph, by Entry.  The live one has no cycle."""
        numbers = {proc.base: i for i, proc in enumerate(self.unit.procs)}
        edges = [
            SimpleNamespace(
                index=call.index,
                source=numbers[self.owner(c).base],
                target=numbers[call.target],
                cut=call.cut,
                surrogate=False,
            )
            for c, call in self.call.items()
        ]
        vertices = [SimpleNamespace(index=i, restart=False) for i in numbers.values()]
        graph = SimpleNamespace(entry=0, exit=0, vertices=vertices, edges=edges)
        graph = procedure.Definition(graph)
        graph.require_acyclic()
        component = graph.components()
        return {base: component[i] for base, i in numbers.items()}


NO_OTHER = object()


class Enumeration:
    """All paths from Entry_global to Exit_global in the order of the successor lists."""

    def __init__(self, graph, limit):
        self.graph, self.limit = graph, limit
        self.paths = []
        self.first = {}  # Start: the number of its first path
        self.unbalanced = {}  # Exit_P: paths on from there when no parenthesis is open
        for start in graph.starts:
            self.first[start] = len(self.paths)
            self.walk(start)

    def walk(self, start):
        graph = self.graph
        path, open_ = [], None if start.gentry else ROOT
        stack = [(iter(graph.successors(None, start.proc.base, open_, start.gentry)), None, 0)]
        while stack:
            on, at, before = stack[-1]
            arc, open_ = next(on, (NO_OTHER, None))
            if arc is NO_OTHER:
                stack.pop()
                self.completions(at, len(self.paths) - before)
                if path:
                    path.pop()
            elif arc is None:
                self.paths.append(tuple(path))
                if len(self.paths) > self.limit:
                    raise Wrong(f"more than {self.limit} paths by enumeration")
            else:
                path.append(arc.index)
                on = graph.successors(arc, arc.target, open_)
                free = open_ is None and arc.target in graph.exits and len(on) > 0
                free = free and arc.kind != "surrogate" and not arc.noreturn
                stack.append((iter(on), arc.target if free else None, len(self.paths)))

    def completions(self, at, number):
        if at is None:
            return
        if self.unbalanced.setdefault(at, number) != number:
            raise Wrong(f"{number} ways on from Exit {at}, and {self.unbalanced[at]}")

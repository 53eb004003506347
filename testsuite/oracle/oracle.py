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
  - in mode edge: every edge's count is how often the trace takes it; in mode callgraph those that
    are known, and those of entries and calls are;
  - in mode kpath: what iterations.py says; in mode path-context: what loop_context.py says;
  - with option targets=count: what indirect calls called is what the trace enters next;
  - in modes context and piecewise: what interprocedural.py says.
"""

import argparse
import sys
from collections import Counter, defaultdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "lib"))
import events  # noqa: E402
import harness  # noqa: E402
import interprocedural  # noqa: E402
import iterations  # noqa: E402
import loop_context  # noqa: E402
import profiles  # noqa: E402
import targets  # noqa: E402
from events import Wrong, compare  # noqa: E402
from procedure import Definition  # noqa: E402

ENUMERATE_BELOW = 5000
DEFINITIONS = {"kpath": iterations.Definition, "path-context": loop_context.Definition}


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


def check_edges(definition, walks, by_callers):
    """BY_CALLERS: the symbols of its unit's functions of which callers tell how often they are entered."""
    proc = definition.proc
    expected = Counter()
    for steps in walks:
        expected.update(step for step in steps if step[0] is not None)
    got = Counter()
    for edge in proc.edges:
        if not edge.surrogate:
            got[edge.source, edge.target] += edge.count
    compare("edge", expected, got)
    # The complement of a spanning tree of the graph with Exit -> Entry, and counters before calls.
    leader = {v.index: v.index for v in proc.vertices}

    def find(v):
        while leader[v] != v:
            v = leader[v]
        return v

    def joined(pairs):
        num = 0
        for source, target in pairs:
            a, b = find(source), find(target)
            num += a != b
            leader[a] = b
        return num

    # Where callers tell how often it is entered, that edge's count is known.
    bare = [] if proc.by_callers else [(definition.exit, definition.entry)]
    bare += [(edge.source, edge.target) for edge in proc.edges if not edge.counted]
    tree = joined(bare)
    if tree != len(bare):
        raise Wrong(f"{len(bare)} edges without counters, {tree} of them on a tree")
    # What is not the complement's lies before calls: with those edges all others with counters close cycles.
    counted = [edge for edge in proc.edges if edge.counted]
    before_calls = [edge for edge in counted if proc.vertices[edge.target].callee in by_callers]
    joined((edge.source, edge.target) for edge in before_calls)
    spare = joined((edge.source, edge.target) for edge in counted)
    if spare:
        raise Wrong(f"{len(counted)} counters, {len(before_calls)} before calls, {spare} more than are needed")


def check_asked(definition, walks):
    """Mode callgraph: what is known of edges is right, and known is what is asked for."""
    proc = definition.proc
    expected, got, unknown = Counter(), Counter(), set()
    for steps in walks:
        expected.update(step for step in steps if step[0] is not None)
    for edge in proc.edges:
        place = edge.source, edge.target
        asked = edge.source == definition.entry or proc.vertices[edge.target].kind == "call"
        if edge.surrogate:
            continue
        if edge.count is None:
            unknown.add(place)
            if asked:
                raise Wrong(f"edge {place}: its count is not known")
        else:
            got[place] += edge.count
    for places in expected, got:
        for place in unknown:
            places.pop(place, None)
    compare("edge", expected, got)


def check_program(pathprof, program, data, trace, cwd=None, calls=False):
    """Returns (activations, functions, executed paths or edges checked).  With CALLS the program has
    counted what indirect calls call, too.  Raises Wrong."""
    profile = profiles.load(pathprof, program, data, cwd)
    if calls:
        targets.check(pathprof, profile, program, trace, cwd)
    if profile.mode in harness.INTERPROCEDURAL:
        return interprocedural.check(profile, events.read(trace))
    walks = defaultdict(list)
    activations = events.activations(events.read(trace))
    for stamp, function, walk in activations:
        walks[stamp, function].append(walk)
    procs = {(proc.stamp, proc.index): proc for proc in profile.procs}
    for key in walks:
        if key not in procs:
            raise Wrong(f"function {key[1]} of unit {key[0]:#x} is traced and not in the profile")
    by_callers = defaultdict(set)
    for proc in procs.values():
        if proc.by_callers:
            by_callers[proc.stamp].add(proc.symbol)
    checked = 0
    for key, proc in procs.items():
        if proc.uncounted:
            continue
        definition = DEFINITIONS.get(profile.mode, Definition)(proc)
        try:
            definition.check_cuts(profile.mode)
            definition.check_pending()
            steps = [definition.steps(walk) for walk in walks[key]]
            if profile.mode in ("path", "kpath", "path-context"):
                check_paths(definition, steps)
                checked += len(proc.paths)
                if profile.mode == "path-context":
                    definition.check_parts()
                if profile.mode != "path":
                    iterations.check_edges(definition, steps)
            elif profile.mode == "callgraph":
                check_asked(definition, steps)
                checked += sum(edge.count is not None for edge in proc.edges)
            else:
                check_edges(definition, steps, by_callers[proc.stamp])
                checked += len(proc.edges)
            if proc.calls != len([s for s in steps if s and is_counted_call(profile, definition, s)]):
                raise Wrong(f"{proc.calls} calls in the profile, {len(steps)} in the trace")
        except Wrong as wrong:
            raise Wrong(f"{proc.name}: {wrong}") from None
    return len(activations), len(procs), checked


def is_counted_call(profile, definition, steps):
    """Whether an activation counts as a call: unless edges are counted, if its first path was completed."""
    if profile.mode in harness.OF_EDGES:
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

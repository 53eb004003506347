#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Counts in copies of functions that GCC has inlined, in its versions of functions, and in what is left of them, by
what the program counted itself.

    inlined.py COUNTS DUMP...: each line of COUNTS is a function, what was called for it, and how often; DUMPs are of
    the pass, with -blocks-details-asmname.  Prints what differs, or which calls that ought to be inlined are left, or
    the other way round.
"""

import collections
import os
import re
import sys

INLINED = ("left", "early", "outer", "first")  # for certain
LEFT = ("three", "five", "near", "far", "second")
CALLED = ("work", "middle", "version", "leaf", "gate")


def dumped(files):
    """{(function, callee): the sum of the counts of the blocks that call it}, {function: those of CALLED, or their
    versions, that it calls}."""
    counts, calls = collections.Counter(), collections.defaultdict(set)
    for name in files:
        function, count = None, 0
        for line in open(name, encoding="utf-8", errors="replace"):
            if found := re.match(r";; Function .*\((\S+), funcdef_no", line):
                function = found.group(1)
            elif found := re.match(r";;\s+basic block \d+,.* count (\d+)", line):
                count = int(found.group(1))
            elif found := re.match(r"\s+(?:\S+ = )?([\w.]+) \(", line):
                callee = {"leaf_too": "leaf"}.get(found.group(1), found.group(1))  # an alias
                counts[function, callee] += count
                if plain(callee) in CALLED:
                    calls[function].add(callee)
    return counts, calls


def plain(name):
    return name.split(".")[0]


def main():
    counts, calls = dumped(sys.argv[2:])
    if not os.path.getsize(sys.argv[1]):
        print("the program has counted nothing")
    # Bodies that one function calls are looked at together: which of them did what was done for it is not known.
    group = {}
    for names in calls.values():
        joined = names.union(*(group.get(name, ()) for name in names))
        group.update((name, joined) for name in joined)
    bodies = collections.Counter()
    for line in open(sys.argv[1], encoding="ascii"):
        function, callee, times = line.split()
        if (function in INLINED and calls[function]) or (function in LEFT and not calls[function]):
            print(f"{function} calls {sorted(calls[function])}")
        elif calls[function]:  # what was done for it, but not in it
            names = group[min(calls[function])]
            bodies[tuple(sorted(names)), callee] += int(times) - counts[function, callee]
        elif counts[function, callee] != int(times):
            print(f"{function} calls {callee} {times} times; GCC has {counts[function, callee]}")
    for (names, callee), times in bodies.items():
        found = sum(counts[name, callee] for name in names)
        if found != times:
            print(f"{names} call {callee} {times} times; GCC has {found}")


main()

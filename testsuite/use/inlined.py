#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Counts in copies of functions that GCC has inlined, by what the program counted itself.

    inlined.py COUNTS DUMP...: each line of COUNTS is a function, what it calls, and how often; DUMPs are of the pass,
    with -blocks-details.  Prints what differs; a function that still has one of the callees to call is not looked at.
"""

import collections
import re
import sys


def dumped(files):
    """{(function, callee): the sum of the counts of the blocks that call it}; the functions that call what ought to
    have been inlined."""
    counts, left = collections.Counter(), set()
    for name in files:
        function, count = None, 0
        for line in open(name, encoding="utf-8", errors="replace"):
            if found := re.match(r";; Function (\w+)", line):
                function = found.group(1)
            elif found := re.match(r";;\s+basic block \d+,.* count (\d+)", line):
                count = int(found.group(1))
            elif found := re.match(r"\s+(?:\S+ = )?(\w+) \(", line):
                if found.group(1) in ("work", "middle"):
                    left.add(function)
                counts[function, found.group(1)] += count
    return counts, left


def main():
    counts, left = dumped(sys.argv[2:])
    for line in open(sys.argv[1], encoding="ascii"):
        function, callee, times = line.split()
        if function in left:
            print(f"{function} still calls what it ought to have taken in")
        elif counts[function, callee] != int(times):
            print(f"{function} calls {callee} {times} times; GCC has {counts[function, callee]}")


main()

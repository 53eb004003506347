#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares what `pathprof edges` says of a program in two modes, which has run alike in both.

    unfinished.py EDGE.json OTHER.json

EDGE, of mode edge, knows how often every edge was taken.  OTHER must not say of any edge that it was taken more often;
prints how many edges it has right, has too few of and says so (`at_least`), and has too few of without a word; and how
many of the right ones are inferred.
"""

import json
import sys


def edges_of(file):
    with open(file) as stream:
        functions = json.load(stream)["functions"]
    for function in functions:
        yield (function["symbol"], "calls"), int(function["calls"]), function
        for number, edge in enumerate(function["edges"]):
            yield (function["symbol"], number), int(edge["count"]), edge


def main():
    truth = {key: count for key, count, _ in edges_of(sys.argv[1])}
    right = told = less = inferred = 0
    for key, count, it in edges_of(sys.argv[2]):
        if count > truth[key]:
            print(f"{key}: {count}, but it was {truth[key]}")
        elif count == truth[key]:
            right += 1
            inferred += "inferred" in it
        elif "at_least" in it:
            told += 1
        else:
            less += 1
    print(f"{right} right, {inferred} of them inferred; {told} told, {less} too few")


if __name__ == "__main__":
    main()

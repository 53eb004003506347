#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Many processes of one program that end at the same moment, with pathprof and with gcov.

testsuite/runtime/children.c forks NUMBER children, lets all of them end at once, and prints how long
that took.  The two builds run in turn, each in a directory of its own that holds no data file yet.  Prints wall time of
the whole program and of the end alone, and the ratio of each round; the machine should do nothing else.
Processors' time, too, which other work on the machine changes less.

    children.py --plugin ./pathprof.so [--number 4000] [--rounds 20] [--place DIRECTORY]
"""

import argparse
import os
import resource
import statistics
import subprocess
import tempfile
import time

SOURCE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "testsuite", "runtime", "children.c")


def build(place, flags):
    os.mkdir(place)
    subprocess.run(["gcc", "-O1", *flags, os.path.abspath(SOURCE), "-o", "children"], cwd=place, check=True)


def processors():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def run(place, number):
    """Seconds: the whole program, its end, and the processors' time."""
    for name in os.listdir(place):
        if not name.endswith(".gcno") and name != "children":
            os.unlink(os.path.join(place, name))
    before = processors()
    start = time.monotonic()
    ran = subprocess.run(["./children", str(number)], cwd=place, stdout=subprocess.PIPE, check=True)
    return time.monotonic() - start, int(ran.stdout) / 1000, processors() - before


def show(what, ours, theirs):
    ratios = sorted(a / b for a, b in zip(ours, theirs))
    print("%s: pathprof %.2f s, gcov %.2f s (medians); ratio %.2f (%.2f to %.2f)" % (
        what, statistics.median(ours), statistics.median(theirs), statistics.median(ratios), ratios[0], ratios[-1]))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--plugin", default="./pathprof.so")
    parser.add_argument("--number", type=int, default=4000)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--place", default=".", help="a directory on the file system that is measured")
    args = parser.parse_args()
    flags = ["-fplugin=" + os.path.abspath(args.plugin), "-fplugin-arg-pathprof-mode=path"]
    with tempfile.TemporaryDirectory(dir=args.place) as directory:
        ours, theirs = os.path.join(directory, "ours"), os.path.join(directory, "gcov")
        build(ours, flags)
        build(theirs, ["--coverage"])
        pairs = []
        for number in range(args.rounds):
            order = (ours, theirs) if number % 2 else (theirs, ours)
            took = {place: run(place, args.number) for place in order}
            pairs.append((took[ours], took[theirs]))
    for index, what in enumerate(("whole", "end", "processors")):
        show(what, [a[index] for a, _ in pairs], [b[index] for _, b in pairs])


if __name__ == "__main__":
    main()

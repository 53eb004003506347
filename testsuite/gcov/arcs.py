#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The arcs of the call graph as mode callgraph and as gcc -pg count them: they are the same.

    arcs.py --programs bzip2 lua --levels 0 2

Both are built without inlining, clones, sibling calls and ranges of what functions return (GCC 15 drops calls by
them), for -pg counts what is left of functions when the optimisers are done.  What -pg has counted is read from
gmon.out itself: arcs between addresses, as gprof reads them.  It does not see calls by code that was not compiled with
-pg, has 32 bits for a count, and takes callers that are a few bytes apart for one: functions are aligned, so that these
are of one function.
"""

import argparse
import bisect
import os
import re
import shutil
import struct
import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import conserve  # noqa: E402
import harness  # noqa: E402
import recipes  # noqa: E402

SAME = ["-w", "-no-pie", "-fno-pie", "-fno-inline", "-fno-ipa-cp", "-fno-ipa-vrp", "-fno-ipa-sra", "-fno-ipa-icf",
        "-fno-partial-inlining", "-fno-reorder-blocks-and-partition", "-fno-optimize-sibling-calls",
        "-falign-functions=64"]
HEADER, HISTOGRAM, ARC = 20, "<QQII15sc", "<QQI"  # glibc's <sys/gmon_out.h>


def plain(symbol):
    """SYMBOL without what the compiler put behind it."""
    return re.sub(r"\.(constprop|isra|part|cold)\b.*", "", symbol)


def functions_of(program):
    """Addresses of the functions of PROGRAM, rising, and their names."""
    ran = harness.run(["nm", "-n", "--defined-only", program], 60)
    found = [line.split() for line in ran.out.decode().splitlines()]
    found = [(int(at, 16), plain(name)) for at, kind, name in found if kind in "tT"]
    return [at for at, _ in found], [name for _, name in found]


def of_gmon(program, gmon):
    """Counter of (caller, callee)."""
    data, at, arcs = gmon.read_bytes(), HEADER, Counter()
    places, names = functions_of(program)
    while at < len(data):
        tag, at = data[at], at + 1
        if tag == 0:
            size = struct.unpack_from(HISTOGRAM, data, at)[2]
            at += struct.calcsize(HISTOGRAM) + 2 * size
        elif tag == 1:
            *ends, count = struct.unpack_from(ARC, data, at)
            arcs[tuple(names[bisect.bisect_right(places, end) - 1] for end in ends)] += count
            at += struct.calcsize(ARC)
        else:
            raise RuntimeError(f"{gmon}: record of kind {tag}")
    return arcs


def of_pathprof(pathprof, program, directory):
    """The same, between functions that are profiled."""
    arcs = Counter()
    functions = harness.dump(pathprof, program, cwd=directory)["functions"]
    symbols = {f["symbol"] for f in functions if f["storage"] != "none"}
    for f in functions:
        for vertex in f["vertices"]:
            if vertex["kind"] == "call" and vertex["callee"] in symbols and vertex["count"]:
                arcs[plain(f["symbol"]), plain(vertex["callee"])] += int(vertex["count"])
    if not any("indirect" in vertex["flags"] and vertex["count"] for f in functions for vertex in f["vertices"]):
        return arcs, {plain(symbol) for symbol in symbols}
    document = harness.json_of([pathprof, "targets", "--all", "--json", program], directory)
    for call in document["calls"]:
        for target in call["targets"]:
            if target["function"] and target["symbol"] in symbols:
                arcs[plain(call["symbol"]), plain(target["symbol"])] += int(target["count"])
    return arcs, {plain(symbol) for symbol in symbols}


def examine(args, program, level):
    """Returns (what is wrong or "", note)."""
    source, work = os.path.join(args.sources, program), os.path.join(args.work, f"{program}-O{level}")
    place = recipes.make_inputs(program, os.path.join(args.work, "inputs"), "small")
    shutil.rmtree(work, ignore_errors=True)
    runs = {}
    os.environ["GMON_OUT_PREFIX"] = "gmon"  # and a process's number: a program may run several times
    for name, flags in ("pg", ["-pg"]), ("callgraph", harness.plugin_flags(args.plugin, ["mode=callgraph"])):
        out = os.path.join(work, name)
        conserve.build(program, source, out, args.cc, [f"-O{level}", *SAME, *flags])
        runs[name] = os.path.join(out, "run")
        conserve.execute(program, place, runs[name])
    expected = Counter()
    for gmon in Path(runs["pg"]).glob("gmon.*"):
        expected += of_gmon(os.path.join(work, "pg", program), gmon)
    got, symbols = of_pathprof(args.pathprof, os.path.join("..", program), runs["callgraph"])
    expected = Counter({arc: n for arc, n in expected.items() if set(arc) <= symbols})
    if not expected:
        return "-pg has counted nothing", ""
    differ = [arc for arc in expected.keys() | got.keys() if expected[arc] != got[arc]]
    shown = "; ".join(f"{a} -> {b}: {expected[a, b]} by -pg, {got[a, b]}" for a, b in sorted(differ)[:8])
    note = f"{len(expected)} arcs, {sum(expected.values())} calls"
    return f"{len(differ)} of {note} differ: {shown}" if differ else "", note


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    harness.add_arguments(parser)
    parser.add_argument("--programs", nargs="+", default=["bzip2", "lua"])
    parser.add_argument("--levels", nargs="+", default=["0", "2"])
    cache = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    parser.add_argument("--sources", default=os.path.join(cache, "pathprof", "src"), help="(%(default)s)")
    args = harness.absolute(parser.parse_args())
    results = harness.Results()
    for program in args.programs:
        got = harness.run(["sh", conserve.BENCH / "fetch.sh", args.sources, program], 600)
        for level in args.levels:
            test = f"{program} -O{level} arcs as -pg counts them"
            if got.status != 0:
                results.unsupported(test, got.err.decode(errors="replace"))
                continue
            wrong, note = examine(args, program, level)
            if wrong:
                results.fail(test, wrong)
            else:
                results.good(f"{test}: {note}")
    results.leave()


if __name__ == "__main__":
    main()

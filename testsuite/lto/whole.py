#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""One profile for the whole program, whichever way it was linked.

Each program is built without -flto, and with it for every way to part it (-flto-partition=none, one,
balanced by two jobs, 1to1, max; with --fewer none and two of the others, in each program and in each
mode each).  All ways with -flto must give the same notes and the same counts; and function by
function, edge by edge, the counts of the build without.

    whole.py --programs mix cxx bzip2 --levels 0 2
"""

import argparse
import functools
import glob
import json
import os
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

HERE = Path(__file__).resolve().parent
BENCH = HERE.parent.parent / "contrib" / "bench"
sys.path[:0] = [str(HERE.parent / "lib"), str(BENCH)]
import harness  # noqa: E402
import recipes  # noqa: E402

WAYS = {
    "none": ["-flto", "-flto-partition=none"],
    "one": ["-flto", "-flto-partition=one"],
    "balanced": ["-flto=2", "--param=lto-min-partition=10", "--param=lto-partitions=7"],
    "1to1": ["-flto=2", "-flto-partition=1to1"],
    "max": ["-flto=2", "-flto-partition=max"],
}
# With -flto GCC also splits functions that it sees no calls of, and inlines others early, which makes
# other functions of them.
COMMON = ["-fno-partial-inlining", "-fno-early-inlining"]
# Whose functions are left otherwise than by returning.  A path that crosses calls and is under way
# then is counted as far as the scope knows it: the whole program tells more than its units.
SIDEWAYS = ["mix", "cxx"]
# lua's cache of strings goes by their addresses, which differ from build to build: one set for all.
# Its table of labels is static, and GCC's partitions part it from them.
MORE_FLAGS = {"lua": ["-DSTRCACHE_N=1", "-DSTRCACHE_M=2", "-DLUA_USE_JUMPTABLE=0"]}


class Own:
    """A program of this directory."""

    def __init__(self, name, args):
        self.name, self.args, self.place = name, args, HERE / name

    def build(self, out, flags, way):
        """The objects are the same for all ways with -flto: they lie beside the places of the ways."""
        place = os.path.join(os.path.dirname(out), "whole" if way else "units") + "-objects"
        if not os.path.exists(place):
            os.makedirs(place)
            for source in self.place.glob("*.c*"):
                compiler = self.args.cc if source.suffix == ".c" else self.args.cxx
                done([compiler, *flags, *["-flto"] * bool(way), "-c", source.name,
                      "-o", os.path.join(place, source.name + ".o")], self.place)
        objects = sorted(glob.glob(place + "/*.o"))
        linker = self.args.cc if self.name == "mix" else self.args.cxx
        done([linker, *flags, *way, *objects, "-o", os.path.join(out, self.name)], self.place)

    def run(self, out):
        ran = harness.run([os.path.join(out, self.name)], 60, cwd=out)
        return ran.outcome()


class Real:
    """A program of the benchmarks."""

    def __init__(self, name, args):
        self.name, self.args = name, args
        self.source = os.path.join(args.sources, name)
        self.place = recipes.make_inputs(name, os.path.join(args.work, "inputs"), "small")

    def build(self, out, flags, way):
        flags = flags + way + MORE_FLAGS.get(self.name, [])
        for command in recipes.build_commands(self.name, self.source, out, self.args.cc, flags):
            done(command, self.source)

    def run(self, out):
        for args, stdin, stdout in recipes.run_commands(self.name, self.place, "small"):
            with open(os.path.join(out, stdin) if stdin else os.devnull, "rb") as reader:
                with open(os.path.join(out, stdout), "wb") as writer:
                    exe = "./" + self.name  # bzip2 looks at how it was called
                    ran = subprocess.run(
                        [exe, *args], cwd=out, stdin=reader, stdout=writer, stderr=subprocess.PIPE
                    )
            if ran.returncode != 0 or b"pathprof" in ran.stderr:
                raise RuntimeError(f"{self.name}: {ran.returncode} {ran.stderr[:200]!r}")
        return recipes.checksums(self.name, out)


def done(command, place):
    ran = harness.run(command, 1200, cwd=place)
    if ran.status != 0 or b"pathprof" in ran.err:
        raise RuntimeError(f"{' '.join(map(str, command))}: {ran.describe()}")


class Profile:
    """What a build counted: by function, which is known by its declaration, as a Counter of calls and
    edges; functions of one declaration in several units add up."""

    def __init__(self, document):
        self.functions = {}
        asked = {unit["mode"] for unit in document["units"]} == {"callgraph"}
        for record in document["functions"]:
            symbol = record["symbol"].split(".lto_priv")[0]
            key = (symbol, record["file"], record["line"], record["checksum"])
            counts = self.functions.setdefault(key, Counter())
            counts["calls"] += int(record["calls"])
            calls = {vertex["id"] for vertex in record["vertices"] if vertex["kind"] == "call"}
            edges = [edge for edge in record["edges"] if edge["kind"] in ("flow", "summary")]
            for place, edge in enumerate(sorted(edges, key=lambda edge: edge["id"])):
                # In mode callgraph it depends on guesses what else is known.
                if not asked or edge["from"] == record["entry"] or edge["to"] in calls:
                    counts[place] += int(edge["count"])

    def executed(self):
        return {key: +counts for key, counts in self.functions.items() if +counts}


def difference(left, right):
    """What differs between two builds' counts, or ""."""
    for key in sorted(left.keys() | right.keys(), key=str):
        if left.get(key) != right.get(key):
            return f"{key}: {dict(left.get(key, {}))} and {dict(right.get(key, {}))}"
    return ""


def same_notes(one, other):
    """What differs between two dumps, or ""."""
    for document in (one, other):
        # Samples of the processor's time are there when the machine is slow, and not when it is fast.
        for name in ("program", "data", "directory", "samples"):
            document.pop(name, None)
        for unit in document["units"]:
            unit.pop("command")
    if one == other:
        return ""
    stamps = [[unit["stamp"] for unit in document["units"]] for document in (one, other)]
    for left, right in zip(one["functions"], other["functions"]):
        if left != right:
            fields = [name for name in left if left[name] != right[name]]
            return f"{left['symbol']}, {right['symbol']}: {fields}; stamps {stamps}"
    return f"stamps {stamps}; {len(one['functions'])} and {len(other['functions'])} functions"


def examine(args, item):
    """Returns (test, what is wrong) of one program, mode and level."""
    name, mode, level, ways = item
    test = f"{name} mode={mode} -O{level}"
    program = (Own if (HERE / name).is_dir() else Real)(name, args)
    base = os.path.join(args.work, f"{name}-{mode}-{level}")
    plugin = harness.plugin_flags(args.plugin, [f"mode={mode}"])
    results, dumps = [], {}
    outputs = {}
    try:
        shutil.rmtree(base, ignore_errors=True)
        for way in ("", *ways):
            out = os.path.join(base, way or "units")
            os.makedirs(out)
            program.build(out, [f"-O{level}", *COMMON, *plugin], WAYS.get(way, []))
            outputs[way] = program.run(out)
            data = os.path.join(out, name + ".ppda")
            dumps[way] = harness.dump(args.pathprof, os.path.join(out, name), "--data=" + data)
    except (RuntimeError, OSError) as error:
        return [(test, str(error))]
    units = Profile(dumps[""]).executed()
    whole = Profile(dumps["none"]).executed()
    if mode not in harness.INTERPROCEDURAL or name not in SIDEWAYS:
        results.append((f"{test}: counts of the units and of the whole", difference(units, whole)))
    several = len(dumps["none"]["units"]) != 1
    results.append((f"{test}: one unit", "several units" if several else ""))
    for way in ways:
        wrong = "" if outputs[way] == outputs[""] else "writes something else"
        results.append((f"{test}: output of {way}", wrong))
        if way != "none":
            reference = json.loads(json.dumps(dumps["none"]))
            results.append((f"{test}: {way} as none", same_notes(reference, dumps[way])))
    return results


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    harness.add_arguments(parser)
    parser.add_argument("--programs", nargs="+", default=["mix", "cxx", "plain"])
    parser.add_argument("--levels", nargs="+", default=["0", "2"])
    parser.add_argument("--modes", nargs="+", default=harness.MODES)
    parser.add_argument("--fewer", action="store_true", help="each program and mode with three of the five ways")
    parser.add_argument("--sources", help="where fetch.sh puts the sources (its default)")
    args = harness.absolute(parser.parse_args())
    if not args.sources:
        cache = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
        args.sources = os.path.join(cache, "pathprof", "src")
    results = harness.Results()
    items = []
    halves = [way for way in WAYS if way not in ("one", "1to1")], [way for way in WAYS if way not in ("balanced", "max")]
    for place, name in enumerate(args.programs):
        if not (HERE / name).is_dir():
            got = harness.run(["sh", BENCH / "fetch.sh", args.sources, name], 600)
            if got.status != 0:
                results.unsupported(f"{name} whole program", got.err.decode(errors="replace"))
                continue
        items += [
            (name, mode, level, halves[(place + number) % 2] if args.fewer else list(WAYS))
            for number, mode in enumerate(args.modes)
            for level in args.levels
        ]
    for _, found in harness.in_parallel(args.jobs, functools.partial(examine, args), items):
        results.take(found)
    results.leave()


if __name__ == "__main__":
    main()

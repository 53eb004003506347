#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The second compile gives GCC the counts that the profile has.

Real programs are compiled to be profiled, run, and compiled again with use=; what the pass then
dumps of every function, block by block and edge by edge, is held against the profile as `pathprof
dump` shows it.  No function may be missing, and no compilation may warn.

    counts.py --modes path --levels 2 --programs bzip2 lua
"""

import argparse
import glob
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "lib"))
import harness  # noqa: E402
import programs  # noqa: E402


def block_of(vertex):
    return {"entry": 0, "exit": 1}.get(vertex["kind"], vertex["block"])


def profiled(document):
    """{(unit's base name, symbol): (calls, {block: count}, {(block, block): count})} of what is
    counted.  Exit is block 1, Entry block 0."""
    functions = {}
    for record in document["functions"]:
        if record["storage"] == "none":
            continue
        blocks, ends, edges = {}, {}, {}
        vertices = {vertex["id"]: vertex for vertex in record["vertices"]}
        position = {v: i for i, v in enumerate(vertices)}
        before = None
        for vertex in record["vertices"]:
            number = block_of(vertex)
            first = number not in blocks
            blocks.setdefault(number, int(vertex["count"]))
            # How often the end of the block was reached.  A call that ends it can be left otherwise.
            last = vertex
            if vertex["kind"] == "return-site" and not vertex["stmts"] and not first:
                last = before
            ends[number] = int(last["count"])
            before = vertex
        for edge in record["edges"]:
            if edge["kind"] != "flow" or "noreturn" in edge["flags"]:
                continue
            source, target = edge["from"], edge["to"]
            way = block_of(vertices[source]), block_of(vertices[target])
            if way[0] == way[1] and position[target] == position[source] + 1:
                continue  # within the block
            edges[way] = edges.get(way, 0) + int(edge["count"])
        # An edge has its share of the count of its block, which is that of the block's begin; what
        # may return twice can have more ends than begins.
        left = {}
        for (number, _), count in edges.items():
            left[number] = left.get(number, 0) + count
        edges = {
            way: count * blocks[way[0]] // max(ends[way[0]], left[way[0]])
            for way, count in edges.items()
            if max(ends[way[0]], left[way[0]])
        }
        key = os.path.basename(record["unit"]), record["symbol"]
        functions[key] = int(record["calls"]), blocks, edges
    return functions


def dumped(directory):
    """The same from the dumps of the pass."""
    functions = {}
    for name in glob.glob(f"{directory}/*.pathprof_use"):
        unit = re.sub(r"^\S*?-(?=[^-]*$)", "", os.path.basename(name)).rsplit(".", 2)[0]
        current = block = None
        for line in Path(name).read_text().splitlines():
            if match := re.match(r"(\S+): (\d+) calls$", line):
                current = int(match.group(2)), {}, {}
                functions[unit, match.group(1)] = current
            elif match := re.match(r"  block (\d+): (-?\d+)$", line):
                block = int(match.group(1))
                current[1][block] = int(match.group(2))
            elif match := re.match(r"    to (\d+): (-?\d+)$", line):
                current[2][block, int(match.group(1))] = int(match.group(2))
            else:
                current = None if not line.startswith("  ") else current
    return functions


def close(a, b):
    """GCC keeps an edge as a probability in 2^29 parts of its block."""
    return abs(a - b) <= 1 + max(a, b) / 2**27


def differences(expected, got):
    for key, (calls, blocks, edges) in expected.items():
        if key not in got:
            yield f"{key}: not given any counts"
            continue
        got_calls, got_blocks, got_edges = got[key]
        if key[1] == "main" and not calls and got_calls:
            continue  # it ran, but its only path was under way at the end: see exits.c
        if got_calls != calls:
            yield f"{key}: {got_calls} calls instead of {calls}"
        if not any(blocks.values()):
            if any(got_blocks.values()):
                yield f"{key}: counts though it never ran"
            continue
        for block, count in blocks.items():
            if block > 1 and got_blocks.get(block) != count:
                yield f"{key}: block {block} has {got_blocks.get(block)} instead of {count}"
        for ends, count in edges.items():
            if ends not in got_edges or not close(got_edges[ends], count):
                yield f"{key}: edge {ends} has {got_edges.get(ends)} instead of {count}"


def examine(args, results, program, mode, level):
    name = f"{program} -O{level} mode={mode}"
    source = programs.fetch(args, program)
    if not source:
        results.unsupported(name, "its source is not to be had")
        return
    place = f"{args.work}/{program}-{level}-{mode}"
    shutil.rmtree(place, ignore_errors=True)
    flags = [f"-O{level}", *args.flag]
    gather = flags + harness.plugin_flags(args.plugin, [f"mode={mode}"])
    programs.build(args, program, source, f"{place}/first", gather)
    programs.run(args, program, f"{place}/first/{program}", f"{place}/run")
    data = f"{place}/first/{program}.ppda"
    shutil.move(f"{place}/run/{program}.ppda", data)
    expected = profiled(harness.dump(args.pathprof, f"{place}/first/{program}", data=None,
                                     cwd=f"{place}/first"))
    use = flags + harness.plugin_flags(args.plugin, [f"use={data}"]) + ["-fdump-ipa-all"]
    said = programs.build(args, program, source, f"{place}/second", use)
    wrong = list(differences(expected, dumped(f"{place}/second")))
    if b"pathprof" in said:
        results.fail(name, "the compiler says: " + said.decode(errors="replace")[:300])
    elif len(expected) < 5:
        results.fail(name, f"only {len(expected)} functions are profiled")
    elif wrong:
        results.fail(name, f"{len(wrong)} differences: " + "; ".join(wrong[:5]))
    else:
        results.good(f"{name}: {len(expected)} functions have the counts of the profile")
    if not args.keep:
        shutil.rmtree(place)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    harness.add_arguments(parser)
    programs.add_arguments(parser)
    parser.add_argument("--programs", nargs="+", default=["bzip2", "lua"])
    parser.add_argument("--modes", nargs="+", 
                        default=[mode for mode in harness.MODES if mode != "callgraph"])
    parser.add_argument("--levels", nargs="+", default=["2"])
    args = harness.absolute(parser.parse_args())
    results = harness.Results()
    os.makedirs(args.work, exist_ok=True)
    for program in args.programs:
        for level in args.levels:
            for mode in args.modes:
                try:
                    examine(args, results, program, mode, level)
                except (programs.Failure, RuntimeError, subprocess.CalledProcessError) as error:
                    results.fail(f"{program} -O{level} mode={mode}", str(error))
    results.leave()


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The profile that a second compile gives to expanded calls and lanes is what they do.

Real programs are profiled, and compiled again with use=.  In what that makes, when calls are expanded
and lanes made, another plugin (count-bodies.cc) counts every block and every edge; the program then
runs on the same inputs, and what it has counted is held against what its bodies had been given:
the profile translated to the copies.

A name that ends in .c is that of a program of this directory.

    transformed.py --modes context --programs chain.c bzip2 lua
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "lib"))
import harness  # noqa: E402
import programs  # noqa: E402

HERE = Path(__file__).resolve().parent
WHOLE = 2**29  # GCC's probability of what is sure
# What a program does must not depend on the addresses of its data: lua's cache of strings goes by them.
STEADY = {"lua": ["-DSTRCACHE_N=1", "-DSTRCACHE_M=2"]}


def build(args, program, source, out, flags, objects=()):
    """Like programs.build, but PROGRAM may be one of this directory."""
    if source != HERE:
        return programs.build(args, program, source, out, flags, objects)
    os.makedirs(out)
    for command in ([args.cc, *flags, "-c", HERE / program, "-o", f"{out}/{program}.o"],
                    [args.cc, *flags, f"{out}/{program}.o", *objects, "-o", f"{out}/{program}"]):
        ran = harness.run(command, 300)
        if ran.status != 0:
            raise programs.Failure(f"{program}: {ran.describe()}")
    return b""


def run(args, program, source, executable, out, env):
    """Likewise."""
    if source != HERE:
        return programs.run(args, program, executable, out, env)
    os.makedirs(out)
    ran = harness.run([executable], 60, cwd=out, env={**os.environ, **env})
    return ran.outcome()


def build_counter(args):
    """The plugin that counts, and the object that its programs are linked with."""
    plugin, runtime = f"{args.work}/count_bodies.so", f"{args.work}/count-bodies.o"
    where = harness.run([args.cc, "-print-file-name=plugin"]).out.decode().strip()
    for command in (
        [args.cxx, "-w", "-fno-rtti", "-fPIC", "-shared", f"-I{where}/include",
         f"-I{harness.TOP}/plugin", HERE / "count-bodies.cc", "-o", plugin],
        [args.cc, "-c", HERE / "count-bodies.c", "-o", runtime],
    ):
        ran = harness.run(command, 300)
        if ran.status != 0:
            raise programs.Failure(f"{command[-1]}: {ran.describe()}")
    return plugin, runtime


class Body:
    """What a body is expected to do: {block: (its counters, count)}, and of edges
    [(from, to, counter, probability)]."""

    def __init__(self):
        self.blocks, self.edges = {}, []


def read_expected(name):
    """{(unit, symbol): Body}"""
    bodies = {}
    for line in Path(name).read_text().splitlines():
        kind, *words = line.split()
        if kind == "body":
            body = bodies[words[0], words[1]] = Body()
        elif kind == "block":
            block, begin, end, count = map(int, words)
            body.blocks[block] = begin, end, count
        else:
            body.edges.append(tuple(map(int, words)))
    return bodies


def read_counted(name):
    """{unit: counters}, added up over runs."""
    counted = {}
    for line in Path(name).read_text().splitlines():
        unit, *words = line.split()
        values = [0] + list(map(int, words))
        before = counted.get(unit, [0] * len(values))
        counted[unit] = [a + b for a, b in zip(before, values)]
    return counted


def is_share(probability, part, whole):
    """GCC rounds a probability when it is made, and when two edges become one."""
    return abs(probability * whole - part * WHOLE) <= 2 * whole


def differences(body, counted):
    ends, sums = {}, {}
    for block, (begin, end, count) in body.blocks.items():
        ends[block] = counted[end]
        if counted[begin] != count:
            yield f"block {block} has {count}, but ran {counted[begin]} times"
    for source, _, place, _ in body.edges:
        sums[source] = sums.get(source, 0) + (counted[place] if place else 0)
    for source, target, place, probability in body.edges:
        if not place or not ends[source]:
            continue
        # A call in the block, or at its end, may not come back, or come back twice.
        wholes = counted[body.blocks[source][0]], ends[source], sums[source]
        part = counted[place]
        if not any(is_share(probability, part, whole) for whole in wholes):
            yield (f"edge {source} to {target} has {probability * ends[source] / WHOLE:.1f} of {ends[source]},"
                   f" but ran {part} times")


def estimated(name):
    """(Expanded calls in the report, the functions with copies of which the profile does not know what they
    did: of the calls that they were made for not all is told)."""
    functions, expanded = set(), 0
    for line in Path(name).read_text().splitlines():
        for call in json.loads(line)["calls"]:
            if call["fate"] == "expanded":
                expanded += 1
                functions |= set() if call["exact"] else {call["caller"], call["callee"]}
    return expanded, functions


def examine(args, results, program, mode, counter):
    name = f"{program} -O{args.level} mode={mode}"
    source = HERE if program.endswith(".c") else programs.fetch(args, program)
    if not source:
        results.unsupported(name, "its source is not to be had")
        return
    place = f"{args.work}/{program}-{mode}"
    shutil.rmtree(place, ignore_errors=True)
    # After the plugin's pass GCC may split functions, before anything is counted.
    flags = [f"-O{args.level}", "-fno-partial-inlining", *STEADY.get(program, []), *args.flag]
    gather = flags + harness.plugin_flags(args.plugin, [f"mode={mode}", "pending=on"])
    build(args, program, source, f"{place}/first", gather)
    env = {"COUNTED_BODIES": f"{place}/counted"}  # in both, since programs may read their environment
    shutil.copy(f"{place}/first/{program}", f"{place}/{program}")  # programs may look at their names
    before = run(args, program, source, f"{place}/{program}", f"{place}/run", env)
    data = f"{place}/first/{program}.ppda"
    shutil.move(f"{place}/run/{program}.ppda", data)
    # What a test before a switch takes may be no more than a guess.
    second = [f"use={data}", f"report={place}/report", "switches=off", *args.option]
    use = flags + harness.plugin_flags(args.plugin, second)
    use += [f"-fplugin={counter[0]}", f"-fplugin-arg-count_bodies-expected={place}/expected"]
    build(args, program, source, f"{place}/later", use, [counter[1]])
    shutil.copy(f"{place}/later/{program}", f"{place}/{program}")
    after = run(args, program, source, f"{place}/{program}", f"{place}/again", env)
    bodies, counted = read_expected(f"{place}/expected"), read_counted(f"{place}/counted")
    expanded, inexact = estimated(f"{place}/report")
    wrong, right, left_out = [], 0, 0
    for (unit, symbol), body in bodies.items():
        ran = any(count for _, _, count in body.blocks.values())
        if symbol in inexact:
            left_out += ran
            continue
        found = list(differences(body, counted[unit]))
        wrong += [f"{symbol}: {text}" for text in found]
        right += ran and not found
    if before != after:
        results.fail(name, "the program writes something else")
    elif wrong:
        if args.verbose:
            results.note("\n".join(wrong))
        results.fail(name, f"{len(wrong)} differences, {right} bodies without: " + "; ".join(wrong[:5]))
    elif right < 2 or left_out > right / 5:
        results.fail(name, f"{right} bodies are right, of {left_out} the counts are estimates")
    else:
        results.good(f"{name}: {right} bodies, with {expanded} calls expanded, do what the translated profile says; "
                     f"of {left_out} it does not know all")
    if not args.keep:
        shutil.rmtree(place)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    harness.add_arguments(parser)
    programs.add_arguments(parser)
    parser.add_argument("--programs", nargs="+", default=["bzip2"])
    parser.add_argument("--modes", nargs="+", default=["context"])
    parser.add_argument("--level", default="2")
    parser.add_argument("--option", nargs="*", action="extend", default=[], help="more options of the second compile")
    parser.add_argument("--verbose", action="store_true", help="show all differences")
    args = harness.absolute(parser.parse_args())
    results = harness.Results()
    os.makedirs(args.work, exist_ok=True)
    counter = build_counter(args)
    for program in args.programs:
        for mode in args.modes:
            try:
                examine(args, results, program, mode, counter)
            except (programs.Failure, RuntimeError, subprocess.CalledProcessError) as error:
                results.fail(f"{program} -O{args.level} mode={mode}", str(error))
    results.leave()


if __name__ == "__main__":
    main()

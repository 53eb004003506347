#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Random programs of csmith: with the plugin they must print what they print without it.

    csmith.py --plugin ./pathprof.so --count 200 --levels 2 3 --modes path edge --seed 1

Mode use-MODE stands for the second compile, with the profile that a first one in MODE has gathered;
mode lanes-SEED for one in which every function gets lanes at random.
"""

import argparse
import glob
import os
import shutil
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "lib"))
import harness  # noqa: E402

RUN_SECONDS = 5


def use_profile(args, plain, compile_, directory):
    """What is wrong with the program compiled again, with its profile; "" if nothing is."""
    flags = harness.plugin_flags(args.plugin, harness.second_options("profiled", args.option))
    built = harness.run(compile_ + ["fast"] + flags, 600, cwd=directory)
    if built.status != 0 or built.err:
        return f"second compile: {built.describe()}"
    ran = harness.run(["./fast"], 20 * RUN_SECONDS, cwd=directory)
    if ran.outcome() != plain.outcome():
        return f"run after the second compile: {ran.describe()} (plain: {plain.describe()})"
    return ""


def never_ends(compile_, directory):
    """Whether the program takes as long when gcc counts in it: optimisers drop loops that have no
    effect, however long they would take, and counting is one."""
    harness.run(compile_ + ["counted", "-fprofile-arcs"], 120, cwd=directory)
    return harness.run(["./counted"], 20 * RUN_SECONDS, cwd=directory).status == harness.TIMEOUT


def examine(args, include, seed):
    """Returns (whether the program could be judged, list of differences)."""
    directory = f"{args.work}/csmith-{seed}"
    shutil.rmtree(directory, ignore_errors=True)
    os.makedirs(directory)
    made = harness.run(["csmith", "--seed", str(seed), "--output", "test.c"], 60, cwd=directory)
    if made.status != 0:
        shutil.rmtree(directory)
        return False, []
    differences = []
    judged = True
    for level in args.levels:
        # -w leaves notes on calls that earlier versions of GCC compiled in another way.
        compile_ = [args.cc, f"-O{level}", "-w", "-Wno-psabi", f"-I{include}", *args.flag, "test.c", "-o"]
        if harness.run(compile_ + ["plain"], 120, cwd=directory).status != 0:
            judged = False
            break
        plain = harness.run(["./plain"], RUN_SECONDS, cwd=directory)
        if plain.status == harness.TIMEOUT:
            judged = False
        if not judged:
            break
        for place, mode in enumerate(args.modes):
            if args.one_level and level != args.levels[(seed + place) % len(args.levels)]:
                continue
            Path(directory, "profiled.ppda").unlink(missing_ok=True)
            options = harness.first_options(mode, args.option)
            flags = harness.plugin_flags(args.plugin, options)
            command = compile_ + ["profiled"] + flags
            if args.one_level and (seed // 2 + place) % 4:
                command = harness.quick(command, args.plugin)
            built = harness.run(command, 600, cwd=directory)
            why = ""
            if built.status != 0 or built.err:
                why = f"compile: {built.describe()}"
            else:
                ran = harness.run(["./profiled"], 20 * RUN_SECONDS, cwd=directory)
                if ran.status == harness.TIMEOUT and never_ends(compile_, directory):
                    judged = False
                elif ran.outcome() != plain.outcome():
                    why = f"run: {ran.describe()} (plain: {plain.describe()})"
                elif mode.startswith("use-"):
                    why = use_profile(args, plain, compile_, directory)
                elif args.decode and not mode.startswith("lanes-"):
                    decoded = harness.run(
                        [args.pathprof, "dump", "--json", "profiled"], 300, cwd=directory
                    )
                    if decoded.status != 0 or decoded.err:
                        why = f"pathprof dump: {decoded.describe()}"
            if why:
                differences.append((level, mode, why))
    if not differences:
        shutil.rmtree(directory)
    return judged, differences


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    harness.add_arguments(parser)
    parser.add_argument("--count", type=int, default=200, help="programs to judge (200)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the first program (1)")
    parser.add_argument("--levels", nargs="+", default=["2", "3"])
    parser.add_argument("--one-level", action="store_true",
                        help="each program in each mode at one of them, in turn; three in four with the library's runtime")
    parser.add_argument("--modes", nargs="+", default=harness.MODES)
    parser.add_argument("--option", nargs="*", action="extend", default=[], help="more options of the plugin")
    parser.add_argument("--flag", nargs="*", action="extend", default=[], help="more options of the compiler")
    parser.add_argument("--decode", action="store_true", help="read each profile with the command")
    args = harness.absolute(parser.parse_args())
    results = harness.Results()
    includes = glob.glob("/usr/include/csmith*")
    if not shutil.which("csmith") or not includes:
        results.unsupported("csmith programs", "csmith is not installed")
        results.leave()
    os.makedirs(args.work, exist_ok=True)

    # Programs that run for too long are replaced by the next seed.
    judged = different = 0
    seed = args.seed
    while judged < args.count and seed < args.seed + 4 * args.count:
        batch = range(seed, seed + min(args.count - judged, 50))
        seed = batch.stop
        for number, (usable, differences) in harness.in_parallel(
            args.jobs, lambda s: examine(args, includes[0], s), batch
        ):
            judged += usable
            for level, mode, why in differences:
                different += 1
                results.fail(f"csmith seed {number} -O{level} mode={mode}", why)
    name = "csmith programs: output with the plugin"
    if judged < args.count:
        results.fail(name, f"only {judged} of {args.count} programs could be judged")
    elif different:
        results.fail(name, f"{different} differences in {judged} programs")
    else:
        results.good(f"{name}: same in {judged} programs at -O{' -O'.join(args.levels)}")
    results.leave()


if __name__ == "__main__":
    main()

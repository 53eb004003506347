#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The programs of run/ (exceptions, nested functions, signals, ... that random C has not) against the oracle.

Each is compiled with trace=on in each second of the configurations below, the next program in the others, at either level
in turn; with --all, in all at both.  Three in four have the runtime from the library (harness.quick).
"""

import argparse
import functools
import os
import shutil
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "lib"), str(HERE.parent / "run")]
import check  # noqa: E402
import harness  # noqa: E402
import oracle  # noqa: E402

# What is killed after it dumped (abort), runs for ever (infinite), shares its memory with a child (vfork), is too long
# for a trace, has threads at work at once, whose events mix in it, or is several processes, each of which has a trace of
# its own.
WITHOUT = (
    "abort.c infinite.c vfork.c huge.c recursion.c many-paths.c threads.c pending-threads.c pending-migrate.c cancelled.c "
    "exec.c left.c spawn.c fork.c"
).split()
WIDE = ["wide=1", "max-paths=1"]
CONFIGURATIONS = [[f"mode={mode}"] for mode in ("path", "edge", "callgraph", "context", "piecewise")]
CONFIGURATIONS += [[f"mode={mode}"] + WIDE for mode in ("context", "piecewise")]


def examine(args, item):
    """Returns a list of (test name, what is wrong or "")."""
    program, builds = item
    directory = Path(args.work) / program.path.name
    shutil.rmtree(directory, ignore_errors=True)
    os.makedirs(directory)
    results = []
    for level, options, quick in builds:
        for left in directory.glob("prog*"):
            left.unlink()
        wrong = ""
        built = check.build(args, program, level, directory, "prog", options + ["trace=on"], quick)
        if built.status == 0:
            harness.run(["./prog"], 60, cwd=directory)
            try:
                oracle.check_program(args.pathprof, "prog", None, directory / "prog.pptr", directory)
            except (oracle.Wrong, RuntimeError, OSError) as error:
                wrong = str(error)
        else:
            wrong = f"compile: {built.describe()}"
        results.append((f"{program.path.name} -O{level} {' '.join(options)}", wrong))
    if not any(wrong for _, wrong in results):
        shutil.rmtree(directory)
    return results


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    harness.add_arguments(parser)
    parser.add_argument("--all", action="store_true", help="each program and mode at both levels")
    args = harness.absolute(parser.parse_args())
    results = harness.Results()
    jobs, number = [], 0
    for path in sorted(check.HERE.glob("*.[cC]")):
        if path.name in WITHOUT:
            continue
        builds = []
        for options in CONFIGURATIONS if args.all else CONFIGURATIONS[len(jobs) % 2 :: 2]:
            levels = ["0", "2"] if args.all else ["02"[number % 2]]
            builds += [(level, options, not args.all and number % 4 != 0) for level in levels]
            number += 1
        jobs.append((check.Program(path), builds))
    for _, found in harness.in_parallel(args.jobs, functools.partial(examine, args), jobs, processes=True):
        results.take(found)
    results.leave()


if __name__ == "__main__":
    main()

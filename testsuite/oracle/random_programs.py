#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Random programs (generate.py) against the oracle (oracle.py).

    random_programs.py --count 60 --seed 1 --levels 0 2

Each program is compiled plain and with trace=on in each configuration (mode path, mode path with
little room for paths so that edges are broken, mode edge) at each level.  It must print the same, and
its profile must be what its trace says.
"""

import argparse
import functools
import os
import shutil
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "lib"))
import generate  # noqa: E402
import harness  # noqa: E402
import oracle  # noqa: E402

RUN_SECONDS = 20


def configurations(seed):
    """The plugin's options for the program of SEED."""
    small = (5, 50, 2, 1000)[seed % 4]
    array = ("0", "16", "4096", "4096")[seed // 4 % 4]
    update = ("single", "single", "atomic", "thread")[seed // 2 % 4]
    yield ["mode=path", f"array-limit={array}", f"update={update}"]
    yield ["mode=path", f"max-paths={small}"] + (["weights=static"] if seed % 3 == 0 else [])
    yield ["mode=edge", f"update={update}"] + (["weights=static"] if seed % 3 == 1 else [])


def examine(args, seed):
    """Returns (counts checked, activations, list of what is wrong)."""
    directory = Path(args.work) / f"program-{seed}"
    shutil.rmtree(directory, ignore_errors=True)
    os.makedirs(directory)
    (directory / "test.c").write_text(generate.program(seed))
    wrongs, checked, activations = [], 0, 0
    for level in args.levels:
        compile_ = [args.cc, f"-O{level}", "-w", "test.c", "-o"]
        if harness.run(compile_ + ["plain"], 120, cwd=directory).status != 0:
            wrongs.append(f"-O{level}: the plain compiler fails")
            continue
        plain = harness.run(["./plain"], RUN_SECONDS, cwd=directory)
        for options in configurations(seed):
            flags = harness.plugin_flags(args.plugin, options + ["trace=on"])
            name = f"-O{level} {' '.join(options)}"
            for left in directory.glob("profiled*"):
                left.unlink()
            built = harness.run(compile_ + ["profiled"] + flags, 300, cwd=directory)
            if built.status != 0 or built.err:
                wrongs.append(f"{name}: compile: {built.describe()}")
                continue
            ran = harness.run(["./profiled"], 20 * RUN_SECONDS, cwd=directory)
            if ran.outcome() != plain.outcome():
                wrongs.append(f"{name}: run: {ran.describe()} (plain: {plain.describe()})")
                continue
            try:
                done = oracle.check_program(
                    args.pathprof, "profiled", None, directory / "profiled.pptr", directory
                )
                activations += done[0]
                checked += done[2]
            except (oracle.Wrong, RuntimeError, OSError) as error:
                wrongs.append(f"{name}: {error}")
    if not wrongs:
        shutil.rmtree(directory)
    return checked, activations, wrongs


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    harness.add_arguments(parser)
    parser.add_argument("--count", type=int, default=60, help="programs (60)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the first program (1)")
    parser.add_argument("--levels", nargs="+", default=["0", "2"])
    args = harness.absolute(parser.parse_args())
    results = harness.Results()
    agree = checked = activations = 0
    seeds = range(args.seed, args.seed + args.count)
    for seed, (counts, walks, wrongs) in harness.in_parallel(
        args.jobs, functools.partial(examine, args), seeds, processes=True
    ):
        checked += counts
        activations += walks
        agree += not wrongs
        for wrong in wrongs:
            results.fail(f"oracle: random program {seed}", wrong)
    name = "oracle: random programs"
    if agree == args.count and checked and activations:
        results.good(f"{name}: {agree} agree in {checked} counts of {activations} activations")
    else:
        results.fail(name, f"{agree} of {args.count} agree, {checked} counts checked")
    results.leave()


if __name__ == "__main__":
    main()

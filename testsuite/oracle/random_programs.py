#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Random programs (generate.py, generate_calls.py) against the oracle (oracle.py).

    random_programs.py --count 60 --seed 1 --mode path edge --levels 0 2

Each program is compiled plain and with trace=on in each configuration of each mode (as it is, and with
little room for paths so that edges are broken or numbers are wide) at each level, three times in four
with the runtime from the library (harness.quick) unless --carried is given.  It must print the same, and
its profile must be what its trace says.  A third of the programs of interprocedural modes is compiled
with an earlier profile of itself that has counted what indirect calls call; so has what the trace of that
says.
"""

import argparse
import functools
import os
import shutil
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "lib"))
import generate  # noqa: E402
import generate_calls  # noqa: E402
import harness  # noqa: E402
import oracle  # noqa: E402

RUN_SECONDS = 20
INTERPROCEDURAL = harness.INTERPROCEDURAL
# Options of hybrid profiles.  Most programs have functions that are called so.
HYBRIDS = (["depth=1"], ["cut=returns:[02468]|main"], ["depth=2", "cut=calls:[1-3]|main"], ["cut=functions:[47]|main"])
EARLIER = "weights=first"  # an earlier profile that has counted what indirect calls call


def write_program(args, directory, seed, mode):
    """Returns the names of the source files.  Procedures that all may be called from anywhere are a
    hard case of those that are not."""
    if args.units == 2:
        texts = {f"test{unit}.c": generate_calls.program(seed, unit, args.pending) for unit in (0, 1)}
    elif mode in INTERPROCEDURAL + ["callgraph"] and seed % 5:
        texts = {"test.c": generate_calls.program(seed, leaving=args.pending)}
    else:
        texts = {"test.c": generate.program(seed, args.pending)}
    for name, text in texts.items():
        (directory / name).write_text(text)
    return list(texts)


def configurations(seed, mode):
    """The plugin's options for the program of SEED."""
    small = (5, 50, 2, 1000)[seed % 4]
    array = ("0", "16", "4096", "4096")[seed // 4 % 4]
    update = ("single", "single", "atomic", "thread")[seed // 2 % 4]
    static = ["weights=static"]
    if mode in ("path", "path-context"):
        yield [f"array-limit={array}", f"update={update}"]
        yield [f"max-paths={small}"] + static * (seed % 3 == 0)
    elif mode == "kpath":
        for k in (1, 2, 3, 4):
            outer = [f"kouter={1 + (seed + k) % 4}"] * (seed % 2)
            yield [f"k={k}", f"array-limit={array}", f"update={update}"] + outer
        yield [f"k={2 + seed % 3}", f"max-paths={small}"] + static * (seed % 3 == 0) + ["kouter=2"] * (
            seed % 5 == 0
        )
    elif mode in harness.OF_EDGES:
        yield [f"update={update}"] + static * (seed % 3 == 1)
    else:
        yield [f"array-limit={array}", f"update={update}"] + static * (seed % 4 == 1)
        if mode.startswith("context"):
            more = ([f"max-paths={(1000, 20000)[seed % 2]}"], ["indirect=chain"], [])[seed % 3]
            keep = (["recursion=context"], ["loops=context"], ["recursion=context", "loops=context"])[seed // 3 % 3]
            yield keep + [f"array-limit={array}", f"update={update}"] + more
        if seed % 4 == 2:
            yield HYBRIDS[seed // 4 % 4] + [f"array-limit={array}"]
        if seed % 3 == 0:
            few = (300, 1000, 3000, 20000)[seed // 3 % 4]
            thesis = ["break=thesis"] * (few == 20000)
            yield [f"max-paths={few}", f"array-limit={array}", f"update={update}"] + thesis
        elif seed % 3 == 1:
            yield ["indirect=chain", f"array-limit={array}"]
        else:  # numbers of several words, though few of these programs need them
            wide = ["wide=1", f"max-paths={small if seed % 2 else 1}", f"update={update}"]
            yield wide + ["indirect=chain"] * (seed % 6 == 5)
        if seed % 3 == 2:
            yield [EARLIER, "indirect=chain", f"max-targets={seed // 3 % 4 + 1}"]


def levels_of(args, seed, mode):
    if args.levels:
        return args.levels
    return [("0", "2", "3")[seed // 12 % 3]] if mode in INTERPROCEDURAL else ["0", "2"]


def profiled(args, directory, compile_, options, plain, name="profiled", quick=False):
    """Compiles NAME with OPTIONS, runs, compares with PLAIN and with the trace."""
    command = compile_ + [name] + harness.plugin_flags(args.plugin, options + ["trace=on"])
    for left in directory.glob(f"{name}*"):
        left.unlink()
    built = harness.run(harness.quick(command, args.plugin) if quick else command, 300, cwd=directory)
    if built.status != 0 or built.err:
        errors = [line for line in built.err.decode().split("\n") if "error" in line]
        raise oracle.Wrong(f"compile: {errors[0] if errors else built.describe()}")
    ran = harness.run([f"./{name}"], 20 * RUN_SECONDS, cwd=directory)
    if ran.outcome() != plain.outcome():
        raise oracle.Wrong(f"run: {ran.describe()} (plain: {plain.describe()})")
    return oracle.check_program(
        args.pathprof, name, None, directory / f"{name}.pptr", directory,
        "targets=count" in options or "mode=callgraph" in options
    )


def make_earlier(args, directory, compile_, seed, mode, plain):
    """The earlier profile, of any mode."""
    mode = ("edge", "path", mode)[seed // 3 % 3]
    update = ("single", "atomic", "thread")[seed // 9 % 3]
    options = [f"mode={mode}", "targets=count", f"update={update}"]
    return profiled(args, directory, compile_, options, plain, "first")


def examine(args, seed):
    """Returns (counts checked, activations, list of what is wrong)."""
    directory = Path(args.work) / f"program-{seed}"
    shutil.rmtree(directory, ignore_errors=True)
    os.makedirs(directory)
    wrongs, checked, activations, number = [], 0, 0, seed
    for mode in args.mode:
        sources = write_program(args, directory, seed, mode)
        for level in levels_of(args, seed, mode):
            compile_ = [args.cc, f"-O{level}", "-w"] + args.flags.split() + sources + ["-o"]
            if harness.run(compile_ + ["plain"], 120, cwd=directory).status != 0:
                wrongs.append(f"-O{level}: the plain compiler fails")
                continue
            plain = harness.run(["./plain"], RUN_SECONDS, cwd=directory)
            for options in configurations(seed, mode):
                if args.pending:
                    options = [o for o in options if o != "wide=1"] + ["pending=on"]
                try:
                    if EARLIER in options:
                        checked += make_earlier(args, directory, compile_, seed, mode, plain)[2]
                    options = [f"mode={mode}"] + options
                    number += 1
                    quick = number % 4 != 0 and "-flto" not in args.flags and not args.carried
                    done = profiled(args, directory, compile_, options, plain, quick=quick)
                    activations += done[0]
                    checked += done[2]
                except (oracle.Wrong, RuntimeError, OSError) as error:
                    wrongs.append(f"-O{level} {' '.join(options)}: {error}")
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
    parser.add_argument("--mode", nargs="+", default=["path", "edge"], choices=harness.MODES)
    parser.add_argument("--levels", nargs="+", help="of optimisation (0 and 2; one, by seed)")
    parser.add_argument("--pending", action="store_true", help="compile with pending=on programs that leave functions often")
    parser.add_argument("--carried", action="store_true", help="each build carries the runtime, not one of four")
    parser.add_argument("--units", type=int, default=1, choices=(1, 2), help="source files (1)")
    parser.add_argument("--flags", default="", help="more of the compiler's, as --flags=-flto")
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
    name = f"oracle: random programs, {' '.join(args.mode)}{' pending=on' * args.pending}"
    if agree == args.count and checked and activations:
        results.good(f"{name}: {agree} agree in {checked} counts of {activations} activations")
    else:
        results.fail(name, f"{agree} of {args.count} agree, {checked} counts checked")
    results.leave()


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What counting costs in a program whose threads all take the same paths at the same time.

    threads.py --plugin ./pathprof.so [--threads 1 2 8] [--rounds 5] [--json FILE]

The program is zlib, its sources and inputs/threads.c: the same work is done by one thread or by several.
Each variant's user time is divided by that of the plain build with as many threads, in the same round;
every build must print the same.  README.md beside this file says more."""

import argparse
import json
import os
import shutil
import statistics
import sys
import tempfile

sys.dont_write_bytecode = True  # nothing is left in the source tree
# pylint: disable=wrong-import-position
import measure
import recipes
from recipes import Failure

VARIANTS = ["path", "path-thread", "path-atomic", "edge-thread", "edge-atomic", "gcc-arcs-single",
            "gcc-arcs-atomic"]


def build(source, directory, cc, options):
    """Compiles zlib and the driver.  Returns the executable."""
    os.makedirs(directory)
    files = [os.path.join(source, name) for name in recipes.sources("minigzip", source)
             if not name.startswith("test/")]
    command = [cc, *options, *recipes.PROGRAMS["minigzip"].cflags, "-I" + source, "-pthread", *files,
               os.path.join(measure.HERE, "inputs", "threads.c"), "-o", "threads"]
    measure.timed(command, directory)
    return os.path.join(directory, "threads")


def run(exe, directory, threads, turns, text):
    """Runs it once, without an earlier profile.  Returns its user time and what it printed."""
    for name in os.listdir(directory):
        if name.endswith((".gcda", ".ppda")):
            os.unlink(os.path.join(directory, name))
    with open(os.path.join(directory, "out"), "w+b") as out:
        user = measure.timed([exe, str(threads), str(turns), text], directory, stdout=out)
        out.seek(0)
        return user, out.read()


def report(options, variants, users):
    """Prints a table: variants by rows, threads by columns; saves every figure if that was asked for."""
    print("User time, ratio to the plain build with as many threads (medians of %d interleaved rounds)" % options.rounds)
    print("%-18s" % "threads" + "".join("%8d" % n for n in options.threads))
    print("%-18s" % "base, seconds" + "".join("%8.2f" % statistics.median(users["base", n]) for n in options.threads))
    for variant in variants[1:]:
        ratios = [statistics.median(mine / base for mine, base in zip(users[variant, n], users["base", n]))
                  for n in options.threads]
        print("%-18s" % variant + "".join("%8.2f" % ratio for ratio in ratios))
    if options.json:
        with open(options.json, "w", encoding="utf-8") as out:
            json.dump({"version": 1, "rounds": options.rounds, "turns": options.turns,
                       "user": {"%s %d" % key: value for key, value in users.items()}}, out, indent=1)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    measure.add_arguments(parser, "-O2")
    add = parser.add_argument
    add("--variants", type=measure.names(measure.VARIANTS), default=VARIANTS,
        help="(%s)" % ",".join(VARIANTS))
    add("--threads", type=int, nargs="+", default=[1, 2, 8], help="how many (1 2 8)")
    add("--turns", type=int, default=180, help="how much is to be done (%(default)s)")
    add("--rounds", type=int, default=5, help="of timing (%(default)s)")
    add("--json", metavar="FILE", help="writes every figure there")
    options = parser.parse_args()
    options.plugin = os.path.abspath(options.plugin)
    work = tempfile.mkdtemp(prefix="pathprof-")
    try:
        source = measure.fetch(options.src, "minigzip")
        text = os.path.join(recipes.make_inputs("minigzip", work, "small"), "text")
        variants = ["base"] + [v for v in options.variants if v != "base"]
        programs = {}
        for variant in variants:
            flags = options.opt.split() + measure.flags(variant, options.plugin, options.plugin_arg)
            programs[variant] = build(source, os.path.join(work, variant), options.cc, flags)
        users, wanted = {}, None
        for _ in range(options.rounds):
            for threads in options.threads:
                for variant, exe in programs.items():
                    user, said = run(exe, os.path.dirname(exe), threads, options.turns, text)
                    wanted = wanted or said
                    if said != wanted:
                        raise Failure("%s, %d threads: prints something else" % (variant, threads))
                    users.setdefault((variant, threads), []).append(user)
        report(options, variants, users)
        return 0
    except Failure as error:
        print("threads.py: %s" % error, file=sys.stderr)
        return 1
    finally:
        shutil.rmtree(work, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())

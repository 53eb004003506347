#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a profiled program keeps and writes: the table under "Memory, data files" of doc/measurements/overhead.md.

Each program's first command is run in every variant: the largest resident set, the bytes of the data files, and, by
strace, the time from the first look at a data file to the end of the process; the median of ROUNDS.  strace stops the
process at no other calls, but each of these takes longer by it: of gcov's many files more than of one.  Needs the
packages time and strace."""

import argparse
import os
import re
import statistics
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True  # nothing is left in the source tree
import measure  # pylint: disable=wrong-import-position
import recipes  # pylint: disable=wrong-import-position

LARGEST = ["sqlite3", "gnugo", "xmllint", "cjpeg"]
SHOWN = "base,gcc-generate,edge,callgraph,path,kpath,base-lto,context-lto,piecewise-lto"
DATA = (".ppda", ".gcda")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    measure.add_arguments(parser, opt="-O2")
    add = parser.add_argument
    add("--variants", type=measure.names(measure.VARIANTS, measure.SETS), default=SHOWN.split(","), help="(%s)" % SHOWN)
    add("--size", default="count", choices=["full", "middle", "count", "small"], help="of the runs (%(default)s)")
    add("--rounds", type=int, default=3, help="(%(default)s)")
    add("--work", metavar="DIR", help="builds are in DIR, those that were not are made and kept")
    parser.set_defaults(programs=LARGEST)
    return parser.parse_args()


def run(build, place, size, wrap):
    """Runs the first command of BUILD behind WRAP, which writes to the file that is returned."""
    log = os.path.join(build.objects, wrap[0])
    build.fresh()
    args, stdin, stdout = next(recipes.run_commands(build.program, place, size))
    with open(os.path.join(build.out, stdin) if stdin else os.devnull, "rb") as reader, open(
        os.path.join(build.out, stdout), "wb"
    ) as writer:
        with subprocess.Popen(
            [*wrap, "-o", log, build.exe, *args], cwd=build.out, stdin=reader, stdout=writer, stderr=subprocess.DEVNULL,
            env=measure.environment()
        ) as child:  # fmt: skip
            child.wait()
    if child.returncode:
        raise recipes.Failure("%s, %s: exit status %d" % (build.program, build.variant, child.returncode))
    with open(log, encoding="utf-8", errors="replace") as stream:
        return stream.readlines()


def resident(build, place, size):
    """The largest resident set in KB.  What wait4 tells of a child of this process would have this process's own."""
    return int(run(build, place, size, ["time", "-f", "%M"])[-1])


def written(build):
    """Bytes of the data files of the last run."""
    files = [os.path.join(place, name) for place in (build.out, build.objects) for name in os.listdir(place)]
    return sum(os.path.getsize(name) for name in files if name.endswith(DATA))


def seconds_to_write(build, place, size):
    """From the first look at a data file to the end of the process; None if it looks at none."""
    lines = run(build, place, size, ["strace", "-f", "--seccomp-bpf", "-e", "trace=%file,exit_group", "-ttt"])
    looks = [line for line in lines if re.search(r'\.(ppda|gcda)[^"]*"', line) and "execve(" not in line]
    return float(lines[-1].split()[1]) - float(looks[0].split()[1]) if looks else None


def figures(build, place, args):
    """(MB, KB of data, ms)."""
    kilobytes = statistics.median(resident(build, place, args.size) for _ in range(args.rounds))
    size = written(build)
    times = [seconds_to_write(build, place, args.size) for _ in range(args.rounds)] if size else []
    return "%.1f" % (kilobytes / 1024), "%.0f" % (size / 1024) if size else "", \
        "%.1f" % (1000 * statistics.median(times)) if size else ""


def main():
    args = arguments()
    plugin = os.path.abspath(args.plugin)
    print("| | %s |\n%s|" % (" | ".join(args.variants), "|---" * (len(args.variants) + 1)), flush=True)
    with tempfile.TemporaryDirectory() as scratch:
        work = os.path.abspath(args.work or scratch)
        for program in args.programs:
            source = measure.fetch(args.src, program)
            place = recipes.make_inputs(program, work, args.size)
            columns = []
            for variant in args.variants:
                build = measure.Build(program, variant, source, work)
                if not os.path.exists(build.exe):
                    build.make(args.cc, args.opt.split() + measure.flags(variant, plugin, args.plugin_arg))
                columns.append(figures(build, place, args))
            for name, row in zip((program + ": MB", "data, KB", "written in ms"), zip(*columns)):
                print("| %s | %s |" % (name, " | ".join(row)), flush=True)


if __name__ == "__main__":
    try:
        main()
    except (recipes.Failure, OSError) as error:
        sys.exit("memory.py: %s" % error)

#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What lanes and expanded calls gain: the tables of doc/measurements/lanes.md under "Calls", in Markdown.

Each program is profiled (--mode, inputs of size `train`), compiled again in each of --variants, and run under
cachegrind on other inputs.  The cells are instructions, and code (.text), over the first variant; and of the calls
that are not rare how many were expanded, as the report of report= has it.  A variant that writes anything else than the
first is an error.  The counts do not vary from run to run.  With --rounds it is user time instead of instructions:
each round runs all variants, one after the other; the cells are medians of the rounds' ratios, with their quartiles.

    gains.py                                    lanes alone, and with calls
    gains.py --opt "-O3 -flto" --one-unit none --variants "lanes=on,calls=off;lanes=on,calls=on"
    gains.py --rounds 9 --size full             user time
    gains.py --profile values=on --one-unit none --variants "values=off;values=on"      doc/measurements/values.md
"""

import argparse
import json
import math
import os
import resource
import statistics
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True  # nothing is left in the source tree
# pylint: disable=wrong-import-position
import measure
import recipes
from recipes import Failure
from subject import ONE_UNIT, Subject


def arguments():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    measure.add_arguments(parser, "-O3")
    add = parser.add_argument
    add("--mode", default="path", help="of the profile (%(default)s)")
    add("--profile", type=lambda text: text.split(","), default=[], metavar="OPTION=VALUE,...",
        help="options of the compile that profiles; what they cost is told, too")
    add("--variants", default="lanes=off,calls=off;lanes=on,calls=off;lanes=on,calls=on",
        help="options of the second compile, apart by semicolons (%(default)s)")
    add("--one-unit", type=measure.names([*ONE_UNIT, "none"]), default=["compress", "lua", "expat"],
        help="programs that are compiled as one unit (compress,lua,expat)")
    add("--size", default="count", help="of the inputs that are measured on (%(default)s)")
    add("--rounds", type=int, default=0, help="of user time, 2 at least (0: instructions are counted)")
    add("--work", help="directory to build and run in, kept (default: a temporary one)")
    options = parser.parse_args()
    options.plugin = os.path.abspath(options.plugin)
    return options


def expanded(report):
    """(calls that were expanded, those that are not rare), of all units."""
    calls = []
    if os.path.exists(report):
        with open(report, encoding="utf-8") as stream:
            calls = [call for line in stream for call in json.loads(line)["calls"]]
    return sum(call["fate"] == "expanded" for call in calls), len(calls)


def counted(subject, exes, size):
    """Of each of EXES its instructions, and code; and what each writes."""
    for exe in exes:
        counts, sums = subject.count(exe, size)
        yield [counts["instructions"]], counts["text"], sums


def timed(subject, exes, size, rounds):
    """Of each of EXES its seconds in each round, and code; and what each writes.  Every other round goes backwards."""
    seconds, sums = {exe: [] for exe in exes}, {}
    recipes.make_inputs(subject.program, subject.work, size)
    for number in range(rounds):
        for exe in exes[::-1] if number % 2 else exes:
            before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
            sums[exe] = subject.run(exe, size)
            seconds[exe].append(resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before)
    for exe in exes:
        yield seconds[exe], subject.text(exe), sums[exe]


def measure_program(options, program, work):
    """Of each variant (instructions, or seconds in each round; code; calls expanded, candidates); and the
    instructions of the profiled program over those without options of its own, if it has some."""
    subject = Subject(options, program, work, options.one_unit)
    trained, exes, calls = subject.train(options.mode, options.profile), [], []
    for number, variant in enumerate(options.variants.split(";")):
        report = os.path.join(subject.work, "report-%d.json" % number)
        if os.path.exists(report):
            os.unlink(report)
        exes.append(subject.make("variant-%d" % number, ["use=" + trained, "report=" + report,
                                                         *variant.split(","), *options.plugin_arg]))
        calls.append(expanded(report))
    measured = list(timed(subject, exes, options.size, options.rounds) if options.rounds
                    else counted(subject, exes, options.size))
    if any(sums != measured[0][2] for _, _, sums in measured):
        raise Failure("%s: another output" % program)
    price = ["%.4f" % (subject.count(trained, "train")[0]["instructions"] /
                       subject.count(subject.train(options.mode), "train")[0]["instructions"])] if options.profile else []
    return [(costs, text, *count) for (costs, text, _), count in zip(measured, calls)], price


def ratio(costs, base):
    """Of the COSTS to those of BASE, (median, text)."""
    ratios = [cost / other for cost, other in zip(costs, base)]
    if len(ratios) == 1:
        return ratios[0], "%.4f" % ratios[0]
    low, median, high = statistics.quantiles(ratios, n=4, method="inclusive")
    return median, "%.3f (%.3f to %.3f)" % (median, low, high)


def row(name, cells):
    print("| %s | %s |" % (name, " | ".join(cells)), flush=True)


def main():
    options = arguments()
    variants = options.variants.split(";")[1:]
    head = [text for v in variants for text in (v, ".text, %", "calls expanded")]
    head += ["profiling with " + ",".join(options.profile)] if options.profile else []
    row("program", ["seconds" if options.rounds else "millions", *head])
    print("|---|" + "---:|" * (1 + len(head)))
    sums = [[0, 0] for _ in variants]
    with tempfile.TemporaryDirectory(prefix="pathprof-") as scratch:
        for program in options.programs:
            (base, *others), price = measure_program(options, program, options.work or scratch)
            cells = ["%.2f" % statistics.median(base[0]) if options.rounds else "%.1f" % (base[0][0] / 1e6)]
            for total, (costs, text, calls, candidates) in zip(sums, others):
                median, told = ratio(costs, base[0])
                total[0] += math.log(median)
                total[1] += math.log(text / base[1])
                cells += [told, "%+.1f" % (100 * text / base[1] - 100), "%d of %d" % (calls, candidates)]
            row(program, cells + price)
    num = len(options.programs)
    row("geometric mean", ["", *(cell for i, t in sums for cell in (
        "%.4f" % math.exp(i / num), "%+.1f" % (100 * math.exp(t / num) - 100), "")),
                           *([""] if options.profile else [])])


if __name__ == "__main__":
    try:
        main()
    except (Failure, OSError, subprocess.CalledProcessError) as error:
        sys.exit("gains.py: %s" % error)

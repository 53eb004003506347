#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What lanes and expanded calls gain: the tables of doc/measurements/lanes.md under "Calls", in Markdown.

Each program is profiled (--mode, inputs of size `train`), compiled again in each of --variants, and run under
cachegrind on other inputs.  The cells are instructions, and code (.text), over the first variant; and of the calls
that are not rare how many were expanded, as the report of report= has it.  A variant that writes anything else than the
first is an error.  The counts do not vary from run to run.

    gains.py                                    lanes alone, and with calls
    gains.py --opt "-O3 -flto" --one-unit none --variants "lanes=on,calls=off;lanes=on,calls=on"
"""

import argparse
import json
import math
import os
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True  # nothing is left in the source tree
# pylint: disable=wrong-import-position
import measure
from recipes import Failure
from subject import ONE_UNIT, Subject


def arguments():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    measure.add_arguments(parser, "-O3")
    add = parser.add_argument
    add("--mode", default="path", help="of the profile (%(default)s)")
    add("--variants", default="lanes=off,calls=off;lanes=on,calls=off;lanes=on,calls=on",
        help="options of the second compile, apart by semicolons (%(default)s)")
    add("--one-unit", type=measure.names([*ONE_UNIT, "none"]), default=["compress", "lua", "expat"],
        help="programs that are compiled as one unit (compress,lua,expat)")
    add("--size", default="count", help="of the inputs that are measured on (%(default)s)")
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


def measure_program(options, program, work):
    """Of each variant (instructions, code, calls expanded, candidates)."""
    subject = Subject(options, program, work, options.one_unit)
    trained, found, expected = subject.train(options.mode), [], None
    for number, variant in enumerate(options.variants.split(";")):
        report = os.path.join(subject.work, "report-%d.json" % number)
        if os.path.exists(report):
            os.unlink(report)
        exe = subject.make("variant-%d" % number, ["use=" + trained, "report=" + report,
                                                   *variant.split(","), *options.plugin_arg])
        counts, sums = subject.count(exe, options.size)
        if expected not in (None, sums):
            raise Failure("%s, %s: another output" % (program, variant))
        expected = sums
        found.append((counts["instructions"], counts["text"], *expanded(report)))
    return found


def row(name, cells):
    print("| %s | %s |" % (name, " | ".join(cells)), flush=True)


def main():
    options = arguments()
    variants = options.variants.split(";")[1:]
    head = [text for v in variants for text in (v, ".text, %", "calls expanded")]
    row("program", ["millions", *head])
    print("|---|" + "---:|" * (1 + len(head)))
    sums = [[0, 0] for _ in variants]
    with tempfile.TemporaryDirectory(prefix="pathprof-") as scratch:
        for program in options.programs:
            base, *others = measure_program(options, program, options.work or scratch)
            cells = ["%.1f" % (base[0] / 1e6)]
            for total, (instructions, text, calls, candidates) in zip(sums, others):
                total[0] += math.log(instructions / base[0])
                total[1] += math.log(text / base[1])
                cells += ["%.4f" % (instructions / base[0]), "%+.1f" % (100 * text / base[1] - 100),
                          "%d of %d" % (calls, candidates)]
            row(program, cells)
    num = len(options.programs)
    row("geometric mean", ["", *(cell for i, t in sums for cell in (
        "%.4f" % math.exp(i / num), "%+.1f" % (100 * math.exp(t / num) - 100), ""))])


if __name__ == "__main__":
    try:
        main()
    except (Failure, OSError, subprocess.CalledProcessError) as error:
        sys.exit("gains.py: %s" % error)

#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What express lanes do to real C programs: the tables of doc/measurements/lanes.md, in Markdown.

Profiles every program (mode=path, inputs of size `train`), compiles it with the profile and
report=, and adds the reports up.  The facts are weighed by the profile that the lanes are made from,
as in tables 8 and 9 of Melski's thesis.  Compile times are user times, the median of --rounds, with
lanes and without."""

import argparse
import json
import os
import statistics
import sys
import tempfile

sys.dont_write_bytecode = True  # nothing is left in the source tree
# pylint: disable=wrong-import-position
import measure
import recipes

KINDS = (("operand", "operands"), ("result", "results"), ("branch", "branches"))


def arguments():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    measure.add_arguments(parser, "-O3")
    add = parser.add_argument
    add("--rounds", type=int, default=3, help="of compile time (%(default)s)")
    options = parser.parse_args()
    options.plugin = os.path.abspath(options.plugin)
    return options


def flags(options, variant, more=()):
    return options.opt.split() + measure.flags(variant, options.plugin, list(more))


def read_report(path):
    """The functions that have hot paths, of all units."""
    with open(path, encoding="utf-8") as stream:
        return [f for line in stream for f in json.loads(line)["functions"] if f["hot_paths"]]


def measure_program(options, program, work):
    """A dictionary of figures."""
    source = measure.fetch(options.src, program)
    build = measure.Build(program, "lanes", source, work)
    data = build.train(options.cc, flags(options, "path"),
                       recipes.make_inputs(program, work, "train"), "train")
    report = os.path.join(work, program + ".json")
    seconds = {"use": [], "use-counts": []}
    for number in range(max(options.rounds, 1)):
        for variant, times in seconds.items():
            more = options.plugin_arg if variant == "use" else []
            more = more + (["report=" + report] if variant == "use" and number == 0 else [])
            words = [w.replace("{data}", data) for w in flags(options, variant, more)]
            times.append(build.make(options.cc, words))
    functions = read_report(report)
    return {
        "functions": len(functions),
        "blocks": {k: sum(f["blocks"][k] for f in functions)
                   for k in ("before", "traced", "reduced", "copied")},
        "statements": {k: sum(f["statements"][k] for f in functions)
                       for k in ("before", "traced", "reduced", "copied")},
        "steps": {k: sum(f["steps"][k] for f in functions) for k in ("plain", "traced")},
        "facts": {kind: {stage: sum(f["facts"][kind][stage]["times"] for f in functions)
                         for stage in ("all", "plain", "gained", "kept")} for kind, _ in KINDS},
        "hot_paths": sum(f["hot_paths"] for f in functions),
        "made": sum(f["lanes"]["made"] for f in functions),
        "decided": sum(f["decided"] for f in functions),
        "seconds": {variant: statistics.median(times) for variant, times in seconds.items()},
    }


def table(head, rows):
    print("| %s |" % " | ".join(head))
    print("|---%s|" % ("|---:" * (len(head) - 1)))
    for row in rows:
        print("| %s |" % " | ".join(row))
    print()


def more(after, before):
    return "%+.1f" % (100 * after / before - 100) if before else "-"


def cost_table(figures):
    head = ["program", "functions", "hot paths", "lanes made", "blocks", "all lanes", "left",
            "statements", "all lanes", "left", "copied, %", "steps", "all lanes", "compiled in, s",
            "with lanes"]
    rows = []
    for program, f in figures.items():
        rows.append([program, str(f["functions"]), str(f["hot_paths"]), str(f["made"]),
                     str(f["blocks"]["before"]), more(f["blocks"]["traced"], f["blocks"]["before"]),
                     more(f["blocks"]["reduced"], f["blocks"]["before"]),
                     str(f["statements"]["before"]),
                     more(f["statements"]["traced"], f["statements"]["before"]),
                     more(f["statements"]["reduced"], f["statements"]["before"]),
                     "%.1f" % (100 * f["statements"]["copied"] / f["statements"]["before"]),
                     str(f["steps"]["plain"]), more(f["steps"]["traced"], f["steps"]["plain"]),
                     "%.2f" % f["seconds"]["use-counts"],
                     more(f["seconds"]["use"], f["seconds"]["use-counts"])])
    table(head, rows)


def fact_table(figures):
    head = ["program"] + ["%% %s: %s" % (what, stage) for _, what in KINDS
                          for stage in ("none", "all lanes", "left")] + ["branches removed"]
    rows = []
    for program, f in figures.items():
        row = [program]
        for kind, _ in KINDS:
            sums = f["facts"][kind]
            for stage in (0, sums["gained"], sums["kept"]):
                row.append("%.2f" % (100 * (sums["plain"] + stage) / max(sums["all"], 1)))
        rows.append(row + [str(f["decided"])])
    table(head, rows)


def main():
    options = arguments()
    figures = {}
    with tempfile.TemporaryDirectory(prefix="pathprof-") as work:
        for program in options.programs:
            print(program, file=sys.stderr, flush=True)
            figures[program] = measure_program(options, program, work)
    cost_table(figures)
    fact_table(figures)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The experiments of Melski's thesis (chapters 8 and 12) on today's programs: the tables and plots of
doc/measurements/supergraph.md.

Each program is compiled as one unit where its sources allow that (else unit by unit), profiled in the
modes piecewise and context on inputs of size `train`, and compiled again with supergraph=curve, whose
report has the figures; and with lanes=, to count the instructions of what comes out, on other inputs.
What was measured is kept in --results, a JSON file, in which a program that is measured again is
replaced; --only page makes the page of it once more.  In the
page only what stands between <!-- begin NAME --> and <!-- end NAME --> is replaced."""

import argparse
import json
import os
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True  # nothing is left in the source tree
# pylint: disable=wrong-import-position
import experiments_page
import measure
import recipes
from recipes import Failure
from subject import Subject

MODES = ("piecewise", "context")

# What is compiled to be run: options of the plugin, the profile being of mode context.
RUNS = {
    "off": ["lanes=off"],
    "inside, any": ["lanes=on", "calls=off", "price=0"],
    "inside": ["lanes=on", "calls=off"],
    "calls": ["lanes=off", "calls=on"],
    "inside and calls": ["lanes=on", "calls=on"],
}


def arguments():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    measure.add_arguments(parser, "-O3")
    add = parser.add_argument
    add("--results", default=os.path.join(measure.HERE, "../../doc/measurements/supergraph.json"),
        help="what was measured, which programs are added to (%(default)s)")
    add("--page", default=os.path.join(measure.HERE, "../../doc/measurements/supergraph.md"),
        help="the page (%(default)s)")
    add("--only", choices=("measure", "page"), help="one half of it")
    add("--runs", type=measure.names(recipes.PROGRAMS), default=list(recipes.PROGRAMS),
        help="programs of which instructions are counted (all of --programs)")
    add("--size", default="small", help="of the inputs that instructions are counted on (%(default)s)")
    options = parser.parse_args()
    options.plugin = os.path.abspath(options.plugin)
    return options


def check(mode, graph):
    """What must hold of a unit's supergraph."""
    if graph["why"]:
        raise Failure(graph["why"])
    for lanes in graph["lanes"]:
        # Which path goes on behind a call is guessed where pieces are joined to paths inside functions.
        if lanes["impossible"] and (mode, lanes["lanes"]) != ("piecewise", "inside"):
            raise Failure("the analysis says that what was executed cannot be")
        kept = [g["facts"]["branch"] for g in lanes["graphs"] if g["graph"] in ("kept: 100", "branches")]
        if min(kept, default=0) < (lanes["graphs"][0]["facts"]["branch"] if kept else 0):
            raise Failure("a reduction has lost decided branches")


def analyse(subject, mode, trained):
    """What the report says of each unit's supergraph."""
    report = os.path.join(subject.work, mode + ".json")
    subject.make("use-" + mode, ["use=" + trained, "report=" + report, "supergraph=curve", "lanes=off"])
    with open(report, encoding="utf-8") as stream:
        graphs = [json.loads(line).get("supergraph") for line in stream]
    graphs = [graph for graph in graphs if graph]
    for graph in graphs:
        check(mode, graph)
    return graphs


def measure_runs(subject, trained, size):
    found, expected = {}, None
    for name, plugin_args in RUNS.items():
        exe = subject.make("run-" + name.replace(" ", "-"), ["use=" + trained, *plugin_args])
        found[name], sums = subject.count(exe, size)
        if expected not in (None, sums):
            raise Failure("%s: another output" % name)
        expected = sums
    return found


def add_up(units):
    """One supergraph of those of several units: members of the same kind are added."""
    def both(a, b):
        if isinstance(a, dict):
            return {k: both(a[k], b[k]) for k in a if k in b}
        if isinstance(a, list):
            return [both(x, y) for x, y in zip(a, b)]
        return a + b if isinstance(a, (int, float)) and not isinstance(a, bool) else a
    whole = units[0]
    for unit in units[1:]:
        whole = both(whole, unit)
    for lanes in whole["lanes"]:
        lanes["coverage"] //= len(units)
    return whole


def measure_program(options, program, work):
    subject = Subject(options, program, work, more=["-fwhole-program"])
    result = {"one_unit": subject.one, "modes": {}}
    trained = {}
    for mode in MODES:
        trained[mode] = subject.train(mode)
        result["modes"][mode] = add_up(analyse(subject, mode, trained[mode]))
    if program in options.runs:
        result["runs"] = measure_runs(subject, trained["context"], options.size)
    return result


def main():
    options = arguments()
    results = {}
    if os.path.exists(options.results):
        with open(options.results, encoding="utf-8") as stream:
            results = json.load(stream)
    for program in options.programs if options.only != "page" else []:
        print(program, file=sys.stderr, flush=True)
        with tempfile.TemporaryDirectory(prefix="pathprof-") as work:
            results[program] = measure_program(options, program, work)
        with open(options.results + ".new", "w", encoding="utf-8") as out:
            json.dump(results, out, separators=(",", ":"))
        os.rename(options.results + ".new", options.results)
    if options.only != "measure":
        order = [p for p in recipes.PROGRAMS if p in results]
        experiments_page.write(options.page, {p: results[p] for p in order})


if __name__ == "__main__":
    try:
        main()
    except (Failure, OSError, subprocess.CalledProcessError) as error:
        sys.exit("experiments.py: %s" % error)

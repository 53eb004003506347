#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What profiling costs on real C programs, beside what GCC's own profilers cost.

Builds every program in every variant, checks that each prints what the plain build prints, and
reports user time, instructions, compile time and size as ratios of the same run: to the plain
build, or to what is named in the column.  README.md beside this file says what the figures mean."""

import argparse
import concurrent.futures
import json
import math
import os
import platform
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import threading

sys.dont_write_bytecode = True  # nothing is left in the source tree
# pylint: disable=wrong-import-position
import measure
import recipes
from recipes import Failure

COMPILE_VARIANTS = ["base", "path", "edge", "gcc-generate"]


def arguments():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    measure.add_arguments(parser, "-O2")
    add("--variants", type=measure.names(measure.VARIANTS, measure.SETS), default=measure.SETS["gathering"],
        help="of %s; or the names of sets: %s (gathering)" % (",".join(measure.VARIANTS),
                                                              ",".join(measure.SETS)))
    add("--compile-variants", type=measure.names(measure.VARIANTS), default=COMPILE_VARIANTS,
        help="whose compile time is measured (%s)" % ",".join(COMPILE_VARIANTS))
    sizes = ("full", "middle", "count", "small")
    add("--size", choices=sizes, default="full", help="of the runs for times (%(default)s)")
    add("--count-size", choices=sizes, default="count",
        help="of the runs for instructions (%(default)s)")
    add("--train-size", choices=(*sizes, "train"), default="train",
        help="of the runs whose profile is used; train: on other inputs (%(default)s)")
    add("--rounds", type=int, default=5, help="of timing, 0 for none (%(default)s)")
    add("--places", type=int, default=1, help="the code lies at so many places in turn, 16 bytes "
        "apart, one a round; it is linked again for each (%(default)s)")
    add("--compile-rounds", type=int, default=3, help="of compile time, 0 for none (%(default)s)")
    add("--instructions", choices=("callgrind", "cachegrind", "perf", "none"),
        default="cachegrind", help="how instructions are counted (%(default)s)")
    add("--jobs", type=int, default=1, help="builds and counts side by side (%(default)s); "
        "what is timed runs alone")
    add("--json", metavar="FILE", help="writes every figure there")
    add("--work", help="directory to build and run in, kept (default: a temporary one)")
    options = parser.parse_args()
    options.variants = ["base"] + [v for v in options.variants if v != "base"]
    options.plugin = os.path.abspath(options.plugin)
    if any(map(measure.uses_plugin, options.variants)) and not os.path.exists(options.plugin):
        parser.error("the plugin %s does not exist: run make, or choose --variants"
                     % options.plugin)
    tool = {"perf": "perf", "none": "true"}.get(options.instructions, "valgrind")
    if not shutil.which(tool):
        parser.error("%s is not installed; see --instructions" % tool)
    return options


class Bench:
    def __init__(self, options, work):
        self.options, self.work = options, work
        self.trained, self.training = {}, threading.Lock()
        self.builds = {}  # program -> variant -> Build, those that work
        self.results = {}  # program -> variant -> what -> figure or list
        self.failures = []  # (program, variant, why)
        self.missing = []  # (program, why)

    def note(self, program, variant, what, figure):
        self.results[program][variant].setdefault(what, []).append(figure)

    def fail(self, program, variant, why):
        self.failures.append((program, variant, str(why)))
        self.builds[program].pop(variant, None)
        progress("%s, %s: FAILED: %s" % (program, variant, why))

    def fetch(self):
        for program in self.options.programs:
            try:
                source = measure.fetch(self.options.src, program)
            except Failure as error:
                self.missing.append((program, str(error)))
                progress("%s: left out: %s" % (program, error))
                continue
            self.builds[program] = {v: measure.Build(program, v, source, self.work)
                                    for v in self.options.variants}
            self.results[program] = {v: {} for v in self.options.variants}

    def each(self, title, work, jobs):
        """Calls WORK (program, variant, build) for all builds that work."""
        def one(item):
            program, variant, build = item
            try:
                progress("%s: %s, %s" % (title, program, variant))
                work(program, variant, build)
            except (Failure, OSError) as error:
                return program, variant, error
            return None

        items = [(p, v, b) for p, builds in self.builds.items() for v, b in list(builds.items())]
        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            for failed in filter(None, list(pool.map(one, items))):
                self.fail(*failed)

    def flags(self, variant):
        return self.options.opt.split() + measure.flags(variant, self.options.plugin,
                                                        self.options.plugin_arg)

    def make(self, program, variant, build):
        flags = self.flags(variant)
        if variant not in measure.TRAINED:
            return build.make(self.options.cc, flags)
        with self.training:  # what gcc trained once for several is compiled in one place
            trained, data = self.train(program, measure.TRAINED[variant], build.source)
            flags = [word.replace("{data}", data) for word in flags]
            if trained.data:
                build.data, build.trained_in = trained.data, trained.objects
            return build.make(self.options.cc, flags)

    def train(self, program, variant, source):
        """What gathered the profile, once for all, and the program with the data of pathprof."""
        if (program, variant) not in self.trained:
            size = self.options.train_size
            place = recipes.make_inputs(program, self.work, size)
            build = measure.Build(program, "train-" + variant, source, self.work)
            data = build.train(self.options.cc, self.flags(variant), place, size)
            self.trained[program, variant] = build, data
        return self.trained[program, variant]

    def build(self):
        def first(program, variant, build):
            user = self.make(program, variant, build)
            if self.options.jobs == 1 and variant in self.options.compile_variants:
                self.note(program, variant, "compile", user)
            self.results[program][variant]["size"] = build.size()

        self.each("build", first, self.options.jobs)

    def compile_times(self):
        done = 1 if self.options.jobs == 1 else 0
        for _ in range(done, self.options.compile_rounds):
            self.each("compile time", lambda p, v, b: self.note(p, v, "compile", self.make(p, v, b))
                      if v in self.options.compile_variants else None, 1)

    def check(self):
        """Every variant's outputs are those of the plain build."""
        wanted = {}

        def compare(program, variant, build):
            place = recipes.make_inputs(program, self.work, self.options.count_size)
            build.run(place, self.options.count_size)
            sums = build.checksums()
            differ = [n for n in sums if sums[n] != wanted.setdefault(program, sums)[n]]
            if differ:
                raise Failure("output differs from the plain build's: " + ", ".join(differ))

        self.each("check", compare, 1)

    def instructions(self):
        def count(program, variant, build):
            place = recipes.make_inputs(program, self.work, self.options.count_size)
            self.results[program][variant]["instructions"] = build.instructions(
                place, self.options.count_size, self.options.instructions)

        self.each("instructions", count, self.options.jobs)

    def times(self):
        wanted = {}

        def run(program, variant, build):
            place = recipes.make_inputs(program, self.work, self.options.size)
            user = build.run(place, self.options.size)
            sums = build.checksums()
            if sums != wanted.setdefault(program, sums):
                raise Failure("output differs from the plain build's")
            self.note(program, variant, "user", user)

        for number in range(self.options.rounds):
            distance = number % max(self.options.places, 1) * 16
            if self.options.places > 1:
                self.each("link", lambda p, v, b, to=distance: b.move(to), self.options.jobs)
            self.each("time, round %d" % (number + 1), run, 1)

    def figure(self, program, variant, what):
        """One number, or None where there is none."""
        if variant not in self.builds[program]:
            return None
        value = self.results[program][variant].get(what)
        return statistics.median(value) if isinstance(value, list) else value

    def columns(self, variants):
        """(variant, what it is a ratio to) of each column of a table."""
        for variant in variants:
            other = measure.beside(variant)
            if other == "path":
                yield variant, "base"
            if variant != "base":
                yield variant, other if other in variants else "base"

    def logs(self, program, column, what):
        """The logarithms of each round's ratios, rising."""
        if not all(c in self.builds[program] for c in column):
            return []
        rounds = zip(*[self.results[program][v].get(what, []) for v in column])
        return sorted(math.log(a / b) for a, b in rounds if a and b)

    def ratio(self, program, column, what, kind=None):
        if what == "user":  # without the fifth at either end
            logs = self.logs(program, column, what)
            out = len(logs) // 5
            return math.exp(statistics.mean(logs[out:len(logs) - out])) if logs else None
        pair = [self.figure(program, v, what) for v in column]
        if None in pair:
            return None
        if kind:
            pair = [size[kind] for size in pair]
        return pair[0] / pair[1] if pair[1] else None

    def tables(self):
        """(title, what, kind, unit of the base column, variants) of every table to print."""
        measured = [v for v in self.options.variants]
        if self.options.rounds:
            yield ("User time (%d interleaved rounds)" % self.options.rounds, "user", None, "seconds",
                   measured)
        if self.options.instructions != "none":
            yield "Instructions (%s)" % self.options.instructions, "instructions", None, "million", \
                measured
        if self.options.compile_rounds:
            yield ("Compile and link, user time (median of %d)" % self.options.compile_rounds,
                   "compile", None, "seconds",
                   [v for v in measured if v in self.options.compile_variants])
        yield "Code (.text)", "size", "text", "KiB", measured

    def report(self):
        means = {}
        for title, what, kind, unit, variants in self.tables():
            scale = {"seconds": 1, "million": 1e6, "KiB": 1024}[unit]
            print("\n%s, ratios (base: %s)" % (title, unit))
            columns = list(self.columns(variants))
            names = [v if other == "base" else "%s/%s" % (v, other) for v, other in columns]
            rows = [["", "base", *names]]
            for program in self.builds:
                base = self.figure(program, "base", what)
                base = base[kind] if kind and base else base
                rows.append([program, "-" if base is None else "%.2f" % (base / scale)] +
                            [number(self.ratio(program, c, what, kind)) for c in columns])
            ratios = [[r for r in (self.ratio(p, c, what, kind) for p in self.builds) if r] for c in columns]
            mean = [statistics.geometric_mean(column) if column else None for column in ratios]
            means[kind or what] = {n: m for n, m in zip(names, mean) if m}
            rows.append(["geometric mean", "", *map(number, mean)])
            rows.append(["most", "", *[number(max(column, default=None)) for column in ratios]])
            if what == "user":
                rows.append(["standard error", "", *[number(self.standard_error(c, what)) for c in columns]])
            show(rows)
        print("\nAdded to the executable in all programs together, KiB")
        rows = [["", "code", "constants", "data", "zeroed (bss)", "notes (not loaded)"]]
        for variant in self.options.variants[1:]:
            row = [variant]
            for kind in ("text", "rodata", "data", "bss", "notes"):
                pairs = [[self.figure(p, v, "size") for v in (variant, "base")]
                         for p in self.builds]
                row.append("%.0f" % (sum(a[kind] - b[kind] for a, b in pairs if a and b) / 1024))
            rows.append(row)
        show(rows)
        for program, why in self.missing:
            print("\nLeft out: %s: %s" % (program, why), end="")
        for program, variant, why in self.failures:
            print("\nFAILED: %s, %s: %s" % (program, variant, why), end="")
        if self.missing or self.failures:
            print()
        return means

    def standard_error(self, column, what):
        """Of the mean of all programs, by how their rounds differ."""
        rounds = [logs for logs in (self.logs(p, column, what) for p in self.builds) if len(logs) > 1]
        variances = [statistics.variance(logs) / len(logs) for logs in rounds]
        return math.sqrt(sum(variances)) / len(variances) if variances else None

    def save(self, means):
        version = subprocess.run([self.options.cc, "--version"], capture_output=True, text=True)
        with open(self.options.json, "w", encoding="utf-8") as out:
            json.dump({"version": 1, "machine": platform.platform(),
                       "compiler": version.stdout.split("\n")[0],
                       "options": {k: v for k, v in vars(self.options).items()
                                   if k not in ("json", "src", "work", "plugin")},
                       "results": self.results, "geometric_means": means,
                       "failures": self.failures, "left_out": self.missing}, out, indent=1)
            out.write("\n")


def progress(line):
    print(line, file=sys.stderr, flush=True)


def number(value):
    return "-" if value is None else "%.3f" % value


def show(rows):
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    for row in rows:
        print("  ".join([row[0].ljust(widths[0])] +
                        [cell.rjust(width) for cell, width in zip(row[1:], widths[1:])]))


def main():
    options = arguments()
    # A program built with -pg may have its last SIGPROF delivered by valgrind after the handler is
    # gone; ignored from the start, it is ignored again then.
    signal.signal(signal.SIGPROF, signal.SIG_IGN)
    work = os.path.abspath(options.work) if options.work else tempfile.mkdtemp(prefix="pathprof-")
    try:
        bench = Bench(options, work)
        bench.fetch()
        if not bench.builds:
            return 77
        bench.build()
        bench.check()
        if options.instructions != "none":
            bench.instructions()
        bench.times()
        bench.compile_times()
        means = bench.report()
        if options.json:
            bench.save(means)
        return 1 if bench.failures else 0
    finally:
        if not options.work:
            shutil.rmtree(work, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())

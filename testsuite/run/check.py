#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Programs whose counts are known by definition: each says in comments what to expect.

    // @flags FLAGS              for the compiler
    // @source FILE              another source file
    // @status N | @signal NAME  how the program ends (default: exit status 0)
    // @variant OPTION=VALUE...  options of the plugin beside mode=; one build for each
    // @calls FUNCTION N         times that FUNCTION is entered
    // @paths FUNCTION N...      counts of its executed paths, ascending     (-O0, mode path)
    // @distinct FUNCTION N      how many different paths it took            (-O0, mode path)
    // @total FUNCTION N[|N]     sum of its paths' counts                    (-O0, mode path)
    // @exact-paths FUNCTION N   how many paths it has                       (-O0, mode path)
    // @absent FUNCTION          has no profile
    // @not-emulated WHY         qemu-user does not do what the program needs
    code; /* count N */          times that this line's code ran             (-O0)

A FUNCTION or a count may be preceded by `edge` or `path`: holds in that mode only; @calls by -O0.
With a variant that has pending=on, what holds in mode edge holds in all, and nothing is expected of
single paths.
With the plugin the program must also print what it prints without it.

The short form compiles each program in each mode, with each second of its variants, at -O0; of these builds each fifth
at one other level; seven in eight with runtime=library and gold (harness.quick).

    check.py [--levels 0 2 | --short] [FILE...]
"""

import argparse
import functools
import os
import re
import shlex
import shutil
import signal
import sys
from collections import Counter, defaultdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "lib"))
import harness  # noqa: E402
import profiles  # noqa: E402

OTHER_LEVELS = ["1", "3", "s", "g"]
HERE = Path(__file__).resolve().parent


class Program:
    def __init__(self, path):
        self.path = path
        self.sources = [path]
        self.flags, self.variants, self.expectations = [], [], []
        self.status = 0
        self.not_emulated = None
        self.lines = []  # (mode or "", line, count)
        for number, text in enumerate(path.read_text().splitlines(), 1):
            directive = re.match(r"// @([\w-]+) (.*)", text)
            if directive:
                self.take(*directive.groups())
            count = re.search(r"/\* (edge |path |)count (\d+) \*/", text)
            if count:
                self.lines.append((count.group(1).strip(), number, int(count.group(2))))
        self.variants = self.variants or [[]]

    def take(self, key, rest):
        words = shlex.split(rest)
        if key == "flags":
            self.flags += words
        elif key == "source":
            self.sources += [self.path.with_name(word) for word in words]
        elif key == "status":
            self.status = int(words[0])
        elif key == "signal":
            self.status = -getattr(signal, words[0]).value
        elif key == "not-emulated":
            self.not_emulated = rest
        elif key == "variant":
            self.variants.append(words)
        elif key in ("calls", "paths", "distinct", "total", "exact-paths", "absent"):
            mode = words.pop(0) if words[0] in ("edge", "path") else ""
            level = words.pop(0) if words[0] == "-O0" else ""
            if key in ("paths", "distinct", "total", "exact-paths"):
                mode, level = "path", "-O0"
            self.expectations.append((key, mode, level, words[0], words[1:]))
        else:
            raise ValueError(f"{self.path}: @{key}?")


def check_expectation(profile, key, function, wanted):
    """Returns what is wrong, or None."""
    procs = [proc for proc in profile.procs if proc.is_called(function) and not proc.uncounted]
    if key == "absent":
        return f"{function} is in the profile" if any(proc.calls for proc in procs) else None
    if not procs:
        return f"{function} is not in the profile"
    counts = sorted(path.count for proc in procs for path in proc.paths)
    got = {
        "calls": lambda: [sum(proc.calls for proc in procs)],
        "paths": lambda: counts,
        "distinct": lambda: [len(counts)],
        "total": lambda: [sum(counts)],
        "exact-paths": lambda: [max(proc.exact_paths for proc in procs)],
    }[key]()
    if " ".join(map(str, got)) not in [
        " ".join(wanted)
    ] + (wanted[0].split("|") if len(wanted) == 1 else []):
        return f"{function}: {key} {' '.join(map(str, got))[:200]}, expected {' '.join(wanted)}"
    return None


def holds(only, mode, key, options):
    mode = "edge" if mode in harness.OF_EDGES else mode
    if "pending=on" not in options:
        return only in ("", mode)
    return only in ("", "edge") and key not in ("paths", "distinct", "total", "exact-paths")


def check_lines(profile, program, mode, options):
    counts, unknown = defaultdict(int), set()
    for proc in profile.procs:
        for vertex in proc.vertices if not proc.uncounted else []:
            for file, line in vertex.lines:
                if Path(file).name != program.path.name:
                    continue
                if vertex.count is None:
                    unknown.add(line)
                else:
                    counts[line] = max(counts[line], vertex.count)
    for only, line, wanted in program.lines:
        if line in unknown:
            if counts[line] > wanted:
                yield f"line {line}: count {counts[line]} or more, expected {wanted}"
        elif holds(only, mode, "count", options) and counts[line] != wanted:
            yield f"line {line}: count {counts[line]}, expected {wanted}"


def compiler(args, program, level):
    return [args.cxx if program.path.suffix == ".C" else args.cc, f"-O{level}", "-g", "-w"] + program.flags


def precompiled(args, program, level, directory):
    """Compiles the C++ library's headers that PROGRAM includes.  Returns the flags by which they are found: its own
    #include lines then cost nothing.  It takes as long as they do in four compilations."""
    name = f"headers-O{level}.h"
    lines = re.findall(r"^#include <.*>\n", program.path.read_text(), re.MULTILINE)
    (directory / name).write_text("".join(lines))
    harness.run(compiler(args, program, level) + ["-x", "c++-header", name], 120, cwd=directory)
    return ["-include", name]


def build(args, program, level, directory, output, options, quick=False, more=()):
    command = compiler(args, program, level) + list(more)
    if options is not None:
        command += ["-DPROFILED"] + harness.plugin_flags(args.plugin, options)
    command += program.sources + ["-o", output]
    return harness.run(harness.quick(command, args.plugin) if quick else command, 120, cwd=directory)


def examine(args, item):
    """Returns a list of (test name, what is wrong or None)."""
    program, builds = item
    directory = Path(args.work) / program.path.name
    shutil.rmtree(directory, ignore_errors=True)
    os.makedirs(directory)
    results = []
    built = build(args, program, "0", directory, "plain", None)
    if built.status != 0:
        return [(f"{program.path.name}", f"plain: {built.describe()}")]
    plain = harness.run(["./plain"], 60, cwd=directory)
    if plain.status != program.status:
        return [(f"{program.path.name}", f"plain: {plain.describe()}")]
    by_level = Counter(level for level, _, _, _ in builds)
    headers = {
        level: precompiled(args, program, level, directory)
        for level in by_level
        if program.path.suffix == ".C" and by_level[level] > 6
    }
    for level, mode, variant, quick in builds:
        options = [f"mode={mode}"] + variant
        if mode in harness.OF_EDGES and "pending=on" in variant:
            options.remove("pending=on")  # an error there; it counts no less
        name = f"{program.path.name} -O{level} {' '.join(options)}"
        for left in directory.glob("profiled*"):
            left.unlink()
        built = build(args, program, level, directory, "profiled", options, quick, headers.get(level, []))
        if built.status != 0 or b"pathprof" in built.err:
            results.append((name, f"compile: {built.describe()}"))
            continue
        ran = harness.run(["./profiled"], 300, cwd=directory)
        if ran.outcome() != plain.outcome():
            results.append((name, f"run: {ran.describe()} (plain: {plain.describe()})"))
            continue
        try:
            profile = profiles.load(args.pathprof, "profiled", None, directory)
        except RuntimeError as error:
            results.append((name, str(error)))
            continue
        wrong = [
            what
            for key, only_mode, only_level, function, wanted in program.expectations
            if holds(only_mode, mode, key, options) and only_level in ("", f"-O{level}")
            for what in [check_expectation(profile, key, function, wanted)]
            if what
        ]
        if level == "0":
            wrong += check_lines(profile, program, mode, options)
        results.append((name, "; ".join(wrong) or None))
    if not any(wrong for _, wrong in results):
        shutil.rmtree(directory)
    return results


def builds_of(program, modes):
    return [
        (mode, variant)
        for mode in modes
        for variant in program.variants
        if "indirect=chain" not in variant or mode in harness.INTERPROCEDURAL  # an error there
    ]


def fewer(program, modes, done, left):
    """For the short form, about half of the builds of a program that has variants: in each mode some of them, and over all
    programs each in all modes.  DONE: the pairs of a mode and a variant that programs before have; LEFT: how many programs
    of each variant are still to come."""
    halves = ([], [])
    for place, mode in enumerate(modes):
        builds = [(mode, tuple(variant)) for mode, variant in builds_of(program, [mode])]
        for half in (0, 1):
            halves[half].extend(builds[(place + half) % 2 :: 2] or builds)
    left.subtract(map(tuple, program.variants))
    taken = set(max(halves, key=lambda half: len(set(half) - done)))
    taken |= {build for half in halves for build in half if build not in done and not left[build[1]]}
    done |= taken
    return [(mode, variant) for mode, variant in builds_of(program, modes) if (mode, tuple(variant)) in taken]


def jobs_of(programs, modes, levels):
    """Yields (program, [(level, mode, variant, whether to build quickly)]).  LEVELS None, the short form: each build at
    -O0, where most is known, and each fifth at one other level, each second time -O2."""
    done, left = set(), Counter(tuple(variant) for program in programs for variant in program.variants)
    number = 0
    for program in programs:
        builds = []
        for build in builds_of(program, modes) if levels else fewer(program, modes, done, left):
            of_build = levels or ["0"]
            if not levels and number % 5 == 0:
                of_build.append("2" if number // 5 % 2 else OTHER_LEVELS[number // 10 % len(OTHER_LEVELS)])
            builds += [(level, *build, not levels and (number + place) % 8 != 0) for place, level in enumerate(of_build)]
            number += 1
        yield program, builds


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    harness.add_arguments(parser)
    parser.add_argument("--levels", nargs="+", default=["0", "2", *OTHER_LEVELS])
    parser.add_argument("--short", action="store_true", help="half of the variants, at -O0, each fifth at one other level")
    parser.add_argument("--modes", nargs="+", default=harness.MODES)
    parser.add_argument("files", nargs="*", type=Path, help="programs (all in this directory)")
    args = harness.absolute(parser.parse_args())
    files = args.files or sorted(HERE.glob("*.c")) + sorted(HERE.glob("*.C"))
    programs = [Program(path.resolve()) for path in files]
    results = harness.Results()
    if harness.is_emulated(args.cc):
        for program in programs:
            if program.not_emulated:
                results.unsupported(program.path.name, program.not_emulated)
        programs = [program for program in programs if not program.not_emulated]
    jobs = list(jobs_of(programs, args.modes, None if args.short else args.levels))
    for _, found in harness.in_parallel(
        args.jobs, functools.partial(examine, args), jobs, processes=True
    ):
        results.take(found)
    results.leave()


if __name__ == "__main__":
    main()

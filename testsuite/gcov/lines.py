#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""`pathprof lines` beside gcov: the same count on every line, the same functions and branches.

Each program is compiled by gcc --coverage and with the plugin, by one command line, and run alike; then
every line of every source file, headers of libraries included, and what `--lcov` says of functions and
branches is held against what gcov says of all objects together (gcov -b --json-format).  A difference must
belong to a class that is named here, or the test fails.  Small programs are in lines/, among them one for
each class; big ones come from fetch.sh.

    lines.py --programs ninja gawk --levels 0 2 --modes edge path
"""

import argparse
import functools
import glob
import json
import os
import shutil
import sys
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent
BENCH = HERE.parent.parent / "contrib" / "bench"
sys.path[:0] = [str(HERE.parent / "lib"), str(BENCH)]
import harness  # noqa: E402


@dataclass
class Program:
    sources: str  # patterns; !name leaves one out
    flags: list = field(default_factory=list)
    runs: list = field(default_factory=lambda: [[]])  # arguments
    scripts: str = ""  # pattern of awk programs: one run for each that has an input
    libs: list = field(default_factory=list)
    fetched: bool = True


PROGRAMS = {
    "ninja": Program(
        "src/*.cc !src/*win32.cc !src/*perftest.cc !src/*.in.cc !src/browse.cc !src/ninja.cc"
        " !src/hash_collision_bench.cc !src/includes_normalize_test.cc !src/msvc_helper_test.cc",
        # All but processes, which take as many rounds as they take; by parts, for what all together do
        # is not the same each time.
        runs=[["--gtest_filter=" + part + "*"] for part in """BuildTest BuildWith BuildDry BuildDyndep BuildLog CLParser Canon Clean Depfile DepsLog
              DiskInterface Dyndep EditDist Elide GetParent GraphTest JSON Lexer Missing ParserTest Path PlanTest
              Stat Strip""".split()],
    ),
    "jsoncpp": Program(
        "src/lib_json/*.cpp src/test_lib_json/*.cpp", ["-Iinclude", "-Isrc/lib_json"]
    ),
    "gawk": Program(
        "*.c support/dfa.c support/localeinfo.c support/random.c support/regex.c support/getopt.c"
        " support/getopt1.c support/pma.c",
        ["-DHAVE_CONFIG_H", "-DGAWK", "-DDEFPATH=\"\"", "-DDEFLIBPATH=\"\"", "-DSHLIBEXT=\"so\"",
         "-DLOCALEDIR=\"\"", "-I.", "-Isupport"],
        libs=["-lm", "-ldl"],
        runs=[],
        scripts="test/*.awk",
    ),
    "lua": Program(
        "src/*.c !src/luac.c",
        ["-std=gnu99", "-DLUA_COMPAT_5_3", "-DLUA_USE_POSIX", "-Dluai_makeseed(L)=1",
         "-DSTRCACHE_N=1", "-DSTRCACHE_M=2"],
        [[str(BENCH / "inputs/mixed.lua"), "2"]],
        ["-lm"],
    ),
    "sqlite3": Program(
        "sqlite3.c speedtest1.c",
        ["-DSQLITE_THREADSAFE=0", "-DSQLITE_OMIT_LOAD_EXTENSION", "-DSQLITE_ENABLE_RTREE", "-I."],
        [["--size", "1", "--verify", ":memory:"]],
        ["-lm"],
    ),
}


def sources(program, source):
    found = {}
    for pattern in program.sources.split():
        names = sorted(glob.glob(os.path.join(source, pattern.lstrip("!"))))
        for name in (os.path.relpath(name, source) for name in names):
            if pattern.startswith("!"):
                found.pop(name, None)
            else:
                found[name] = True
    return list(found)


def must(command, cwd, seconds=1800, env=None):
    ran = harness.run(command, seconds, cwd=cwd, env=env)
    if ran.status != 0:
        raise RuntimeError(f"{' '.join(map(str, command))}: {ran.describe()}")
    return ran.out


def build(args, name, program, source, out, flags):
    os.makedirs(out, exist_ok=True)
    names = sources(program, source)
    plus = any(not file.endswith(".c") for file in names)
    compiler = args.cxx if plus else args.cc
    objects, commands = [], []
    for file in names:
        objects.append(os.path.join(out, os.path.splitext(file)[0].replace("/", "-") + ".o"))
        commands.append([compiler, *flags, *program.flags, "-c", file, "-o", objects[-1]])
    for _ in harness.in_parallel(args.jobs, functools.partial(must, cwd=source), commands):
        pass
    must([compiler, *flags, *objects, "-o", os.path.join(out, name), *program.libs], source)


def execute(name, program, source, out):
    """Runs the program in OUT/run.  It is called by the same name each time, and has the same addresses:
    sets of pointers have an order."""
    place = os.path.join(out, "run")
    os.makedirs(place, exist_ok=True)
    exe = os.path.join("..", name)
    runs = [(words, os.devnull) for words in program.runs]
    for script in sorted(glob.glob(os.path.join(source, program.scripts))) if program.scripts else []:
        if os.path.exists(script[:-3] + "in"):
            runs.append((["-f", script], script[:-3] + "in"))
    for words, given in runs:
        with open(given, "rb") as stdin:
            ran = harness.run(["setarch", "-R", exe, *words], 600, cwd=place, stdin=stdin)
        if b"pathprof" in ran.err or (ran.status < 0 and not program.scripts):
            raise RuntimeError(f"{exe} {' '.join(words)}: {ran.describe()}")


class Counts:
    """What either says: of lines, of branches by line, of functions by line and name."""

    def __init__(self):
        self.lines, self.ways, self.functions = Counter(), defaultdict(Counter), Counter()


def path_of(source, file):
    return os.path.normpath(os.path.join(source, file))


def read_gcov(args, source, out):
    counts = Counts()
    for notes in sorted(glob.glob(os.path.join(out, "*.gcno"))):
        data = notes[:-2] + "da"
        text = must([args.gcov, "-b", "--json-format", "--stdout", data], out)
        unit = Counts()
        for file in json.loads(text)["files"]:
            path = path_of(source, file["file"])
            for line in file["lines"]:
                where = path, line["line_number"]
                counts.lines[where] += line["count"]
                for k, branch in enumerate(line["branches"]):
                    counts.ways[where][k] += branch["count"]
            for f in file["functions"]:
                counts.functions[path, f["start_line"], f["name"]] += f["execution_count"]
    return counts


def read_pathprof(args, name, source, out):
    counts = Counts()
    exe, data = os.path.join(out, name), os.path.join(out, "run", name + ".ppda")
    info = os.path.join(out, "lines.info")
    listed = harness.json_of([args.pathprof, "lines", "--json", f"--lcov={info}", exe, data], out)
    for file in listed["files"]:
        for line in file["lines"]:
            counts.lines[path_of(source, file["file"]), line["line"]] += int(line["count"])
    path, starts = "", {}
    for record in open(info, encoding="utf-8"):
        key, _, rest = record.strip().partition(":")
        words = rest.split(",")
        if key == "SF":
            path = os.path.normpath(rest)
        elif key == "FN":
            starts[words[1]] = int(words[0])
        elif key == "FNDA":
            counts.functions[path, starts[words[1]], words[1]] += int(words[0])
        elif key == "BRDA":
            taken = 0 if words[3] == "-" else int(words[3])
            counts.ways[path, int(words[0])][int(words[2])] += taken
    return counts


def compare(what, theirs, ours, show):
    keys = set(theirs) | set(ours)
    wrong = sorted(k for k in keys if theirs.get(k) != ours.get(k))
    print(f"    {what}: {len(keys) - len(wrong)} equal, {len(wrong)} not")
    for k in wrong[:show]:
        print(f"      {k}: gcov {theirs.get(k)}, pathprof {ours.get(k)}")
    return wrong


def examine(args, name):
    program = PROGRAMS[name]
    source = os.path.join(args.sources, name)
    for level in args.levels:
        out = os.path.join(args.work, f"{name}-O{level}-gcov")
        if not (args.keep and os.path.exists(os.path.join(out, "run"))):
            shutil.rmtree(out, ignore_errors=True)
            build(args, name, program, source, out, [f"-O{level}", "-w", "--coverage"])
            execute(name, program, source, out)
        theirs = read_gcov(args, source, out)
        for mode in args.modes:
            out = os.path.join(args.work, f"{name}-O{level}-{mode}")
            if not (args.keep and os.path.exists(os.path.join(out, "run"))):
                shutil.rmtree(out, ignore_errors=True)
                flags = harness.plugin_flags(args.plugin, [f"mode={mode}"])
                build(args, name, program, source, out, [f"-O{level}", "-w", *flags])
                execute(name, program, source, out)
            ours = read_pathprof(args, name, source, out)
            print(f"{name} -O{level} {mode}")
            compare("lines", theirs.lines, ours.lines, args.show)
            compare("functions", theirs.functions, ours.functions, args.show)
            compare("branches", {k: tuple(v[i] for i in range(len(v))) for k, v in theirs.ways.items()},
                    {k: tuple(v[i] for i in range(len(v))) for k, v in ours.ways.items()}, args.show)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    harness.add_arguments(parser)
    parser.add_argument("--programs", nargs="+", default=["jsoncpp"])
    parser.add_argument("--levels", nargs="+", default=["0"])
    parser.add_argument("--modes", nargs="+", default=["edge"])
    parser.add_argument("--sources", help="where fetch.sh puts the sources (its default)")
    parser.add_argument("--show", type=int, default=10, help="differences to list of each kind")
    parser.add_argument("--keep", action="store_true", help="what is built already")
    args = harness.absolute(parser.parse_args())
    args.gcov = os.environ.get("GCOV") or args.cc.replace("gcc", "gcov")
    for name in args.programs:
        examine(args, name)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""How much of what programs execute is in stacks that begin in main: the table of doc/measurements/stacks.md.

  stacks.py --plugin PATHPROF.SO [--cc CC] [--cxx CXX] [--sources DIR] [--work DIR] [PROGRAM...]

Each program is compiled with -O2 -flto -flto-partition=one, mode=context and targets=count, and run once.  Shares are of
all executed statements.  What is not beneath main is listed by the functions that begin such stacks.
"""

import argparse
import collections
import json
import os
import subprocess
import sys

sys.dont_write_bytecode = True  # nothing is left in the source tree
import program_table  # pylint: disable=wrong-import-position
import recipes  # pylint: disable=wrong-import-position

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))

# Beside the bench's own: gawk, which runs the three scripts of mawk, and jsoncpp.
GAWK = program_table.Program(
    "*.c support/dfa.c support/localeinfo.c support/random.c support/regex.c support/getopt.c support/getopt1.c"
    " support/pma.c",
    ["-DHAVE_CONFIG_H", "-DGAWK", '-DDEFPATH=""', '-DDEFLIBPATH=""', '-DSHLIBEXT="so"', '-DLOCALEDIR=""', "-I.",
     "-Isupport"],
    recipes.PROGRAMS["mawk"].commands,
    {"count": 100},
    libs=["-lm", "-ldl"],
    inputs=recipes.PROGRAMS["mawk"].inputs,
)  # fmt: skip
JSONCPP = program_table.Program(
    "src/lib_json/*.cpp src/test_lib_json/*.cpp", ["-Iinclude", "-Isrc/lib_json"], [program_table.Command("")], {"count": 0}
)
RECORDS = program_table.Program(
    "src/lib_json/*.cpp " + os.path.join(HERE, "inputs", "records.cc"), JSONCPP.cflags, JSONCPP.commands, JSONCPP.sizes
)
PROGRAMS = {
    "gawk": ("gawk", GAWK),
    "lua": ("lua", recipes.PROGRAMS["lua"]),
    "sqlite3": ("sqlite3", recipes.PROGRAMS["sqlite3"]),
    "jsoncpp-tests": ("jsoncpp", JSONCPP),
    "jsoncpp-records": ("jsoncpp", RECORDS),
}


def make(name, source, recipe, args):
    """Compiles and runs the program; returns it."""
    out = os.path.join(args.work, name)
    os.makedirs(out, exist_ok=True)
    recipes.PROGRAMS[name] = recipe
    plus = not recipes.sources(name, source)[0].endswith(".c")
    flags = ["-O2", "-g", "-w", "-flto", "-flto-partition=one", "-fplugin=" + args.plugin]
    flags += ["-fplugin-arg-pathprof-mode=context", "-fplugin-arg-pathprof-targets=count"]
    for command in recipes.build_commands(name, source, out, args.cxx if plus else args.cc, flags):
        subprocess.run(command, cwd=source, check=True)
    exe = os.path.join(out, name)
    if os.path.exists(exe + ".ppda"):
        os.remove(exe + ".ppda")
    place = recipes.make_inputs(name, os.path.join(args.work, "inputs"), "count")
    for words, stdin, stdout in recipes.run_commands(name, place, "count"):
        with open(os.path.join(out, stdout), "w", encoding="utf-8") as said:
            subprocess.run([exe, *words], cwd=out, stdin=subprocess.DEVNULL, stdout=said, stderr=said, check=True,
                           env={**os.environ, "PATHPROF_FILE": exe + ".ppda"})
    return exe


def stacks(exe, *options):
    """What the command says, and how long it took (processor time)."""
    start = os.times()
    command = [os.path.join(ROOT, "pathprof"), "stacks", "--json", *options, exe]
    text = subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout
    end = os.times()
    taken = end.children_user + end.children_system - start.children_user - start.children_system
    return json.loads(text), taken


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--plugin", required=True)
    parser.add_argument("--cc", default="gcc")
    parser.add_argument("--cxx", default="g++")
    parser.add_argument("--sources", default=os.path.expanduser("~/.cache/pathprof/src"))
    parser.add_argument("--work", default="/tmp/pathprof-stacks")
    parser.add_argument("programs", nargs="*", default=list(PROGRAMS))
    args = parser.parse_args()
    args.plugin, args.work = os.path.abspath(args.plugin), os.path.abspath(args.work)
    print("| program | in main, `--cut` | in main, joined | of it exact | time of the command |\n|---|---|---|---|---|")
    elsewhere = {}
    for name in args.programs:
        fetched, recipe = PROGRAMS[name]
        line = subprocess.run(["sh", os.path.join(HERE, "fetch.sh"), args.sources, fetched], check=True,
                              stdout=subprocess.PIPE, text=True).stdout
        exe = make(name, line.strip().split(" ", 1)[1], recipe, args)
        (cut, _), (joined, taken) = stacks(exe, "--cut"), stacks(exe)
        parts = [report[key]["statements"] / report["total"]["statements"] for report, key in (
            (cut, "rooted_in_main"), (joined, "rooted_in_main"), (joined, "exact_in_main"))]  # fmt: skip
        print("| %s | %.1f %% | %.1f %% | %.1f %% | %.2f s |" % (name, *(100 * part for part in parts), taken), flush=True)
        roots = collections.Counter()
        for s in joined["stacks"]:
            if s["stack"][0] != "main" or not s["whole"]:
                roots[s["stack"][0]] += s["statements"]
        elsewhere[name] = [(100 * n / joined["total"]["statements"], root) for root, n in roots.most_common(8) if n]
    for name, roots in elsewhere.items():
        for share, root in roots:
            print("%s: %.2f %% beneath %s" % (name, share, root))


if __name__ == "__main__":
    main()

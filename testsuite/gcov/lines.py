#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""`pathprof lines` beside gcov: the same count on every line, the same functions and branches.

Each program is compiled by gcc --coverage and with the plugin, by one command line, and run alike; then
every line of every source file, headers of libraries included, and what `--lcov` says of functions and
branches is held against what gcov says of all objects together (gcov -b --json-format).  A difference must
belong to a class that is named here, or the test fails.  Small programs are in lines/, among them one for
each class; big ones come from fetch.sh.

    lines.py --programs ninja gawk --modes edge path,pending=on
"""

import argparse
import functools
import glob
import json
import os
import re
import shutil
import struct
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
    differing: dict = field(default_factory=dict)  # function: class that what differs in it belongs to
    leaves: bool = False  # calls that do not come back: modes of paths have less there
    fetched: bool = True


SETJMP = "setjmp"  # gcov does not see the second return
GOTO = "computed goto"  # gcov takes the ways out of it for calls of the function
SAME = "same number"  # a line is not written down behind one of another file that has its number
EXEC = "exec"  # gcov thinks that it comes back
LOST = "lost paths"  # longjmp, exit or an exception has left them; with pending=on they are there

# What the plugin does without, too: GCC ends no block behind a call of what it has found to have no effects.
WITHOUT = ["-fno-ipa-modref", "-fno-ipa-pure-const"]
# Which unit's copy of an inline function runs is up to what is inlined and cloned after the counters are placed, and
# that depends on them.
BOTH = """--param=max-inline-insns-single=0 --param=max-inline-insns-auto=0 -fno-inline-functions-called-once
       -fno-ipa-cp -fno-ipa-sra""".split()


PROGRAMS = {
    "cases": Program("cases.cc", fetched=False),
    "classes": Program(
        "classes.c",
        fetched=False,
        leaves=True,
        differing={"jumps": SETJMP, "crosses": SETJMP, "dispatches": GOTO, "executes": EXEC},
    ),
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
        "src/lib_json/*.cpp src/test_lib_json/*.cpp", ["-Iinclude", "-Isrc/lib_json"], leaves=True
    ),
    "gawk": Program(
        "*.c support/dfa.c support/localeinfo.c support/random.c support/regex.c support/getopt.c"
        " support/getopt1.c support/pma.c",
        ["-DHAVE_CONFIG_H", "-DGAWK", "-DDEFPATH=\"\"", "-DDEFLIBPATH=\"\"", "-DSHLIBEXT=\"so\"",
         "-DLOCALEDIR=\"\"", "-I.", "-Isupport"],
        libs=["-lm", "-ldl"],
        runs=[],
        scripts="test/*.awk",
        leaves=True,
        differing={"two_way_open": EXEC, "gawk_popen": EXEC},
    ),
    "lua": Program(
        "src/*.c !src/luac.c",
        ["-std=gnu99", "-DLUA_COMPAT_5_3", "-DLUA_USE_POSIX", "-Dluai_makeseed(L)=1",
         "-DSTRCACHE_N=1", "-DSTRCACHE_M=2"],
        [[str(BENCH / "inputs/mixed.lua"), "2"]],
        libs=["-lm"],
        leaves=True,
        differing={"luaD_rawrunprotected": SETJMP, "luaV_execute": GOTO},
    ),
    "sqlite3": Program(
        "sqlite3.c speedtest1.c",
        ["-DSQLITE_THREADSAFE=0", "-DSQLITE_OMIT_LOAD_EXTENSION", "-DSQLITE_ENABLE_RTREE", "-I."],
        [["--size", "1", "--verify", ":memory:"]],
        libs=["-lm"],
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
        if b"pathprof: " in ran.err or (ran.status < 0 and not program.scripts):
            raise RuntimeError(f"{exe} {' '.join(words)}: {ran.describe()}")


class Counts:
    """What either says: of lines, of branches by line, of functions by line and name."""

    def __init__(self):
        self.lines, self.ways, self.functions = Counter(), defaultdict(Counter), Counter()
        self.dropped = set()  # functions, as in FUNCTIONS
        self.texts = {}  # (file, first line, name): last line
        self.follow = set()  # (line, line of that number in the file that its block names next)

    def branches(self):
        """{line: counts}, in the order of their numbers."""
        return {where: tuple(ways[k] for k in range(len(ways))) for where, ways in self.ways.items()}


def path_of(source, file):
    return os.path.normpath(os.path.join(source, file))


def read_notes(args, source, notes, counts):
    """What gcov does not say: which lines follow which."""
    head, tail = os.path.split(args.gcov)
    text = must([os.path.join(head, tail.replace("gcov", "gcov-dump", 1)), "-l", notes], source).decode()
    for part in re.split(r":FUNCTION ", text)[1:]:
        last = None
        for block, file, lines in re.findall(r"\sblock (\d+):`([^']*)'(?::([\d, ]*))?$", part, re.M):
            path = path_of(source, file)
            if last and last[0] == block:
                counts.follow.add((last[1:], (path, last[2])))
            if lines:
                last = block, path, int(lines.split(",")[-1])


def take_text(data, at, unit):
    """The string at AT of notes that measure in UNITs of bytes, and where it ends."""
    size = unit * int.from_bytes(data[at:at + 4], "little")
    return data[at + 4:at + 4 + size].rstrip(b"\0").decode(), at + 4 + size


def leave_out(notes, dropped, to):
    """Writes NOTES to TO without what they say of the functions DROPPED."""
    data = Path(notes).read_bytes()
    # Since GCC 12 there is a checksum before the directory, and sizes are in bytes.  11.3 is "B13*", from its end.
    old = (data[7] - ord("A")) * 10 + data[6] - ord("0") < 12
    unit = 4 if old else 1
    at = take_text(data, 12 if old else 16, unit)[1] + 4  # behind the directory, and a flag
    kept, keeps = data[:at], True
    while at < len(data):
        tag, size = struct.unpack_from("<2I", data, at)
        size *= unit
        if tag == 0x01000000 and size:
            keeps = take_text(data, at + 20, unit)[0] not in dropped
        kept += data[at:at + 8 + size] if keeps else b""
        at += 8 + size
    Path(to).write_bytes(kept)


def read_functions(args, source, out):
    """{(file, line, name): how often it was called}"""
    counts = Counter()
    for data in sorted(glob.glob(os.path.join(out, "*.gcda"))):
        text = must([args.gcov, "--json-format", "--stdout", data], out)
        for file in json.loads(text)["files"]:
            for f in file["functions"]:
                counts[path_of(source, file["file"]), f["start_line"], f["name"]] += f["execution_count"]
    return counts


def read_gcov(args, source, out, ours):
    """Without what the linker has dropped: what nobody calls but code that is not in the program."""
    counts = Counts()
    functions = read_functions(args, source, out)
    counts.dropped = {key for key, calls in functions.items() if not calls and key not in ours.functions}
    kept = os.path.join(out, "kept")
    shutil.rmtree(kept, ignore_errors=True)
    os.makedirs(kept)
    for whole in sorted(glob.glob(os.path.join(out, "*.gcno"))):
        notes = os.path.join(kept, os.path.basename(whole))
        data = notes[:-2] + "da"
        leave_out(whole, {name for _, _, name in counts.dropped}, notes)
        os.symlink(whole[:-2] + "da", data)
        read_notes(args, source, notes, counts)
        text = must([args.gcov, "-b", "--json-format", "--stdout", data], kept)
        for file in json.loads(text)["files"]:
            path = path_of(source, file["file"])
            for line in file["lines"]:
                where = path, line["line_number"]
                counts.lines[where] += line["count"]
                for k, branch in enumerate(line["branches"]):
                    counts.ways[where][k] += branch["count"]
            for f in file["functions"]:
                counts.texts[path, f["start_line"], f["name"]] = f["end_line"]
                counts.functions[path, f["start_line"], f["name"]] += f["execution_count"]
    return counts


def read_pathprof(args, name, source, out):
    counts = Counts()
    exe, data = os.path.join(out, name), os.path.join(out, "run", name + ".ppda")
    info = os.path.join(out, "lines.info")
    ran = harness.run([args.pathprof, "lines", "--json", f"--lcov={info}", exe, data], 300, cwd=out)
    if ran.status != 0:
        raise RuntimeError(f"pathprof lines {exe}: {ran.describe()}")
    listed = json.loads(ran.out)
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


def find_same(theirs, ours):
    """Lines that are right behind one of another file that has their number, and those before."""
    known = set(theirs.lines) | set(ours.lines)
    return {line for pair in theirs.follow if pair[1] in known for line in pair}


def is_less(got, expected):
    """Of counts, or of tuples of them."""
    got, expected = ([counts] if isinstance(counts, int) else counts or () for counts in (got, expected))
    return len(got) == len(expected) and all(g <= e for g, e in zip(got, expected))


def classify(program, same, theirs, where):
    """The class of what differs at WHERE, a line or a function, or None."""
    file, line = where[:2]
    if where in same:
        return SAME
    found = {program.differing[f[2]] for f, last in theirs.texts.items() if f[2] in program.differing
             and (f == where or (len(where) == 2 and f[0] == file and f[1] <= line <= last))}
    return found.pop() if len(found) == 1 else None


def compare(program, mode, theirs, ours):
    """(note, what is wrong): how many lines, functions and branches are equal, differ by class, and differ."""
    notes, wrong = [], []
    same = find_same(theirs, ours)
    loses = program.leaves and mode != "edge" and "pending=on" not in mode
    kinds = {
        "lines": (theirs.lines, ours.lines),
        "functions": (theirs.functions, ours.functions),
        "branches": (theirs.branches(), ours.branches()),
    }
    for kind, (expected, got) in kinds.items():
        keys = sorted(set(expected) | set(got))
        classes = Counter()
        for key in keys:
            if expected.get(key) == got.get(key):
                continue
            found = classify(program, same, theirs, key)
            if not found and loses and is_less(got.get(key), expected.get(key)):
                found = LOST
            classes[found] += 1
            if not found:
                wrong.append(f"{kind} {key}: gcov {expected.get(key)}, pathprof {got.get(key)}")
        named = "".join(f", {n} {name}" for name, n in classes.items() if name)
        if kind == "functions" and theirs.dropped:
            named += f", {len(theirs.dropped)} dropped"
        notes.append(f"{kind}: {len(keys) - sum(classes.values())} equal{named}")
        if not keys:
            wrong.append(f"no {kind}")
    return "; ".join(notes), wrong


def make(args, name, program, source, label, flags):
    """Builds and runs the program.  Returns where."""
    level = args.level
    out = os.path.join(args.work, f"{name}-O{level}-" + "".join(c for c in label if c.isalnum()))
    done = os.path.join(out, "done")
    if not ((args.keep or out in args.made) and os.path.exists(done)):
        shutil.rmtree(out, ignore_errors=True)
        build(args, name, program, source, out, [f"-O{level}", "-w", *BOTH, *flags])
        execute(name, program, source, out)
        open(done, "w", encoding="utf-8").close()
    args.made.add(out)
    return out


def examine(args, name, results):
    program = PROGRAMS[name]
    source = os.path.join(args.sources, name) if program.fetched else str(HERE / "lines")
    for mode in args.modes:
        ours = read_pathprof(args, name, source, make(args, name, program, source, mode,
                                                      harness.plugin_flags(args.plugin, f"mode={mode}".split(","))))
        theirs = read_gcov(args, source, make(args, name, program, source, "coverage", WITHOUT + ["--coverage"]), ours)
        note, wrong = compare(program, mode, theirs, ours)
        test = f"{name} -O{args.level} mode={mode} equals gcov"
        if wrong:
            results.fail(test, f"{len(wrong)} differ: {'; '.join(wrong[:args.show])}")
        else:
            results.good(test)
        results.note(f"    {note}")


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    harness.add_arguments(parser)
    parser.add_argument("--programs", nargs="+", default=["cases", "classes"], choices=PROGRAMS)
    parser.add_argument("--level", default="0")
    parser.add_argument("--modes", nargs="+", default=["edge"], help="may have options: path,pending=on")
    parser.add_argument("--sources", help="where fetch.sh puts the sources (its default)")
    parser.add_argument("--show", type=int, default=10, help="differences to list of each kind")
    parser.add_argument("--keep", action="store_true", help="what is built already")
    args = harness.absolute(parser.parse_args())
    args.gcov = os.environ.get("GCOV") or args.cc.replace("gcc", "gcov")
    if not args.sources:
        cache = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
        args.sources = os.path.join(cache, "pathprof", "src")
    args.made = set()
    results = harness.Results()
    for name in args.programs:
        if PROGRAMS[name].fetched:
            got = harness.run(["sh", BENCH / "fetch.sh", args.sources, name], 600)
            if got.status == 77:
                results.unsupported(f"{name} lines", got.err.decode(errors="replace"))
                continue
        try:
            examine(args, name, results)
        except (RuntimeError, OSError) as error:
            results.fail(f"{name} lines", str(error))
    results.leave()


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Conservation on real programs: what follows from path and edge profiles equals what gcov says.

At -O0, gcc --coverage and gcov against mode edge and mode path:
  - the calls of each function (but of one with computed gotos: gcov-is-wrong.sh shows why);
  - the count of each line whose code lies in one basic block, as gcov divides it (gcov-dump says);
  - the counts of each two-way branch on a line to which gcov gives one condition.
gcov's counts of lines of several blocks follow rules of its own and are not compared: so is the count
of such a line that of the blocks that end on it, however often control came to it otherwise.
At each of --levels, mode path against mode edge: every edge of every function.

Mode path counts a path when it is complete.  A function that control leaves sideways (a callee exits,
or jumps over it) does not complete the path that it is on; gcov and mode edge count its edges all the
same.  So in such a function, and only there, path may say less than edge, by at most the number of
times that it was left: that number is known from the edge profile (what came to a vertex less what
went on from it), and the bound is checked.  In modes context and piecewise such a path may have come
through any function, and the bound is the number of times that any was left; where none is, all is exact.  In mode
kpath it may have been through k = 2 iterations of a loop, and the bound is twice that number.

With --pending the modes that count paths are compiled with pending=on, which counts what is left under
way: then all is exact.

    conserve.py --programs compress bzip2 --levels 0 2
"""

import argparse
import functools
import json
import os
import re
import shutil
import subprocess
import sys
from collections import Counter, defaultdict
from pathlib import Path

HERE = Path(__file__).resolve().parent
BENCH = HERE.parent.parent / "contrib" / "bench"
sys.path[:0] = [str(HERE.parent / "lib"), str(BENCH)]
import harness  # noqa: E402
import profiles  # noqa: E402
import recipes  # noqa: E402

# lua's cache of strings goes by their addresses, which differ from run to run: one set for all.
MORE_FLAGS = {"lua": ["-DSTRCACHE_N=1", "-DSTRCACHE_M=2"]}

# What a path that is lost may have been through, in the modes, with options, that are compared with mode
# edge alone.
BOUNDS = {
    "kpath": {"iterations": 2},
    "path-context": {},
    "context": {"over_calls": True},
    "piecewise": {"over_calls": True},
    "context-values": {"over_calls": True},
    "piecewise-values": {"over_calls": True},
    "context recursion=context": {"over_calls": True},
    "context depth=1": {"over_calls": True},
    "callgraph": {"asked": True},
}
USUAL = [mode for mode in BOUNDS if " " not in mode and "-values" not in mode]


def build(program, source, out, cc, flags, quick=None):
    """QUICK: the plugin, where what objects carry is not of interest."""
    os.makedirs(out, exist_ok=True)
    flags = flags + MORE_FLAGS.get(program, [])
    for command in recipes.build_commands(program, source, out, cc, flags):
        ran = harness.run(harness.quick(command, quick) if quick else command, 1200, cwd=source)
        if ran.status != 0:
            raise RuntimeError(f"{' '.join(command)}: {ran.describe()}")


def execute(program, place, out):
    """Runs the program's commands in OUT, below the program's directory (it must be called by the
    same name in each build).  Returns the checksums of what it wrote."""
    os.makedirs(out, exist_ok=True)
    exe = os.path.join("..", program)
    for args, stdin, stdout in recipes.run_commands(program, place, "small"):
        with open(os.path.join(out, stdin) if stdin else os.devnull, "rb") as reader:
            with open(os.path.join(out, stdout), "wb") as writer:
                ran = subprocess.run(
                    [exe, *args], cwd=out, stdin=reader, stdout=writer, stderr=subprocess.PIPE
                )
        if ran.returncode != 0 or b"pathprof" in ran.stderr:
            raise RuntimeError(f"{exe} {' '.join(args)}: {ran.returncode} {ran.stderr[:200]!r}")
    return recipes.checksums(program, out)


class Edge:
    def __init__(self, record):
        self.source, self.target = record["from"], record["to"]
        self.flags, self.count = set(record["flags"]), profiles.known(record["count"])
        self.summary = record["kind"] == "summary"


class Function:
    """A function as `pathprof edges --json` has it."""

    def __init__(self, record):
        self.name, self.symbol, self.unit = record["name"], record["symbol"], record["unit"]
        self.calls = int(record["calls"])
        self.vertices = record["vertices"]
        self.edges = [Edge(edge) for edge in record["edges"]]

    def left_sideways(self):
        """Times that control came to one of its vertices and left by none of its edges (mode edge)."""
        balance = Counter()
        for edge in self.edges:
            balance[edge.target] += edge.count
            balance[edge.source] -= edge.count
        inner = (balance[v] for v in range(2, len(self.vertices)))
        return sum(excess for excess in inner if excess > 0)

    def has_computed_goto(self):
        return any("abnormal" in edge.flags for edge in self.edges)

    def shape(self):
        return (
            [(v["block"], v["lines"]) for v in self.vertices],
            [(edge.source, edge.target) for edge in self.edges],
        )

    def line_counts(self):
        """{(file, line): count}: of the vertex there that ran most often."""
        counts = defaultdict(int)
        for vertex in self.vertices:
            for file, line in vertex["lines"]:
                counts[file, line] = max(counts[file, line], int(vertex["count"]))
        return counts

    def branches(self):
        """{(file, line): [(count if true, count if false)]} of conditions; gcov puts a block's branch
        on its last line, last by number."""
        by_line = defaultdict(list)
        out = defaultdict(dict)
        for edge in self.edges:
            for kind in ("true", "false"):
                if kind in edge.flags:
                    out[edge.source][kind] = edge.count
        for source, ways in out.items():
            lines = self.vertices[source]["lines"]
            if lines and len(ways) == 2:
                by_line[max(map(tuple, lines))].append((ways["true"], ways["false"]))
        return by_line


def read_profile(args, exe, out):
    command = [args.pathprof, "edges", "--all", "--json", exe]
    command += ["-d", os.path.join(out, os.path.basename(exe) + ".ppda")]
    ran = harness.run(command, 600)
    if ran.status != 0 or ran.err:
        raise RuntimeError(f"{' '.join(command)}: {ran.describe()}")
    return {
        (function.unit, function.symbol): function
        for function in map(Function, json.loads(ran.out)["functions"])
    }


class Gcov:
    """Counts as gcov has them, by unit."""

    def __init__(self, gcov, source, out):
        self.calls, self.lines, self.branches = {}, {}, {}
        self.single = set()  # (unit, function, file, line) of lines that lie in one basic block
        for data in sorted(Path(out).glob("*.gcda")):
            ran = harness.run([gcov, "-a", "-b", "-j", "-t", str(data)], 300, cwd=source)
            if ran.status != 0:
                raise RuntimeError(f"gcov {data}: {ran.describe()}")
            for document in ran.out.decode().splitlines():
                self.take(data.stem, json.loads(document))
            dumper = gcov.replace("gcov", "gcov-dump")
            ran = harness.run([dumper, "-l", str(data.with_suffix(".gcno"))], 300)
            if ran.status != 0:
                raise RuntimeError(f"gcov-dump {data.stem}: {ran.describe()}")
            for name, blocks, arcs in notes_functions(ran.out.decode()):
                self.single.update(
                    (data.stem, name, file, line) for file, line in lone_lines(blocks, arcs)
                )

    def take(self, unit, document):
        for file in document["files"]:
            for function in file["functions"]:
                self.calls[unit, function["name"]] = function["execution_count"]
            for line in file["lines"]:
                key = (unit, line.get("function_name"), file["file"], line["line_number"])
                self.lines[key] = line["count"]
                self.branches[key] = [
                    branch["count"] for branch in line["branches"] if not branch["throw"]
                ]


def notes_functions(text):
    """Yields (name, {block: [(file, line)]}, [(from, to)]) of a .gcno file, fake arcs apart."""
    name, blocks, arcs = None, defaultdict(list), []
    for line in text.splitlines():
        function = re.search(r":FUNCTION ident=.*?, `([^']*)'", line)
        if function:
            if name:
                yield name, blocks, arcs
            name, blocks, arcs = function.group(1), defaultdict(list), []
        block = re.search(r":\s+block (\d+): ?(.*)", line)
        if not block:
            continue
        number, rest = int(block.group(1)), block.group(2)
        if rest.startswith("`"):
            for file, at in re.findall(r"`([^']*)'|(\d+)", rest):
                if at:
                    blocks[number].append((current, int(at)))
                else:
                    current = file
        else:
            for target, flags in re.findall(r"(\d+):[0-9a-f]+\(([^)]*)\)|(?:\d+):0+\b", rest):
                if target and "fake" not in flags:
                    arcs.append((number, int(target)))
            arcs += [(number, int(to)) for to in re.findall(r"(\d+):0000(?!\()", rest)]
    if name:
        yield name, blocks, arcs


def lone_lines(blocks, arcs):
    """The lines of one basic block; gcov's blocks end at every call, what goes on is the same block."""
    out, into = Counter(), Counter()
    for source, target in arcs:
        out[source] += 1
        into[target] += 1
    chain = {}
    for source, target in arcs:
        if out[source] == 1 and into[target] == 1:
            chain[target] = source

    holders = defaultdict(set)
    ending = set()
    for block, lines in blocks.items():
        for where in lines:
            holders[where].add(block)
        ending.add(max(lines))
    # Where no block ends, gcov adds up all of its blocks that touch the line: a call in the middle of
    # a statement is counted twice.  Where another line comes between, control comes twice.
    return [
        where
        for where, found in holders.items()
        if len([block for block in found if chain.get(block) not in found]) == 1
        and (len(found) == 1 or where in ending)
    ]


def unit_stem(name):
    """How recipes.py calls the object of a source file."""
    return os.path.splitext(name)[0].replace("/", "-")


PLURALS = {"calls": "functions", "line": "lines", "branch": "branches", "edge": "edges"}


class Tally:
    def __init__(self):
        self.compared, self.wrong, self.left, self.less = Counter(), [], 0, 0

    def compare(self, what, where, expected, got):
        self.compared[what] += 1
        if expected != got:
            self.wrong.append(f"{what} {where}: {expected} expected, {got} got")

    def bound(self, what, where, least, got, most):
        self.compared[what] += 1
        self.less += got < most
        if not least <= got <= most:
            self.wrong.append(f"{what} {where}: {least} to {most} expected, {got} got")


def against_gcov(gcov, profile, slack):
    """SLACK: function -> times it was left sideways, for mode path; None: exact."""
    tally = Tally()
    for (unit, symbol), function in profile.items():
        stem = unit_stem(unit)
        allowed = slack[unit, symbol] if slack else 0
        tally.left += allowed > 0

        def near(expected, got):
            """GOT, or EXPECTED where GOT is within what a function left sideways may lose."""
            return expected if expected - allowed <= got <= expected else got

        if (stem, symbol) not in gcov.calls:
            tally.wrong.append(f"gcov does not know {symbol} of {unit}")
            continue
        expected = gcov.calls[stem, symbol]
        if not function.has_computed_goto():
            tally.compare("calls", symbol, expected, near(expected, function.calls))
        for (file, line), count in function.line_counts().items():
            key = (stem, symbol, file, line)
            if key in gcov.single and key in gcov.lines:
                expected = gcov.lines[key]
                tally.compare("line", f"{file}:{line}", expected, near(expected, count))
        for (file, line), pairs in function.branches().items():
            counts = gcov.branches.get((stem, symbol, file, line), [])
            if len(pairs) == 1 and len(counts) == 2:
                # gcov sorts the ways by the number of the block that they lead to.
                expected = tuple(sorted(counts))
                got = tuple(map(near, expected, sorted(pairs[0])))
                tally.compare("branch", f"{file}:{line}", expected, got)
    return tally


def modes_agree(edge, path, over_calls=False, iterations=1, pending=False, asked=False):
    """ASKED: only entries and calls are known in any case, and exact.  OVER_CALLS: a path that was under way may have come through any function.  ITERATIONS of a loop
    that it may have been through.  PENDING: what was under way is counted."""
    tally = Tally()
    anywhere = sum(function.left_sideways() for function in edge.values())
    if set(edge) != set(path):
        tally.wrong.append(f"functions of one mode only: {sorted(set(edge) ^ set(path))[:5]}")
    for key in set(edge) & set(path):
        exact, other = edge[key], path[key]
        if exact.shape() != other.shape():
            tally.wrong.append(f"{exact.name}: the two modes see different graphs")
            continue
        left = exact.left_sideways()
        tally.left += left > 0
        lost = 0 if pending or asked else anywhere if over_calls else iterations * left
        calls = {a.source for a in exact.edges if a.summary}
        for a, b in zip(exact.edges, other.edges):
            where = f"{exact.name} {a.source} -> {a.target}"
            if b.count is None:
                if a.source == 0 or a.target in calls:
                    tally.wrong.append(f"{where}: not known")
                continue
            tally.bound("edge", where, a.count - lost, b.count, a.count)
    return tally


def examine(args, program):
    """Returns a list of (test, what is wrong or "", note)."""
    results = []
    source = os.path.join(args.sources, program)
    work = os.path.join(args.work, program)
    place = recipes.make_inputs(program, os.path.join(args.work, "inputs"), "small")

    def profile(level, mode):
        out = os.path.join(work, mode.replace(" ", "-") + f"-O{level}")
        options = f"mode={mode}".split() + ["pending=on"] * (args.pending and mode not in harness.OF_EDGES)
        flags = [f"-O{level}", "-w"] + harness.plugin_flags(args.plugin, options)
        build(program, source, out, args.cc, flags, args.plugin if args.quick and mode != "path" else None)
        sums = execute(program, place, os.path.join(out, "run"))
        return read_profile(args, os.path.join(out, program), os.path.join(out, "run")), sums

    def agree(edge, other, **how):
        return modes_agree(edge, other, pending=args.pending, **how)

    def report(test, tally):
        counts = ", ".join(f"{n} {PLURALS[what]}" for what, n in sorted(tally.compared.items()))
        note = f"{counts}; {tally.left} functions left sideways, {tally.less} counts less for it"
        wrong = ""
        if tally.wrong:
            wrong = f"{len(tally.wrong)} differ of {counts}: {'; '.join(tally.wrong[:args.show])}"
        elif not tally.compared:
            wrong = "nothing was compared"
        results.append((f"{program} {test}", wrong, note))

    shutil.rmtree(work, ignore_errors=True)  # counts of an earlier run would be added to
    plain = None
    for level in args.levels:
        edge, edge_sums = profile(level, "edge")
        path, path_sums = profile(level, "path")
        if level == "0":
            out = os.path.join(work, "gcov")
            build(program, source, out, args.cc, ["-O0", "-w", "--coverage"])
            plain = execute(program, place, os.path.join(out, "run"))
            gcov = Gcov(args.gcov, source, out)
            slack = {key: function.left_sideways() for key, function in edge.items()}
            slack = None if args.pending else slack
            report("-O0 mode=edge equals gcov", against_gcov(gcov, edge, None))
            report("-O0 mode=path equals gcov", against_gcov(gcov, path, slack))
        report(f"-O{level} mode=path equals mode=edge", agree(edge, path))
        outputs = [("edge", edge_sums), ("path", path_sums)]
        for mode in args.modes:
            other, sums = profile(level, mode)
            report(f"-O{level} mode={mode} equals mode=edge", agree(edge, other, **BOUNDS[mode]))
            outputs.append((mode, sums))
        for mode, sums in outputs:
            wrong = "" if plain in (None, sums) else "writes something else"
            results.append((f"{program} -O{level} mode={mode} output", wrong, "same"))
    return results


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    harness.add_arguments(parser)
    parser.add_argument("--programs", nargs="+", default=["compress", "bzip2", "minigzip"])
    parser.add_argument("--levels", nargs="+", default=["0", "2", "3"])
    parser.add_argument("--pending", action="store_true", help="compile with pending=on")
    parser.add_argument("--quick", action="store_true", help="the library's runtime in modes other than path")
    parser.add_argument("--modes", nargs="*", default=USUAL, choices=BOUNDS, help="beside edge and path")
    parser.add_argument("--sources", help="where fetch.sh puts the sources (its default)")
    parser.add_argument("--show", type=int, default=10, help="differences to list of each test")
    args = harness.absolute(parser.parse_args())
    args.gcov = os.environ.get("GCOV") or args.cc.replace("gcc", "gcov")
    if not args.sources:
        cache = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
        args.sources = os.path.join(cache, "pathprof", "src")
    results = harness.Results()
    programs = []
    for program in args.programs:
        got = harness.run(["sh", BENCH / "fetch.sh", args.sources, program], 600)
        if got.status == 77:
            results.unsupported(f"{program} conservation", got.err.decode(errors="replace"))
        elif got.status != 0:
            results.fail(f"{program} conservation", f"fetch.sh: {got.describe()}")
        else:
            programs.append(program)
    for program, found in harness.in_parallel(args.jobs, functools.partial(attempt, args), programs):
        for test, wrong, note in found:
            if wrong:
                results.fail(test, wrong)
            else:
                results.good(test)
                results.note(f"    {note}")
    results.leave()


def attempt(args, program):
    try:
        return examine(args, program)
    except (RuntimeError, OSError, recipes.Failure) as error:
        return [(f"{program} conservation", str(error), "")]


if __name__ == "__main__":
    main()

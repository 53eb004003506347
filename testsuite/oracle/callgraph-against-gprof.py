#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""pathprof callgraph against gcc -pg and gprof, on real programs.

Each is compiled once, with -pg and with the plugin, and so that no function disappears in another (-fno-inline
and the like) or is left by a jump (-fno-optimize-sibling-calls), and run twice: once pathprof takes no samples,
once gprof takes none.  (Where the timers of both go off at one tick of the kernel, as they mostly do, the one's
signal interrupts the handler of the other, and that is then what it sees.)

Calls, of the first run: every arc that gprof has must have the same count.  What gprof has not are calls by
libraries, which its counting routine does not take: they are spontaneous here.

Times: gprof's histogram and pathprof's samples are two samples of where the program's own code spent its time.
For a function of which they say the shares p and q, with n and m samples in all, p - q has the standard
deviation sqrt (r (1 - r) (1/n + 1/m)), r being the share in both together: of all functions with more than
a handful of samples none may differ by more than --sigmas of these.  Libraries, and the routine that -pg calls,
are left out, since gprof does not see them.  A machine that is slower for a part of one run (a virtual one stands
still) makes the shares of the two runs different: they are compared of up to three pairs of runs, until they agree.

    callgraph-against-gprof.py --programs lua bzip2 sqlite3 --size full
"""

import argparse
import glob
import math
import os
import re
import shutil
import sys
from collections import Counter
from pathlib import Path

HERE = Path(__file__).resolve().parent
BENCH = HERE.parent.parent / "contrib" / "bench"
sys.path[:0] = [str(HERE.parent / "lib"), str(BENCH)]
import harness  # noqa: E402
import recipes  # noqa: E402

# Functions stay what they are in the source.
KEEP = ["-fno-inline", "-fno-partial-inlining", "-fno-ipa-cp", "-fno-ipa-sra", "-fno-ipa-icf",
        "-fno-optimize-sibling-calls"]
FEWEST = 20  # samples in both, below which a share says nothing
ATTEMPTS = 3  # pairs of runs whose times are compared

# Linked in: in the second run -pg counts, so that the program does what it does in the first, but does not sample.
QUIET = """
#include <stdlib.h>
#include <sys/time.h>
__attribute__((constructor)) static void quiet (void)
{
  struct itimerval never = {{0, 0}, {0, 0}};
  if (getenv ("QUIET"))
    setitimer (ITIMER_PROF, &never, NULL);
}
"""

SMALL = r"""
#include <stdlib.h>
static volatile double sink;
static void leaf (int n) { for (int i = 0; i < n; i++) sink += i; }
static void pong (int n);
static void ping (int n) { leaf (400); if (n > 0) pong (n - 1); }
static void pong (int n) { leaf (100); if (n > 1) ping (n - 1); }
static int fibonacci (int n) { return n < 2 ? n : fibonacci (n - 1) + fibonacci (n - 2); }
static void twice (void (*function) (int), int n) { function (n); function (n); }
static int compare (const void *a, const void *b) { return *(const int *) a - *(const int *) b; }
static int tail (int n) { return n > 0 ? tail (n - 1) : fibonacci (3); }
static int numbers[50000];
/* What takes time is done by turns, so that a machine that is slower for a while is so for all of it, and at
   random, so that no clock keeps step with it.  */
int main (void)
{
  unsigned seed = 1;
  for (int i = 0; i < 100000; i++)
    {
      ping (i % 20);
      seed = seed * 1103515245 + 12345;
      if ((seed >> 16) % 16 == 0)
        fibonacci (22);
    }
  for (int i = 0; i < 50000; i++)
    {
      numbers[i] = rand ();
      twice (leaf, 100);
      tail (i % 5);
    }
  qsort (numbers, 50000, sizeof *numbers, compare);
  return compare (numbers, numbers + 1) > 0;
}
"""


def plain(symbol):
    """What SYMBOL, of a clone or a part, is called in the source."""
    return re.sub(r"\.(cold|part|constprop|isra|localalias|lto_priv)\b.*", "", symbol)


def of_gprof(text):
    """(Counter of arcs, Counter of own centiseconds) of what `gprof -b` prints."""
    times, arcs = Counter(), Counter()
    flat, graph = text.split("\f")[:2]
    line_of_graph = re.compile(r" *(\d+)?(?:[/+]\d+)? +(\S+)(?: <cycle \d+>)? \[\d+\]$")
    for line in flat.split("\n"):
        found = re.match(r" *[\d.]+ +[\d.]+ +([\d.]+)(?: +\d+ +[\d.]+ +[\d.]+)? +(\S+)$", line)
        if found:
            times[plain(found.group(2))] += round(100 * float(found.group(1)))
    for block in graph.split("-" * 47 + "\n"):
        owner = None
        for line in block.split("\n"):
            found = line_of_graph.match(line[28:])
            if line.startswith("["):
                owner = plain(found.group(2)) if found else None
            elif found and owner and found.group(1):
                arcs[owner, plain(found.group(2))] += int(found.group(1))
    return arcs, times


def of_pathprof(document):
    """The same, times in periods, of the functions that are counted; and how many looks these are."""
    functions = {function["index"]: function for function in document["functions"]}
    arcs, times = Counter(), Counter()
    for arc in document["arcs"]:
        caller, callee = functions[arc["caller"]], functions[arc["callee"]]
        arcs[plain(caller["symbol"]), plain(callee["symbol"])] += int(arc["calls"])
    for function in functions.values():
        if "symbol" in function:
            times[plain(function["symbol"])] += round(function.get("self", 0) / document.get("sample_seconds", 1))
    periods = round(document.get("seconds", 0) / document.get("sample_seconds", 1))
    return arcs, times, int(document.get("looks", 0)) / max(periods, 1)


def worst_share(ours, looks, theirs):
    """(deviations, function) where the shares of time differ most, and how many functions were compared.
    OURS are periods, of which LOOKS is how many moments each stands for."""
    n, m = sum(ours.values()) * looks, sum(theirs.values())
    worst, compared = (0.0, "none"), 0
    for name in set(ours) | set(theirs):
        if ours[name] * looks + theirs[name] < FEWEST:
            continue
        compared += 1
        p, q = ours[name] * looks / n, theirs[name] / m
        both = (ours[name] * looks + theirs[name]) / (n + m)
        deviation = math.sqrt(both * (1 - both) * (1 / n + 1 / m))
        if deviation:
            worst = max(worst, (abs(p - q) / deviation, f"{name} ({100 * p:.1f} % and gprof {100 * q:.1f} %)"))
    return worst, compared


def build(args, program, work):
    """Compiles PROGRAM to WORK."""
    flags = ["-O2", "-g", "-pg", *KEEP, *harness.plugin_flags(args.plugin, ["mode=callgraph"])]
    quiet = str(work / "quiet.o")
    (work / "quiet.c").write_text(QUIET)
    commands = [([args.cc, "-c", "quiet.c", "-o", quiet], work)]
    if program == "small":
        (work / "small.c").write_text(SMALL)
        commands += [([args.cc, *flags, "small.c", quiet, "-o", work / "small"], work)]
    else:
        source = os.path.join(args.sources, program)
        commands += [(command, source)
                     for command in recipes.build_commands(program, source, str(work), args.cc, flags)]
        commands[-1][0].insert(1, quiet)
    for command, cwd in commands:
        ran = harness.run(command, 900, cwd=cwd)
        if ran.status:
            raise RuntimeError(f"{' '.join(map(str, command))}: {ran.describe()}")


def run(args, program, work, settings):
    """Runs it with SETTINGS in its environment, each process with a gmon.out of its own."""
    environment = dict(os.environ, **settings)
    runs = [([], "", "out")]
    if program != "small":
        place = recipes.make_inputs(program, str(work), args.size)
        runs = recipes.run_commands(program, place, args.size)
    for arguments, stdin, stdout in runs:
        with open(work / stdin if stdin else os.devnull, "rb") as reader:
            ran = harness.run([work / program, *arguments], 900, cwd=work, env=environment, stdin=reader)
        if ran.status:
            raise RuntimeError(f"{program}: {ran.describe()}")
        (work / stdout).write_bytes(ran.out)


def profiled(args, program, work):
    """Runs PROGRAM twice.  Returns what gprof prints, and pathprof's documents of the run whose calls gprof has
    too, and of the one that pathprof has sampled."""
    for old in [*work.glob("gmon.*"), *work.glob("*.ppda")]:  # to which a run would add
        old.unlink()
    run(args, program, work, {"GMON_OUT_PREFIX": str(work / "gmon"), "PATHPROF_SAMPLE_RATE": "0",
                              "PATHPROF_FILE": str(work / "calls.ppda")})
    run(args, program, work, {"GMON_OUT_PREFIX": str(work / "off"), "QUIET": "1",
                              "PATHPROF_FILE": str(work / "times.ppda")})
    gprof = harness.run([args.gprof, "-b", program, *sorted(glob.glob(str(work / "gmon.*")))], 300, cwd=work)
    (work / "gprof.txt").write_bytes(gprof.out)
    documents = [harness.json_of([args.pathprof, "callgraph", "--json", program, name], cwd=work)
                 for name in ("calls.ppda", "times.ppda")]
    return gprof, *documents


def test_calls(args, program, theirs, document):
    """(test, what is wrong or None, note) of the calls by DOCUMENT, which are to be THEIRS."""
    ours = of_pathprof(document)[0]
    wrong = sorted((arc, ours[arc], theirs[arc]) for arc in set(ours) | set(theirs) if ours[arc] != theirs[arc])
    spontaneous = sum(int(f.get("spontaneous", 0)) for f in document["functions"] if f.get("symbol") != "main")
    return (f"{program}: calls as gprof",
            f"{len(wrong)} arcs differ: " + "; ".join("%s > %s: %d, gprof %d" % (*arc, a, b)
                                                      for arc, a, b in wrong[: args.show]) if wrong else None,
            f"{len(ours)} arcs, {sum(ours.values())} calls; from outside, which gprof does not have: {spontaneous}")


def test_times(args, program, theirs, document):
    """The same of the times by DOCUMENT."""
    _, times, looks = of_pathprof(document)
    (deviations, name), compared = worst_share(times, looks, theirs)
    note = (f"{sum(times.values())} ms by {sum(times.values()) * looks:.0f} looks, gprof {sum(theirs.values())}"
            f" samples; {compared} functions; worst {deviations:.1f} standard deviations: {name}")
    return f"{program}: times as gprof", note if compared == 0 or deviations > args.sigmas else None, note


def attempt(args, program):
    """Returns (test, what is wrong or None, note) of each test."""
    work = Path(args.work) / program
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    try:
        build(args, program, work)
        for _ in range(ATTEMPTS if args.times else 1):
            gprof, document, timed = profiled(args, program, work)
            arcs, centiseconds = of_gprof(gprof.out.decode())
            if not arcs:
                return [(f"{program}: calls as gprof", f"gprof has no arcs: {gprof.describe()}", "")]
            calls = test_calls(args, program, arcs, document)
            times = test_times(args, program, centiseconds, timed)
            if calls[1] or not times[1]:
                break
    except RuntimeError as error:
        return [(f"{program} as gprof", str(error), "")]
    return [calls, times] if args.times else [calls]


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    harness.add_arguments(parser)
    parser.add_argument("--programs", nargs="+", default=["small"], help="small, and those of recipes.py")
    parser.add_argument("--size", default="small", help="of recipes.py (small)")
    parser.add_argument("--no-times", dest="times", action="store_false", help="calls alone")
    parser.add_argument("--sigmas", type=float, default=5, help="standard deviations that shares may differ by (5)")
    parser.add_argument("--sources", help="where fetch.sh puts the sources (its default)")
    parser.add_argument("--show", type=int, default=10, help="differences to list")
    parser.add_argument("--gprof", default=os.environ.get("GPROF", "gprof"))
    args = harness.absolute(parser.parse_args())
    if not args.sources:
        cache = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
        args.sources = os.path.join(cache, "pathprof", "src")
    results = harness.Results()
    if not shutil.which(args.gprof):
        results.unsupported("callgraph against gprof", "there is no gprof")
        results.leave()
    for program in args.programs:
        got = harness.run(["sh", BENCH / "fetch.sh", args.sources, program], 600) if program != "small" else None
        if got and got.status == 77:
            results.unsupported(f"{program} against gprof", got.err.decode(errors="replace"))
            continue
        if got and got.status != 0:
            results.fail(f"{program} against gprof", f"fetch.sh: {got.describe()}")
            continue
        for test, wrong, note in attempt(args, program):
            if wrong:
                results.fail(test, wrong)
            else:
                results.good(test)
                results.note(f"    {note}")
    results.leave()


if __name__ == "__main__":
    main()

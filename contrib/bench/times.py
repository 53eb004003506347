#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The times of functions that paths have, beside perf's: the table of doc/measurements/time.md.

  times.py --plugin PATHPROF.SO [--cc CC] [--runs N] [--sources DIR] [--work DIR] [--inline] [PROGRAM...]

Each program is compiled with mode=path and sample-rate=1000 and run N times under `perf record -e cpu-clock`: both
see the same runs.  What `pathprof report` says of its functions is compared with perf's samples; these with perf's of
other runs of the same executable, which show how much runs differ; and shown beside perf's of the program without the
plugin.  Unless --inline is given, nothing is inlined, so that a function is the same thing for both.
"""

import argparse
import collections
import json
import math
import os
import re
import subprocess
import sys

sys.dont_write_bytecode = True  # nothing is left in the source tree
import program_table  # pylint: disable=wrong-import-position
import recipes  # pylint: disable=wrong-import-position

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
APART = [
    "-fno-inline", "-fno-partial-inlining", "-fno-ipa-cp", "-fno-ipa-sra", "-fno-ipa-icf",
    "-fno-optimize-sibling-calls",
]  # fmt: skip
PROGRAMS = ["zstd", "lua", "bzip2", "mawk", "sqlite3"]

# Not one of the bench's: compression alone, as its users call it.
ZSTD = program_table.Program(
    "lib/common/*.c lib/compress/*.c lib/decompress/*.c lib/dictBuilder/*.c programs/zstdcli.c programs/util.c"
    " programs/timefn.c programs/fileio*.c programs/bench*.c programs/datagen.c programs/dibio.c"
    " programs/zstdcli_trace.c",
    ["-DXXH_NAMESPACE=ZSTD_", "-DZSTD_LEGACY_SUPPORT=0", "-DZSTD_DISABLE_ASM", "-Ilib", "-Ilib/common"],
    [program_table.Command("-3 -q -f --single-thread {in}/text -o text.zst", stdout="out", writes="text.zst")],
    {"full": 100000, "count": 5000, "small": 1000, "train": 2000},
    inputs={"text": (program_table.inputs.text, 1000)},
)


def run(program, exe, args, environment, perf=None):
    """Runs the commands of PROGRAM args.runs times in a directory beside EXE."""
    place = recipes.make_inputs(program, os.path.join(args.work, "inputs"), "full")
    out = exe + ".out"
    os.makedirs(out, exist_ok=True)
    script = ["set -e"]
    for command, stdin, stdout in recipes.run_commands(program, place, "full"):
        words = " ".join("'%s'" % word for word in [exe, *command])
        script.append("%s <%s >%s" % (words, stdin or "/dev/null", stdout))
    body = "\n".join(script[:1] + script[1:] * args.runs)
    command = ["sh", "-c", body]
    if perf:
        command = ["perf", "record", "-q", "-e", "cpu-clock", "-F", "1000", "-o", perf, "--", *command]
    subprocess.run(command, cwd=out, check=True, env={**os.environ, **environment}, stderr=subprocess.DEVNULL)


def root(symbol):
    """Its function's name, without what GCC adds to parts and copies."""
    return re.sub(r"\..*", "", symbol)


def by_perf(file, exe):
    """Samples in EXE by function; those of the runtime are together."""
    text = subprocess.run(
        ["perf", "script", "-i", file, "-F", "ip,sym,dso"], check=True, stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL, text=True,
    ).stdout  # fmt: skip
    found = collections.Counter()
    for line in text.splitlines():
        match = re.match(r"\s*[0-9a-f]+ (\S+) \((.*)\)$", line)
        if match and os.path.realpath(match.group(2)) == os.path.realpath(exe):
            symbol = match.group(1)
            found["(runtime)" if symbol.startswith("__pathprof_") else root(symbol)] += 1
    return found


def by_pathprof(pathprof, exe, data):
    """Looks by function of what is in the program, {path: its time}, and the sums."""
    text = subprocess.run(
        [pathprof, "report", "--json", "--all", "--sort=time", exe, "-d", data], check=True,
        stdout=subprocess.PIPE, text=True,
    ).stdout  # fmt: skip
    report = json.loads(text)
    scale = report["time"]["looks"] / report["time"]["seconds"]
    found = collections.Counter()
    for it in report["functions"]:
        found[root(it["symbol"])] += it["time"]["seconds"] * scale
    found["(runtime)"] = report["time"]["runtime_seconds"] * scale
    found["(uncounted)"] = report["time"]["uncounted_seconds"] * scale
    return found, report


def compare(ours, theirs):
    """[(z, function, share, other share)] of functions that have at least 1 % in both together; looks of each."""
    n, m = sum(ours.values()), sum(theirs.values())
    rows = []
    for name in set(ours) | set(theirs):
        both = (ours[name] + theirs[name]) / (n + m)
        if both < 0.01:
            continue
        error = math.sqrt(both * (1 - both) * (1 / n + 1 / m))
        rows.append(((ours[name] / n - theirs[name] / m) / error, name, ours[name] / n, theirs[name] / m))
    rows.sort(key=lambda row: -row[3])
    return rows, n, m


def build(program, source, out, args, flags):
    os.makedirs(out, exist_ok=True)
    for command in recipes.build_commands(program, source, out, args.cc, flags):
        subprocess.run(command, cwd=source, check=True)
    return os.path.join(out, program)


def measure(program, source, args):
    flags = ["-O2", "-g", "-w"] + ([] if args.inline else APART)
    work = os.path.join(args.work, program + ("-inline" if args.inline else ""))
    plugin = ["-fplugin=" + args.plugin, "-fplugin-arg-pathprof-sample-rate=1000"]
    plain = build(program, source, os.path.join(work, "plain"), args, flags)
    exe = build(program, source, os.path.join(work, "path"), args, flags + plugin)
    data = os.path.join(work, "sampled.ppda")
    if os.path.exists(data):
        os.remove(data)
    run(program, exe, args, {"PATHPROF_FILE": data}, os.path.join(work, "path.perf"))
    none = {"PATHPROF_FILE": os.path.join(work, "none.ppda"), "PATHPROF_SAMPLE_RATE": "0"}
    run(program, exe, args, none, os.path.join(work, "again.perf"))
    run(program, plain, args, {}, os.path.join(work, "plain.perf"))
    # What both saw: the code of the program itself.
    ours, report = by_pathprof(os.path.join(ROOT, "pathprof"), exe, data)
    theirs = by_perf(os.path.join(work, "path.perf"), exe)
    ours.pop("(runtime)")
    theirs.pop("(runtime)", None)
    rows, n, m = compare(ours, theirs)
    again = compare(by_perf(os.path.join(work, "again.perf"), exe), theirs)[0]
    far = [row for row in rows if abs(row[0]) > 2]
    print("%s: %d looks, perf's %d" % (program, n, m))
    time = report["time"]
    print("  of %.2f s: on paths %.2f, elsewhere %.2f, uncounted %.2f, runtime %.2f, outside %.2f %%" % (
        (time["seconds"],) + tuple(100 * time[part + "_seconds"] / time["seconds"] for part in (
            "on_paths", "elsewhere", "uncounted", "runtime", "outside"))))  # fmt: skip
    print("  %d functions of 1 %% and more: sum of squares %.1f, farthest %.2f errors, %d beyond 2: %s" % (
        len(rows), sum(row[0] ** 2 for row in rows), max((abs(row[0]) for row in rows), default=0), len(far),
        ", ".join("%s %.1f" % (row[1], row[0]) for row in far)))  # fmt: skip
    print("  perf beside another of its runs: %d functions, sum of squares %.1f, farthest %.2f errors" % (
        len(again), sum(row[0] ** 2 for row in again), max(abs(row[0]) for row in again)))  # fmt: skip
    others = by_perf(os.path.join(work, "plain.perf"), plain)
    for row in rows[:6]:
        print("  %-40s %6.2f  perf %6.2f  plain %6.2f" % (
            row[1], 100 * row[2], 100 * row[3], 100 * others[row[1]] / sum(others.values())))  # fmt: skip
    least = sum(path["time"]["least_seconds"] for path in report["paths"])
    print("  certain: %.1f %% of the time on paths" % (100 * least / time["on_paths_seconds"]))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--plugin", required=True)
    parser.add_argument("--cc", default="gcc")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--sources", default=os.path.expanduser("~/.cache/pathprof/src"))
    parser.add_argument("--work", default="/tmp/pathprof-times")
    parser.add_argument("--inline", action="store_true")
    parser.add_argument("programs", nargs="*", default=PROGRAMS)
    args = parser.parse_args()
    args.plugin, args.work = os.path.abspath(args.plugin), os.path.abspath(args.work)
    recipes.PROGRAMS["zstd"] = ZSTD
    listing = subprocess.run(
        ["sh", os.path.join(HERE, "fetch.sh"), args.sources, *args.programs], check=True,
        stdout=subprocess.PIPE, text=True,
    ).stdout  # fmt: skip
    for line in listing.splitlines():
        program, source = line.split(" ", 1)
        measure(program, source, args)


if __name__ == "__main__":
    main()

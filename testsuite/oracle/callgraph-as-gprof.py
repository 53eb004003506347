#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""pathprof callgraph prints what gprof prints: the same figures, line by line and blank by blank.

Random programs of functions that call each other, round in circles too, are run; each function is given
samples at random.  The same calls and samples are written as a gmon.out, which gprof reads with the same
program.  Then both flat profiles must be the same text, and both call graphs the same entries.

What may differ, and is taken out before: the line of the granularity; what gprof does not know, how often
main was called, which it was from outside; the numbers of cycles, and indices, of which gprof says that they
are sorted, where times are the same to the last digit; the order of lines that say the same.

    callgraph-as-gprof.py --count 20
"""

import argparse
import difflib
import os
import random
import re
import shutil
import struct
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "lib")]
import harness  # noqa: E402
import samples  # noqa: E402

LINE = "-" * 47
HZ = 1000


def generate(rng):
    """A program, and the names of its functions."""
    names = [rng.choice("abcdxyz_") + rng.choice(["", "x", "_long_name_of_a_function"]) + str(i)
             for i in range(rng.randint(2, 12))]
    dense, backwards = rng.choice([1, 2, 3]), rng.choice([0, 0.1, 0.4])
    lines = ["static long budget = %d;" % rng.choice([30, 1000, 50000])]
    lines += ["__attribute__((noinline)) void %s (void);" % name for name in names]
    for i, name in enumerate(names):
        lines.append("void %s (void)\n{\n    if (budget-- <= 0)\n        return;" % name)
        for _ in range(rng.randint(0, dense)):
            j = rng.randrange(len(names)) if rng.random() < backwards else rng.randrange(i, len(names))
            if j == i and rng.random() < 0.7:
                continue
            lines.append("    for (int i = 0; i < %d; i++)\n        %s ();" % (rng.randint(1, 4), names[j]))
        lines.append("}")
    lines.append("int main (void)\n{")
    for name in names:
        if name == names[0] or rng.random() < 0.2:
            lines.append("    for (int i = 0; i < %d; i++)\n        %s ();" % (rng.randint(1, 9), name))
    return "\n".join(lines + ["    return 0;", "}", ""]), names + ["main"]


def gmon(path, symbols, times, arcs):
    """Writes a gmon.out: TIMES {symbol: samples}, ARCS [(caller, callee, count)]."""
    low = min(symbols[name][0] for name in times) & ~0xF
    high = max(sum(symbols[name]) for name in times) + 16 & ~0xF
    bins = (high - low) // 2
    with open(path, "wb") as out:
        out.write(struct.pack("<4sI12x", b"gmon", 1))
        while any(times.values()):
            histogram = [0] * bins
            for name, count in times.items():
                part = min(count, 0xFFFF)
                histogram[(symbols[name][0] - low) // 2] = part
                times[name] -= part
            out.write(struct.pack("<BQQII15sc", 0, low, high, bins, HZ, b"seconds", b"s"))
            out.write(struct.pack("<%dH" % bins, *histogram))
        for caller, callee, count in arcs:
            out.write(struct.pack("<BQQI", 1, symbols[caller][0] + 1, symbols[callee][0], count))


def flat(text):
    """The flat profile, without main's calls."""
    lines = text.split("\f")[0].rstrip("\n").split("\n")
    return [line[:24] + " " * 29 + line[53:] if line.endswith("  main") else line for line in lines]


def entry(text):
    """An entry without its index and main's calls; runs of lines that only differ in their names sorted."""
    lines = []
    for line in text.split("\n"):
        line = re.sub(r" \[\d+\]$", "", line)
        if re.match(r"\[\d+\]", line):
            line = re.sub(r"^\[\d+\] *", "[] ", line)
            if line.endswith(" main"):
                line = re.match(r"\[\]( +[\d.]+){3}", line).group(0) + " main"
        lines.append(line)
    shape = [line[:45] for line in lines]
    return sorted(range(len(lines)), key=lambda k: (first(shape, k), lines[k])), lines


def first(shape, k):
    """Where the run of lines of which K is one begins."""
    while k > 0 and shape[k - 1] == shape[k]:
        k -= 1
    return k


def graph(text):
    """({name: entry}, percentages in their order, the words of the index)."""
    body = text.split("\f")[1].split("name\n", 1)[1]
    cycles = {}

    def rename(found):
        # Cycles are called after what enters them and their members, which their entry has.
        return "<cycle %s" % cycles[found.group(1)]

    for block in body.split(LINE + "\n"):
        whole = re.search(r"<cycle (\d+) as a whole>", block)
        if whole:
            members = re.findall(r"(\S+) <cycle %s> \[" % whole.group(1), block)
            cycles[whole.group(1)] = "+".join(sorted(members))
    entries, percents = {}, []
    for block in body.split(LINE + "\n"):
        own = re.search(r"^\[\d+\] +([\d.]+) .*?(?: +|\+\d+ +)(\S+|<cycle \d+ as a whole>)(?: <cycle \d+>)? \[\d+\]$",
                        block, flags=re.M)
        if not own:
            continue
        percents.append(own.group(1))
        order, lines = entry(block.rstrip("\n"))
        name = re.sub(r"<cycle (\d+)", rename, own.group(2))
        entries[name] = [re.sub(r"<cycle (\d+)", rename, lines[k]) for k in order]
    words = sorted(re.findall(r"\[\d+\] (\S+(?: \d+>)?)", text.split("\f")[2]))
    return entries, percents, [re.sub(r"\d+>", "N>", word) for word in words]


def compare(got, expected):
    """What differs, or None."""
    ours, theirs = flat(got), flat(expected)
    if ours != theirs:
        return "\n".join(difflib.unified_diff(theirs, ours, "gprof", "pathprof", lineterm="", n=0))
    (ours, percents, words), (theirs, their_percents, their_words) = graph(got), graph(expected)
    for name in sorted(set(ours) | set(theirs)):
        if ours.get(name) != theirs.get(name):
            return "\n".join(difflib.unified_diff(theirs.get(name, []), ours.get(name, []), "gprof", "pathprof",
                                                  lineterm="", n=0))
    if percents != their_percents:
        return "order: %s instead of %s" % (percents, their_percents)
    return None if words == their_words else "index: %s instead of %s" % (words, their_words)


def attempt(args, seed):
    """Returns what is wrong, or None; and how many entries were compared."""
    rng = random.Random(seed)
    work = Path(args.work) / str(seed)
    work.mkdir(parents=True, exist_ok=True)
    source, names = generate(rng)
    (work / "prog.c").write_text(source)
    command = [args.cc, "-O0", "-g0", *harness.plugin_flags(args.plugin, ["mode=callgraph"]), "prog.c", "-o", "prog"]
    for step in command, ["./prog"]:
        ran = harness.run(step, 120, cwd=work)
        if ran.status:
            return f"{step[0]}: {ran.describe()}", 0
    symbols = samples.symbols(work / "prog")
    # main has some of its own, so that both list it, and at the same place.
    times = {name: rng.choice([0, 1, rng.randrange(100), rng.randrange(100000)]) + 123457 * (name == "main") for name in names}
    exe = os.path.realpath(work / "prog")
    samples.put(work / "prog.ppda", {(exe, symbols[name][0]): count for name, count in times.items() if count},
                1000000000 // HZ)
    document = harness.json_of([args.pathprof, "callgraph", "--json", "prog"], cwd=work)
    name_of = {function["index"]: function["symbol"] for function in document["functions"]}
    arcs = [(name_of[arc["caller"]], name_of[arc["callee"]], arc["calls"]) for arc in document["arcs"]]
    gmon(work / "gmon.out", symbols, times, arcs)
    got = harness.run([args.pathprof, "callgraph", "-b", "prog"], 60, cwd=work)
    expected = harness.run([args.gprof, "-b", "prog", "gmon.out"], 60, cwd=work)
    if got.status or expected.status:
        return f"{got.describe()}; {expected.describe()}", 0
    (work / "pathprof.txt").write_bytes(got.out)
    (work / "gprof.txt").write_bytes(expected.out)
    wrong = compare(got.out.decode(), expected.out.decode())
    entries = len(graph(got.out.decode())[0])
    if not wrong:
        shutil.rmtree(work)
    return wrong, entries


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    harness.add_arguments(parser)
    parser.add_argument("--count", type=int, default=20, help="programs (20)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--gprof", default=os.environ.get("GPROF", "gprof"))
    args = harness.absolute(parser.parse_args())
    results = harness.Results()
    if not shutil.which(args.gprof):
        results.unsupported("callgraph as gprof", "there is no gprof")
        results.leave()
    entries, bad = 0, 0
    seeds = range(args.seed, args.seed + args.count)
    for seed, (wrong, num) in harness.in_parallel(args.jobs, lambda seed: attempt(args, seed), seeds):
        entries += num
        if wrong:
            bad += 1
            results.fail(f"callgraph as gprof, seed {seed}", wrong)
            print(wrong)
    if not bad:
        results.good("callgraph as gprof")
        results.note(f"    {args.count} programs, {entries} entries")
    results.leave()


if __name__ == "__main__":
    main()

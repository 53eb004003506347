#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Times of paths by their definition: reads the graph and the paths as `pathprof dump` has them, asks addr2line
where samples are, and compares what `pathprof report` makes of them.

    times.py PATHPROF PROGRAM SAMPLES_PY [EARLY...]

puts samples on every instruction of PROGRAM's functions first; with --put that is all.  EARLY are functions that are inlined before their callers
are instrumented, and so a part of them.
"""

import collections
import importlib.util
import json
import os
import subprocess
import sys


def output(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def instructions(program):
    """Addresses of all instructions."""
    lines = output("objdump", "-d", "--no-show-raw-insn", program).splitlines()
    found = [line.split(":")[0].strip() for line in lines if line.startswith("  ") and ":\t" in line]
    return [int(address, 16) for address in found]


def chains(program, addresses):
    """For each address [(function, file, line), ...], innermost first."""
    text = subprocess.run(
        ["addr2line", "-a", "-f", "-i", "-e", program],
        check=True,
        stdout=subprocess.PIPE,
        input="".join(f"{address:#x}\n" for address in addresses),
        text=True,
    ).stdout.splitlines()
    found, i = {}, 0
    while i < len(text):
        assert text[i].startswith("0x"), text[i]
        address, chain, i = int(text[i], 16), [], i + 1
        while i < len(text) and not text[i].startswith("0x"):
            file, line = text[i + 1].split(" (")[0].rsplit(":", 1)
            # Of what was linked with -flto addr2line does not know the file; there is one.
            file = file.replace("<artificial>", "times.c").replace("??", "times.c")
            chain.append((text[i], os.path.basename(file), int(line) if line.isdigit() else 0))
            i += 2
        found[address] = chain
    return found


class Function:
    """One of the dump's.  It ends at the next line of its source that is a brace alone."""

    def __init__(self, it):
        self.it = it
        with open(it["file"], encoding="utf-8") as stream:
            lines = stream.read().splitlines()
        self.last_line = lines.index("}", it["line"]) + 1
        self.at = collections.defaultdict(list)  # line: its vertices
        for vertex in it["vertices"]:
            for file, line in {tuple(line) for line in vertex["lines"]}:
                self.at[os.path.basename(file), line].append(vertex["id"])
        surrogate = {edge["id"] for edge in it["edges"] if edge["kind"] == "surrogate"}
        self.visits = []  # of each path, how often it runs each vertex
        for path in it["paths"]:
            vertices = list(path["vertices"])
            if path["edges"][-1] in surrogate:
                vertices.pop()
            if path["edges"][0] in surrogate:
                vertices.pop(0)
            self.visits.append((path, collections.Counter(vertices)))

    def place(self, file, line):
        """The vertices that code on a line is of; none if it is not known."""
        if (file, line) in self.at:
            return tuple(self.at[file, line])
        own = file == os.path.basename(self.it["file"])
        # From the name of the function to the first line of its body are its parameters.
        body = [at for name, at in self.at if name == os.path.basename(file) and at >= self.it["line"]]
        if own and self.it["line"] <= line < min(body):
            return (self.it["entry"],)
        if own and line == self.last_line:
            return (self.it["exit"],)
        return ()


def main():
    pathprof, program, samples_py = sys.argv[1:4]
    early = set(sys.argv[4:])
    spec = importlib.util.spec_from_file_location("samples", samples_py)
    samples = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(samples)

    addresses = instructions(program)
    counts = {address: 1 + i % 5 for i, address in enumerate(addresses)}
    path = os.path.realpath(program)
    places = {(path, address): count for address, count in counts.items()}
    places["/no/such/library.so", 0x1234] = 77
    samples.put(program + ".ppda", places)
    if early == {"--put"}:
        return

    dump = json.loads(output(pathprof, "dump", "--json", program))
    functions = {f["symbol"]: Function(f) for f in dump["functions"]}
    spots, elsewhere, uncounted, runtime = collections.Counter(), collections.Counter(), 0, 0
    symbols = sorted((address, address + size, name) for name, (address, size) in samples.symbols(program).items())
    for address, chain in chains(program, addresses).items():
        symbol = next((name for a, b, name in symbols if a <= address < b), "")
        if symbol.startswith("__pathprof_"):
            runtime += counts[address]
            continue
        # Between functions addr2line names the one before.
        known = [f for f, _, _ in chain if symbol and f in functions and f not in early]
        if not known:
            uncounted += counts[address]
            continue
        name, (_, file, line) = known[0], chain[0]
        vertices = functions[name].place(file, line)
        if vertices and any(times[v] for _, times in functions[name].visits for v in vertices):
            spots[name, vertices] += counts[address]
        else:
            elsewhere[name] += counts[address]

    wanted = collections.defaultdict(lambda: [0, 0, 0])
    for (name, vertices), count in spots.items():
        each = [p["count"] * sum(times[v] for v in vertices) for p, times in functions[name].visits]
        for (p, _), mine in zip(functions[name].visits, each):
            time = wanted[f"{name}#{p['number']}"]
            time[0] += count * mine / sum(each)
            time[1] += count if mine == sum(each) else 0
            time[2] += count if mine else 0

    bad = []

    def same(what, got, should):
        if abs(got * 1000 - should) > 1e-6 * max(1, should):
            bad.append(f"{what}: {got * 1000:.3f} samples instead of {should:.3f}")

    report = json.loads(output(pathprof, "report", "--json", "--all", "--sort=time", program))
    sums = report["time"]
    same("outside", sums["outside_seconds"], 77)
    same("in the runtime", sums["runtime_seconds"], runtime)
    same("uncounted", sums["uncounted_seconds"], uncounted)
    same("elsewhere", sums["elsewhere_seconds"], sum(elsewhere.values()))
    same("on paths", sums["on_paths_seconds"], sum(spots.values()))
    same("all", sums["seconds"], sum(counts.values()) + 77)
    same("all paths", sum(row["time"]["seconds"] for row in report["paths"]), sum(spots.values()))
    for row in report["paths"]:
        time = wanted[row["path"]]
        same(row["path"], row["time"]["seconds"], time[0])
        same(row["path"] + " at least", row["time"]["least_seconds"], time[1])
        same(row["path"] + " at most", row["time"]["most_seconds"], time[2])
    order = [row["time"]["seconds"] for row in report["paths"]]
    if order != sorted(order, reverse=True):
        bad.append("not by time")
    for row in report["functions"]:
        own = sum(count for (name, _), count in spots.items() if name == row["symbol"])
        same(row["function"], row["time"]["seconds"], own + elsewhere[row["symbol"]])
        same(row["function"] + " elsewhere", row["elsewhere_seconds"], elsewhere[row["symbol"]])
    if len(spots) < 15 or not all(wanted.values()):
        bad.append("the samples are on too few lines for a test")
    print(*(bad or ["right"]), sep="\n")


main()

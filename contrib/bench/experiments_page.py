# SPDX-License-Identifier: GPL-3.0-or-later
"""The tables and plots of doc/measurements/supergraph.md, from what experiments.py has measured."""

import math
import os
import re

import plots

KINDS = (("operand", "operands"), ("result", "results"), ("branch", "branches"))
COVERAGES = (50, 75, 90, 95, 97, 98, 99, 100)
SHARES = (50, 75, 90, 95, 99, 100)
# What is compared: its name, the profile that it is taken from, and its part of that one's report.
LANES = (("inside functions", "context", "inside"), ("piecewise", "piecewise", "across"),
         ("context", "context", "across"))
STEPS = ("partitioned", "redirected", "partitioned", "redirected", "branches")

# Thesis, tables 8 and 9: vertices, seconds of the analysis, percent of operands, results, branches;
# of no lanes, inside functions, piecewise, context.
THESIS = {
    "124.m88ksim": ((11455, 300.8, 25.9, 31.1, 0.8), (14218, 734.2, 27.7, 32.3, 17.5),
                    (15113, 508.4, 28.6, 33.2, 20.0), (24032, 569.5, 28.5, 33.1, 19.7)),
    "129.compress": ((522, 5.2, 20.8, 25.8, 0.0), (696, 10.2, 21.3, 26.2, 2.2),
                     (1014, 9.4, 21.3, 26.9, 9.8), (2610, 14.7, 21.3, 26.9, 9.8)),
    "130.li": ((7240, 29.0, 23.3, 26.5, 0.0), (7940, 35.7, 23.6, 26.8, 2.2),
               (11319, 73.2, 24.1, 27.3, 3.9), (23125, 99.1, 24.1, 27.3, 4.0)),
    "132.ijpeg": ((12192, 488.2, 15.9, 22.7, 0.0), (12955, 504.3, 16.6, 23.3, 1.4),
                 (13768, 526.1, 16.8, 23.6, 4.0), (18087, 628.8, 16.8, 23.6, 4.0)),
    "134.perl": ((27988, 573.9, 23.0, 28.5, 1.3), (29309, 718.6, 24.1, 28.7, 2.8),
                 (30189, 655.2, 24.2, 28.8, 3.0), (33863, 713.8, 24.3, 28.8, 3.3)),
}


def lanes_of(result, mode, name, coverage=99):
    for lanes in result["modes"][mode]["lanes"]:
        if lanes["lanes"] == name and (name == "none" or lanes["coverage"] == coverage):
            return lanes
    raise KeyError(name)


def traced(lanes):
    return lanes["graphs"][0]


def graph(lanes, name):
    return [g for g in lanes["graphs"] if g["graph"] == name][-1]


def growth(after, before):
    return 100 * after / before - 100


def mean_growth(values):
    """The geometric mean of growths in percent."""
    return 100 * math.exp(sum(math.log(1 + v / 100) for v in values) / len(values)) - 100


def known(lanes, kind, of=None):
    return 100 * (of or traced(lanes))["facts"][kind] / max(lanes["all"][kind], 1)


def table(head, rows):
    return "\n".join(["| %s |" % " | ".join(row) for row in
                      (head, ["---"] + ["---:"] * (len(head) - 1), *rows)])


def signed(value):
    return "%+.1f" % value


# ---- Tables.

def paths_table(results):
    head = ["program", "functions", "statements", "executed paths: inside", "piecewise", "context",
            "hot: inside", "piecewise", "context", "they execute, %: inside", "piecewise", "context",
            "all copies of entries: piecewise", "context", "of exits: piecewise", "context"]
    rows = []
    for program, r in results.items():
        three = [lanes_of(r, mode, name) for _, mode, name in LANES]
        base = traced(lanes_of(r, "context", "none"))
        rows.append([program, str(r["modes"]["context"]["procedures"]), str(base["statements"])]
                    + [str(x["paths"]) for x in three] + [str(x["hot_paths"]) for x in three]
                    + ["%.2f" % (100 * x["hot_statements"] / x["executed_statements"]) for x in three]
                    + [str(x["entries"]) for x in three[1:]] + [str(x["exits"]) for x in three[1:]])
    return table(head, rows)


def cost_table(results):
    head = ["program", "lanes", "tracing, ms", "vertices", "growth, %", "statements, growth, %",
            "analysis, ms", "its visits", "more visits, %"]
    rows = []
    for program, r in results.items():
        none = lanes_of(r, "context", "none")
        for name, lanes in [("none", none)] + [(n, lanes_of(r, m, p)) for n, m, p in LANES]:
            g, base = traced(lanes), traced(none)
            rows.append([program, name, "%.1f" % (1000 * g["seconds"]), str(g["vertices"]),
                         signed(growth(g["vertices"], base["vertices"])),
                         signed(growth(g["statements"], base["statements"])),
                         "%.0f" % (1000 * lanes["seconds"]), str(lanes["steps"]),
                         signed(growth(lanes["steps"], none["steps"]))])
    return table(head, rows)


def fact_table(results):
    head = ["program", "lanes"] + ["% " + what for _, what in KINDS] + ["times: " + w for _, w in KINDS]
    rows = []
    for program, r in results.items():
        none = lanes_of(r, "context", "none")
        for name, lanes in [("none", none)] + [(n, lanes_of(r, m, p)) for n, m, p in LANES]:
            rows.append([program, name] + ["%.2f" % known(lanes, kind) for kind, _ in KINDS]
                        + [str(traced(lanes)["facts"][kind]) for kind, _ in KINDS])
    return table(head, rows)


def thesis_table():
    head = ["thesis", "lanes", "vertices", "growth, %", "analysis, % longer", "% operands",
            "% results", "% branches"]
    rows = []
    for program, four in THESIS.items():
        for name, row in zip(("none", *(n for n, _, _ in LANES)), four):
            rows.append([program, name, str(row[0]), signed(growth(row[0], four[0][0])),
                         signed(growth(row[1], four[0][1])), *("%.1f" % v for v in row[2:])])
    return table(head, rows)


def partition_table(results):
    head = ["program"] + ["%s: %s" % (name, what) for name, _, _ in LANES
                          for what in ("traced, %", "partitioned, %", "% branches")]
    rows, all_growths = [], [[] for _ in range(2 * len(LANES))]
    for program, r in results.items():
        base = traced(lanes_of(r, "context", "none"))["vertices"]
        row = [program]
        for k, (_, mode, name) in enumerate(LANES):
            lanes = lanes_of(r, mode, name)
            kept = graph(lanes, "kept: 100")
            both = [growth(traced(lanes)["vertices"], base), growth(kept["vertices"], base)]
            all_growths[2 * k].append(both[0])
            all_growths[2 * k + 1].append(both[1])
            row += [signed(both[0]), signed(both[1]), "%.2f" % known(lanes, "branch", kept)]
        rows.append(row)
    means = [signed(mean_growth(v)) for v in all_growths]
    rows.append(["geometric mean"] + [w for k in range(len(LANES)) for w in (*means[2 * k:2 * k + 2], "")])
    rows.append(["thesis (figure 81)", "+15", "+3", "", "+37", "+12", "", "+126", "+32", ""])
    return table(head, rows)


def successive(lanes, free):
    """The graphs of partitioning and redirection in turn, the traced one first."""
    found = [traced(lanes)]
    for g in lanes["graphs"]:
        name = g["graph"]
        if name.startswith("free: ") == free and name.replace("free: ", "") in STEPS:
            found.append(g)
    return found


def successive_growths(results, free):
    """By lanes and program: growth of the vertices after each step."""
    return {label: {program: [growth(g["vertices"], traced(lanes_of(r, "context", "none"))["vertices"])
                              for g in successive(lanes_of(r, mode, name), free)]
                    for program, r in results.items()} for label, mode, name in LANES}


def successive_table(results, free):
    head = ["lanes", "program", "traced, %", *(s + ", %" for s in STEPS)]
    rows = []
    for label, programs in successive_growths(results, free).items():
        rows += [[label, program, *map(signed, row)] for program, row in programs.items()]
        rows.append([label, "geometric mean"]
                    + [signed(mean_growth(column)) for column in zip(*programs.values())])
    return table(head, rows)


def time_table(results, free):
    head = ["program", "lanes", "1st partition, ms", "2nd", "1st redirection, ms", "2nd"]
    rows = []
    for program, r in results.items():
        for label, mode, name in LANES:
            at = [1000 * g["seconds"] for g in successive(lanes_of(r, mode, name), free)]
            rows.append([program, label] + ["%.1f" % at[i] for i in (1, 3, 2, 4)])
    return table(head, rows)


def run_table(results):
    names = [n for r in results.values() for n in r.get("runs", {})]
    names = list(dict.fromkeys(names))
    head = ["program", "`lanes=off`, millions"] + [n for n in names if n != "off"] \
        + [".text, %: " + n for n in names if n != "off"]
    rows, ratios = [], {n: [] for n in names}
    for program, r in results.items():
        if "runs" not in r:
            continue
        off = r["runs"]["off"]
        row, sizes = [program, "%.1f" % (off["instructions"] / 1e6)], []
        for n in names[1:]:
            ratios[n].append(r["runs"][n]["instructions"] / off["instructions"])
            row.append("%.3f" % ratios[n][-1])
            sizes.append(signed(growth(r["runs"][n]["text"], off["text"])))
        rows.append(row + sizes)
    if rows:
        rows.append(["geometric mean", ""] + [
            "%.3f" % math.exp(sum(map(math.log, ratios[n])) / len(rows)) for n in names[1:]]
            + [""] * (len(names) - 1))
    return table(head, rows)


# ---- Plots.

def over_coverage(results, value):
    """A panel for each kind of lanes, a line for each program."""
    return [(label, {program: [value(lanes_of(r, mode, name, c), lanes_of(r, mode, "none"))
                               for c in COVERAGES] for program, r in results.items()})
            for label, mode, name in LANES]


def plot_coverage(results, place):
    plots.lines(os.path.join(place, "supergraph-43.svg"),
                "Figure 43: more vertices, by coverage (%)", COVERAGES, over_coverage(
                    results, lambda x, none: growth(traced(x)["vertices"], traced(none)["vertices"])), "%")
    plots.lines(os.path.join(place, "supergraph-44.svg"),
                "Figure 44: more visits of the range analysis, by coverage (%)", COVERAGES,
                over_coverage(results, lambda x, none: growth(x["steps"], none["steps"])), "%")
    for number, (kind, what) in zip((45, 46, 47), KINDS):
        plots.lines(os.path.join(place, "supergraph-%d.svg" % number),
                    "Figure %d: more constant %s, by coverage (%%)" % (number, what)
                    if kind != "branch" else "Figure 47: more decided branches, by coverage (%)",
                    COVERAGES, over_coverage(results, lambda x, none, k=kind:
                                             max(0, known(x, k) - known(none, k))), "%")


def plot_99(results, place):
    programs, labels = list(results), [label for label, _, _ in LANES]

    def rows(value):
        return [[value(lanes_of(r, m, n), lanes_of(r, m, "none")) for _, m, n in LANES]
                for r in results.values()]
    plots.bars(os.path.join(place, "supergraph-48.svg"), "Figure 48: more vertices, coverage 99 %",
               programs, labels,
               rows(lambda x, none: growth(traced(x)["vertices"], traced(none)["vertices"])), "%")
    plots.bars(os.path.join(place, "supergraph-49.svg"),
               "Figure 49: decided branches, coverage 99 %", programs, ["none", *labels],
               [[known(lanes_of(r, "context", "none"), "branch")] + row for r, row in zip(
                   results.values(), rows(lambda x, none: known(x, "branch")))], "%")
    plots.bars(os.path.join(place, "supergraph-81.svg"),
               "Figure 81: more vertices after partitioning that keeps decided branches", programs,
               labels, rows(lambda x, none: growth(graph(x, "kept: 100")["vertices"],
                                                   traced(none)["vertices"])), "%")


def plot_reductions(results, place):
    plots.lines(os.path.join(place, "supergraph-82.svg"),
                "Figure 82: more vertices after partitioning, by share of decided branches kept (%)",
                SHARES,
                [(label, {p: [growth(graph(lanes_of(r, m, n), "kept: %d" % s)["vertices"],
                                     traced(lanes_of(r, m, "none"))["vertices"]) for s in SHARES]
                          for p, r in results.items()}) for label, m, n in LANES], "%")
    for number, free in ((83, False), (84, True)):
        plots.lines(os.path.join(place, "supergraph-%d.svg" % number),
                    "Figure %d: more vertices after partition (P), redirection (R), ..., branches alone (B)%s" % (
                        number, "; profile not told" if free else ""),
                    ("all", "P", "R", "P", "R", "B"),
                    list(successive_growths(results, free).items()), "%")
    strategies = ("kept: 100", "branches", "free: branches")
    plots.bars(os.path.join(place, "supergraph-85.svg"),
               "Figure 85: three strategies that keep decided branches, geometric mean",
               [label for label, _, _ in LANES],
               ["partitioning", "and redirection", "profile not told"],
               [[mean_growth([growth(graph(lanes_of(r, m, n), s)["vertices"],
                                     traced(lanes_of(r, m, "none"))["vertices"])
                              for r in results.values()]) for s in strategies]
                for _, m, n in LANES], "%")


# ---- The page.

def write(path, results):
    parts = {"paths": paths_table(results), "costs": cost_table(results),
             "facts": fact_table(results), "thesis": thesis_table(),
             "partition": partition_table(results), "told": successive_table(results, False),
             "free": successive_table(results, True), "times-told": time_table(results, False),
             "times-free": time_table(results, True), "runs": run_table(results)}
    with open(path, encoding="utf-8") as stream:
        page = stream.read()
    for name, text in parts.items():
        page, found = re.subn(r"(<!-- begin %s -->\n).*?(<!-- end %s -->)" % (name, name),
                              lambda m, t=text: m[1] + "\n" + t + "\n\n" + m[2], page, flags=re.S)
        if found != 1:
            raise OSError("%s: no place for the table '%s'" % (path, name))
    with open(path, "w", encoding="utf-8") as out:
        out.write(page)
    place = os.path.dirname(path)
    plot_coverage(results, place)
    plot_99(results, place)
    plot_reductions(results, place)

# SPDX-License-Identifier: GPL-3.0-or-later
"""What `coverage --by-call` says of a program against its like in which each call calls a copy of the function.

by-call.py PATHPROF SOURCE COPIES ONE: f_1, f_2, ... are called where SOURCE, behind its #endif, says so, f_0 from elsewhere;
in ONE they are all f.  Prints what differs, then of each function how many ways in, and how many turns are missing there."""

import json
import re
import subprocess
import sys

PATHPROF, SOURCE, COPIES, ONE = sys.argv[1:]


def ask(*words):
    return json.loads(subprocess.run([PATHPROF, *words, "--all", "--json"], stdout=subprocess.PIPE, check=True).stdout)


def ends(route):
    """What a path's turns are made of: where it begins, and its outcomes."""
    start = route[0]
    begin = "%s %s" % (start["outcome"], start["line"]) if start["outcome"] else "the entry"
    return [begin] + ["%s(%s)" % (step["line"], step["outcome"]) for step in route[1:-1] if step["outcome"] in ("true", "false")]


def short(text):
    """An end as coverage writes it, without the file."""
    words = text.split(" ")
    return " ".join(words[:-1] + [words[-1].split(":", 1)[-1]]) if text != "the entry" else text


def main():
    text = open(SOURCE).read().split("#endif\n", 1)
    lines = {name: n for n, line in enumerate(text[1].split("\n"), text[0].count("\n") + 2)
             for name in re.findall(r"\b(\w+_[1-9])\(", line)}
    copies, one = ask("coverage", COPIES), ask("coverage", "--by-call", ONE)
    alone = {f["function"]: f for f in copies["functions"]}
    turns = {name: {} for name in alone}  # of each copy, how often
    counts = {name: {} for name in alone}  # of outcomes
    entered = {name: 0 for name in alone}
    for path in ask("report", COPIES)["paths"]:
        name = path["path"].split("#")[0]
        way = ends(path["route"])
        entered[name] += path["count"] * (way[0] == "the entry")
        for end in set(way):
            counts[name][end] = counts[name].get(end, 0) + path["count"]
        for pair in zip(way, way[1:]):
            turns[name][pair] = turns[name].get(pair, 0) + path["count"]
    said = []
    for f in one["by_call"]:
        like = [n for n in alone if n.rsplit("_", 1)[0] == f["function"]]
        missing = 0
        for call in f["calls"]:
            line = call["from"] and call["from"]["line"]
            names = [n for n in like if lines.get(n) == line]
            if not names:
                continue
            own = names[0]
            want = [entered[own], alone[own]["executed_paths"], alone[own]["turns"]]
            if [call["count"], call["executed_paths"], call["turns"]] != want:
                print(own, "expected", want, "got", call)
            others = [n for n in like if n != own]
            want = {pair: (counts[own][pair[0]], counts[own].get(pair[1], 0), sum(pair in turns[n] for n in others))
                    for n in others for pair in turns[n] if pair not in turns[own] and pair[0] in counts[own]}
            got = {(short(m["first"]), short(m["second"])): (m["first_count"], m["second_count"], m["others"])
                   for m in one["missing_by_call"]
                   if m["function"] == f["function"] and (m["from"] and m["from"]["line"]) == line}
            if got != want:
                print(own, "missing: expected", want, "got", got)
            missing += len(got)
        said += [f["function"], len(f["calls"]), missing]
    print(*said)


main()

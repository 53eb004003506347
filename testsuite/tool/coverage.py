# SPDX-License-Identifier: GPL-3.0-or-later
"""`pathprof coverage` against all potential paths of a small program, one after the other.

coverage.py PATHPROF PROGRAM: prints what differs, then how many functions, turns and missing paths were compared.
Outcomes are told apart by line and column here, so no line of PROGRAM may have two branches alike."""

import json
import subprocess
import sys

PATHPROF, PROGRAM = sys.argv[1:]


def ask(*words):
    return json.loads(subprocess.run([PATHPROF, *words, "--json", PROGRAM], stdout=subprocess.PIPE, check=True).stdout)


def ends(route):
    """What a path's turns are made of: where it begins, and its outcomes."""
    start = route[0]
    begin = "%s %s" % (start["outcome"], start["line"]) if start["outcome"] else "the entry"
    return [begin] + ["%s(%s%s)" % (step["line"], step["outcome"], ":%d" % step["target"] if "target" in step else "")
                      for step in route[1:-1] if step["outcome"] in ("true", "false", "case")]


def short(text):
    """An end as coverage writes it, without the file."""
    words = text.split(" ")
    return " ".join(words[:-1] + [words[-1].split(":", 1)[-1]]) if text != "the entry" else text


def main():
    coverage = ask("coverage", "--all")
    ruled_out = ask("coverage", "--all", "--impossible")["impossible"]
    executed = {path["path"] for path in ask("report", "--all")["paths"]}
    functions = turns = 0
    for it in coverage["functions"]:
        all_turns, own_turns, outcomes, own_outcomes, taken, possible = set(), set(), set(), set(), 0, 0
        impossible = {(short(t["first"]), short(t["second"])) for t in ruled_out if t["function"] == it["function"]}
        for number in range(int(it["potential_paths"])):
            name = "%s#%d" % (it["function"], number)
            route = ends(ask("show", name)["route"])
            pairs = set(zip(route, route[1:]))
            all_turns |= pairs
            if not pairs & impossible:
                possible += 1
                outcomes |= set(route[1:])
            if name in executed:
                taken += 1
                own_turns |= pairs
                own_outcomes |= set(route[1:])
        if impossible - all_turns or impossible & own_turns:
            print(it["function"], "impossible", impossible - all_turns, impossible & own_turns)
        want = [taken, int(it["potential_paths"]) - possible, len(impossible), len(own_turns), len(all_turns - impossible),
                len(own_outcomes), len(outcomes)]
        got = [it["executed_paths"], it["impossible"]["paths"], it["impossible"]["turns"], it["turns"]["executed"], it["turns"]["all"], it["outcomes"]["executed"], it["outcomes"]["all"]]
        if want != got:
            print(it["function"], "expected", want, "got", got)
        missing = {(m["first"], m["second"]) for m in coverage["missing"] if m["function"] == it["function"]}
        wanted = {pair for pair in all_turns - impossible - own_turns if pair[0] in own_outcomes or any(p[0] == pair[0] for p in own_turns)}
        if {(short(a), short(b)) for a, b in missing} != wanted:
            print(it["function"], "missing", missing, "expected", wanted)
        functions += 1
        turns += len(all_turns - impossible)
    for m in coverage["missing"]:
        route = ends(ask("show", m["path"])["route"])
        if m["path"] in executed or (short(m["first"]), short(m["second"])) not in set(zip(route, route[1:])):
            print("path", m, route)
    print("compared", functions, turns, len(coverage["missing"]), len(ruled_out))


main()

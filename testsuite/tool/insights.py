# SPDX-License-Identifier: GPL-3.0-or-later
"""Insights against the paths that they are made from.

insights.py kinds INSIGHTS.json             the kinds, functions and lines, a row each
insights.py counts INSIGHTS.json REPORT.json
    The counts of what is told of branches of one function, against all executed paths of `report --all --json`: of each
    row how often its outcome came behind its cause on one path, and behind another outcome there.  Prints rows that
    differ, then how many were compared."""

import json
import re
import sys


def steps(path):
    """The branches on a path: [(line and column, outcome)]."""
    return [("%s:%s" % (s["line"], s.get("column", "")), s["outcome"], s.get("target"))
            for s in path["route"][1:-1] if s["outcome"] in ("true", "false", "case")]


def parse(text):
    """ "12(true)" or "a.c:12:3(case:9)" as in steps."""
    place, outcome, target = re.fullmatch(r"(.*)\((\w+)(?::(\d+))?\)", text).groups()
    line, column = re.fullmatch(r"(?:.*[^\d:]:)?(\d+)(?::(\d+))?", place).groups()
    return "%s:%s" % (line, column or ""), outcome, int(target) if target else None


def counted(paths, cause, effect):
    """How often the branch of EFFECT, behind CAUSE, came out as EFFECT, of how often; and without CAUSE before it."""
    holds, of, rest_holds, rest_of = 0, 0, 0, 0
    for path in paths:
        known = {}
        for place, outcome, target in steps(path):
            if place == effect[0]:
                right = (outcome, target) == effect[1:]
                if known.get(cause[0]) == cause[1:]:
                    of += path["count"]
                    holds += right * path["count"]
                elif cause[0] in known:
                    rest_of += path["count"]
                    rest_holds += right * path["count"]
            known[place] = (outcome, target)
    return [holds, of, rest_holds, rest_of]


def main():
    with open(sys.argv[2], encoding="utf-8") as file:
        insights = json.load(file)["insights"]
    if sys.argv[1] == "kinds":
        for it in insights:
            print(it["kind"], it["function"], it["line"])
        return
    with open(sys.argv[3], encoding="utf-8") as file:
        report = json.load(file)["paths"]
    compared = 0
    for it in insights:
        if it["kind"] not in ("decides", "alternates"):
            continue
        paths = [path for path in report if path["function"] == it["function"]]
        for row in it["told"]:
            cause, effect = re.fullmatch(r"(\S+): (\S+) in .*", row["text"]).groups()
            found = counted(paths, parse(cause), parse(effect))
            wanted = [row[key] for key in ("holds", "of", "rest_holds", "rest_of")]
            if found != wanted:
                print(it["function"], row["text"], "found", found)
            compared += 1
    print("compared", compared)


main()

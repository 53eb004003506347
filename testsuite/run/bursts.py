#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What bursts=on estimates, beside what is true.

  bursts.py counts PATHPROF PROGRAM            its paths and their counts, "+-" behind one that is not exact
  bursts.py within PATHPROF PROGRAM W:L SEEDS [FUNCTION...]
      runs it with each of SEEDS seeds, W:L in PATHPROF_BURSTS, and with PATHPROF_BURSTS=1.  Of the paths (of the
      FUNCTIONs) that run often enough to be seen, 95 in 100 true counts should be within the bounds; prints "good",
      or what is wrong: fewer than 88 in 100 are, or a path's mean over all seeds is more than four of its own
      standard errors away.
  bursts.py flow PATHPROF PROGRAM W:L SEEDS    of its functions without loops that ask: does control leave each vertex
      as often as it comes there?
  bursts.py error PATHPROF PROGRAM             the greatest count's standard error, as a share of the count
"""

import json
import os
import subprocess
import sys


def paths(pathprof, program):
    """By name: (count, standard error)."""
    done = subprocess.run([pathprof, "report", "--json", "--all", program], check=True, capture_output=True, text=True)
    return {row["path"]: (row["count"], row.get("count_error", 0)) for row in json.loads(done.stdout)["paths"]}


def run(pathprof, program, wish):
    if os.path.exists(program + ".ppda"):
        os.unlink(program + ".ppda")
    subprocess.run(["./" + program], check=True, stdout=subprocess.DEVNULL, env=dict(os.environ, PATHPROF_BURSTS=wish))
    return paths(pathprof, program)


def within(pathprof, program, wish, seeds, *functions):
    weight, length = map(int, wish.split(":"))
    true = {name: count for name, (count, _) in run(pathprof, program, "1").items()
            if count >= 20 * weight * length and (not functions or name.split("#")[0] in functions)}
    runs = [run(pathprof, program, "%s:%d" % (wish, seed)) for seed in range(1, seeds + 1)]
    inside, wrong = 0, []
    for name, count in true.items():
        got = [estimates.get(name, (0, 0)) for estimates in runs]
        inside += sum(abs(estimate - count) <= 1.96 * error for estimate, error in got)
        mean = sum(estimate for estimate, _ in got) / seeds
        error = (sum(error * error for _, error in got)) ** 0.5 / seeds
        if abs(mean - count) > 4 * error:
            wrong.append("%s: %d, mean %.0f +- %.0f" % (name, count, mean, error))
    if not true or inside < 0.88 * len(true) * seeds:
        wrong.append("%d of %d within the bounds" % (inside, len(true) * seeds))
    return wrong


def flow(pathprof, program, wish, seeds):
    wrong = []
    for seed in range(1, seeds + 1):
        run(pathprof, program, "%s:%d" % (wish, seed))
        done = subprocess.run([pathprof, "edges", "--json", program], check=True, capture_output=True, text=True)
        functions = [it for it in json.loads(done.stdout)["functions"] if it["name"] in ("step", "pick")]
        for it in functions:
            into, out = {}, {}
            for edge in it["edges"]:
                out[edge["from"]] = out.get(edge["from"], 0) + edge["count"]
                into[edge["to"]] = into.get(edge["to"], 0) + edge["count"]
            wrong += ["%s %d" % (it["name"], v) for v in into if v in out and into[v] != out[v]]
            wrong += [] if any(into.values()) else [it["name"] + " has no counts"]
    return wrong if functions else ["no such functions"]


def main():
    what, pathprof, program = sys.argv[1:4]
    if what == "counts":
        for name, (count, error) in sorted(paths(pathprof, program).items()):
            print(name, count, "+-" if error >= 0.5 else "")
    elif what == "error":
        count, error = max(paths(pathprof, program).values())
        print(error / count)
    else:
        check = within if what == "within" else flow
        print("; ".join(check(pathprof, program, sys.argv[4], int(sys.argv[5]), *sys.argv[6:])) or "good")


main()

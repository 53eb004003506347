# SPDX-License-Identifier: GPL-3.0-or-later
"""What `coverage` says of a program whose paths are known in parts, against its like in mode path.

coverage-bounds.py PATH PARTS, both of coverage --all --json: prints what is said to be certain and is not so, or missing and was
executed; else in how many functions all is certain."""

import json
import sys

PATH, PARTS = (json.load(open(name)) for name in sys.argv[1:])


def functions(of):
    return {(f["function"], f["file"], f["line"]): f for f in of["functions"]}


def missing(of):
    return {(m["function"], m["first"], m["second"]): (m["first_count"], m["second_count"]) for m in of["missing"]}


def main():
    whole, parts = functions(PATH), functions(PARTS)
    if set(whole) != set(parts) or PATH["all"]["called"] != PARTS["all"]["called"]:
        print("other functions", set(whole) ^ set(parts))
    certain = 0
    for key, f in parts.items():
        real = whole[key]
        for same in "outcomes", "potential_paths", "impossible":
            if f[same] != real[same]:
                print(key, same, real[same], f[same])
        turns, took = f["turns"]["executed"], real["turns"]["executed"]
        if f["turns"]["all"] != real["turns"]["all"] or not turns <= took <= turns + f["unknown"]["turns"]:
            print(key, "turns", real["turns"], f["turns"], f["unknown"])
        if not f["executed_paths"] <= real["executed_paths"] <= f["executed_paths"] + f["unknown"]["paths"]:
            print(key, "paths", real["executed_paths"], f["executed_paths"], f["unknown"])
        certain += not f["unknown"]["turns"] and not f["unknown"]["paths"]
    for turn, counts in missing(PARTS).items():
        if missing(PATH).get(turn) != counts:
            print("missing", turn, counts, missing(PATH).get(turn))
    print("certain: %d of %d" % (certain, len(parts)))


main()

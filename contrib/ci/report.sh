#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What the recipes beside this file run: a path report of a program.
#
#     report.sh PROGRAM OUTPUT-DIRECTORY [DATA]
#
# after PROGRAM was built with the plugin and run.  Leaves paths.txt (the paths that make 90 % of the
# execution), paths.json, stats.txt and lines.info (for lcov) in OUTPUT-DIRECTORY.
set -eu
if [ $# -lt 2 ]; then
    echo "usage: $0 PROGRAM OUTPUT-DIRECTORY [DATA]" >&2
    exit 2
fi
program=$1 out=$2
shift 2
pathprof=${PATHPROF:-pathprof}
mkdir -p "$out"
"$pathprof" report --coverage 90 "$program" "$@" >"$out/paths.txt"
"$pathprof" report --all --json "$program" "$@" >"$out/paths.json"
"$pathprof" stats "$program" "$@" >"$out/stats.txt"
"$pathprof" lines --lcov "$out/lines.info" "$program" "$@"
head -n 20 "$out/paths.txt"

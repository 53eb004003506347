#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# setjmp-registers.c at each level: what paths are counted with lies in registers then, and lines are those of mode edge,
# whose counters need none.
. "$SRCDIR/testsuite/lib/script.sh"

lines() { # OPTION... -> what `lines' says of the program compiled with them
    rm -f prog.ppda
    $CC -w "$@" "$SRCDIR/testsuite/run/setjmp-registers.c" -o prog && ./prog >said && "$PATHPROF" lines --lcov=- prog |
        grep '^DA:'
}

for level in 0 1 2 3; do
    lines -O$level $(plugin_flags mode=edge) >edge
    same "-O$level: there are lines" yes "$([ "$(grep -c . edge)" -gt 40 ] && echo yes)"
    for options in mode=path "mode=path array-limit=0" mode=kpath "mode=kpath k=3" mode=path-context mode=context mode=piecewise; do
        for link in "" -flto; do
            lines -O$level $link $(plugin_flags $options pending=on) >paths
            same "-O$level $link $options" "$(cat edge)" "$(cat paths)"
        done
    done
done

# SPDX-License-Identifier: GPL-3.0-or-later
# Functions of which each unit that includes a header has a copy, and the program one: they are one function.
. "$SRCDIR/testsuite/lib/script.sh"

mkdir -p src
cat >src/both.h <<'END'
#pragma once
inline int sel(int x) { if (x > 2) return 1; return 2; }
struct Q { int v; int k(int x) const { return x ? v : 0; } };
template <class T> T twice(T x) { return x > 9 ? x : x + x; }
static inline int own(int x) { return x > 5 ? x : 7; }
int g(int);
END
cat >src/g.cc <<'END'
#include "both.h"
int g(int x) { return sel(x) + Q{3}.k(x) + twice(x) + own(x); }
END
cat >main.cc <<'END'
#include "src/both.h"
int main(int argc, char **argv)
{
    return (argc > 1 ? g(argc == 2 ? 3 : 1) : 4) + sel(1) + Q{2}.k(0) + twice(30) + own(argc) == 0;
}
END
compile() { # NAME OPTION...: of all units, the second by its absolute name, as CMake gives it
    local name=$1
    shift
    rm -f "$name.ppda"
    $CXX "$@" main.cc "$PWD/src/g.cc" -o "$name"
}
row() { # PATTERN: executed, potential paths of the function whose name is so
    sed -n "s/^ *[0-9.]* *\([0-9]*\) *\([0-9]*\) .*  $1\$/\1 \2/p"
}

# What the linker has dropped is no function, and one that it has kept needs no unit in its name.
compile prog -O0 $(plugin_flags) && ./prog more || exit 1
"$PATHPROF" coverage -a prog >out
same "coverage: functions" "7 of 7 functions called" "$(sed -n '1s/.*; //p' out)"
for name in 'sel(int)' 'Q::k(int) const' 'int twice<int>(int)'; do
    same "coverage: $name" "2 2" "$(row "$name" <out)"
done
same "coverage: static functions are several" "1 2 1 2" "$(echo $(row 'own(int)@main.cc' <out) $(row 'own(int)@g.cc' <out))"
same "coverage: outcomes" "10 of 14" "$(sed -n 's/^  outcomes.*  \([0-9]* of [0-9]*\)$/\1/p' out)"
check "coverage: enough" "$PATHPROF" coverage --fail-under=71 prog
same "coverage: more than that is not" 3 "$("$PATHPROF" coverage --fail-under=72 prog >/dev/null 2>&1; echo $?)"
same "coverage: by file" "5 of 5" "$("$PATHPROF" coverage --by-file -a prog | sed -n 's/.* src\/both\.h: //p')"
same "coverage: prime paths" "14" "$("$PATHPROF" coverage --prime-paths prog | sed -n '1s/.*; of \([0-9]*\) prime paths.*/\1/p')"
same "stats" "7 7" "$("$PATHPROF" stats prog | sed -n 's/^  functions \(called\)\{0,1\} *\([0-9]*\)$/\2/p' | xargs)"
same "show, by the name alone" 'sel(int)#0: taken 1 time, 3 statements each' "$("$PATHPROF" show 'sel(int)#0' prog | head -1)"
# How many statements a conditional that is returned becomes is the compiler's: GCC 15 has one less.
for place in g.cc src/g.cc; do
    same "show, by as much of the unit: $place" 'own(int)@g.cc#1: taken 1 time' \
        "$("$PATHPROF" show "own(int)@$place#1" prog | sed -n '1s/, [0-9]* statements each$//p')"
done
same "show: not by half a name" "pathprof: no function 'own(int)@.cc' in the notes; 'pathprof edges' lists them" \
    "$("$PATHPROF" show 'own(int)@.cc#0' prog 2>&1)"

# Copies that were inlined both run: what they did together was executed, and in each it is a test's.
compile both -O2 -fno-early-inlining $(plugin_flags) && PATHPROF_FILE=less.ppda ./both && PATHPROF_FILE=more.ppda ./both more &&
    PATHPROF_FILE=both.ppda ./both && ./both more || exit 1
same "both copies ran" "_Z3seli _Z3seli" "$("$PATHPROF" dump --json both | python3 -c '
import json, sys
print(*[f["symbol"] for f in json.load(sys.stdin)["functions"] if f["symbol"] == "_Z3seli" and f["vertices"][0]["count"]])')"
same "both copies ran: report" "sel(int)@g.cc sel(int)@main.cc" \
    "$("$PATHPROF" report -a both 2>/dev/null | sed -n 's/.* \(sel.*\)#[0-9]*$/\1/p' | sort -u | xargs)"
for what in "less.ppda 1 2" "more.ppda 2 2" "both.ppda 2 2" "less.ppda more.ppda 2 2"; do
    data=${what% ? ?}
    same "both copies ran: coverage of $data" "${what#"$data "}" "$("$PATHPROF" coverage -a both $data | row 'sel(int)[@a-z.]*')"
done
same "both copies ran: functions" "5 of 7, 7 of 7" \
    "$("$PATHPROF" coverage both less.ppda | sed -n '1s/.*; \(.*\) functions.*/\1/p'), $("$PATHPROF" coverage both less.ppda more.ppda | sed -n '1s/.*; \(.*\) functions.*/\1/p')"
same "both copies ran: production" "Q::k(int) const g(int) int twice<int>(int) main own(int)@g.cc sel(int)" \
    "$("$PATHPROF" coverage -a --production=more.ppda both less.ppda | sed -n 's/^ .*  \([^ ].*\)#[0-9]*:.*/\1/p' | LC_ALL=C sort -u | xargs)"
PATHPROF_FILE=other.ppda ./both one two || exit 1
same "both copies ran: production, but for what another copy's test did" "Q::k(int) const g(int) int twice<int>(int) main own(int)@g.cc" \
    "$("$PATHPROF" coverage -a --production=other.ppda both less.ppda | sed -n 's/^ .*  \([^ ].*\)#[0-9]*:.*/\1/p' | LC_ALL=C sort -u | xargs)"

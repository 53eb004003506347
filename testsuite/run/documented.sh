# SPDX-License-Identifier: GPL-3.0-or-later
# The worked example of modes context and piecewise in doc/modes/modes.md (thesis, figure 8), taken from that
# page: its program, its tables and the numbers in its text.
. "$SRCDIR/testsuite/lib/script.sh"

example squares.c
# Without `static` anybody may call it; with `power` first, its paths come first.
sed 's/^static //' squares.c >extern.c
{ sed -n '/^static.*)$/,$p' squares.c; sed '/^static.*;$/d; /^static.*)$/,$d' squares.c; } >swapped.c

# counts: "number:count" of each executed path, and how many there may be.
counts() {
    "$PATHPROF" dump --json prog | python3 -c '
import json, sys
unit, = json.load(sys.stdin)["units"]
taken = sorted((int(p["number"]), int(p["count"])) for p in unit["paths"])
print(*["%d:%d" % pair for pair in taken], "of", unit["num_paths"])'
}
for mode in context piecewise; do
    for flag in "" -flto -fwhole-program; do
        build $mode squares.c -O0 $flag || { fail "$mode${flag:+ $flag}" "it does not run"; continue; }
        same "$mode${flag:+ $flag}: the table" "$(printed $mode)" "$(counts)"
    done
    build $mode extern.c -O0
    same "$mode, not static: paths more" "$([ $mode = context ] && echo 40 || echo 24)" "$(counts | sed 's/.* //')"
    for flag in -flto -fwhole-program; do
        build $mode extern.c -O0 $flag
        same "$mode, not static, $flag: the table" "$(printed $mode)" "$(counts)"
    done
done
build piecewise swapped.c -O0
same "piecewise, power first" "6:1 8:15 9:3 11:6 12:6 13:9 17:3 19:5 20:1 of 21" "$(counts)"
for case in "context 30 19" "piecewise 20 15"; do
    set -- $case
    build $1 squares.c -O0 -- max-paths=$2
    same "$1, max-paths=$2" "$3" "$(counts | sed 's/.* //')"
done

# labels FUNCTION...: psi of its Entry, and what its surrogates and its return edges have for rho.
labels() {
    "$PATHPROF" dump prog | awk -v name="$1" '
        /^function/ { on = $2 == name }
        on && / entry / { for (i = 1; i <= NF; i++) if ($i ~ /^psi=/) printf "%s ", $i; entry = $1; sub(/:/, "", entry) }
        on && / (surrogate|return) / { if ($2 == entry || /return/) for (i = 1; i <= NF; i++) if ($i ~ /^rho=/) printf "%s ", $i }
        END { print "" }'
}
build context squares.c -O0
same "context: labels of main" "psi=<2,34> rho=<1,17> " "$(labels main)"
same "context: labels of power" "psi=<2,2> rho=<1,1> rho=0 rho=0 " "$(labels power)"
build piecewise squares.c -O0
same "piecewise: labels of main" "psi=<1,7> rho=0 " "$(labels main)"
same "piecewise: labels of power" "psi=<1,1> rho=0 rho=0 rho=3 " "$(labels power)"
same "piecewise: numUnbalRLPaths" "1 4" \
    "$("$PATHPROF" dump --json prog | python3 -c 'import json, sys; print(*[f["unbalanced"] for f in json.load(sys.stdin)["functions"]])')"
build path squares.c -O0
same "path: the calls in main" "3:1 5:3 6:6 7:3 8:5 9:1" \
    "$("$PATHPROF" dump --json prog | python3 -c '
import json, sys
main, = [f for f in json.load(sys.stdin)["functions"] if f["name"] == "main"]
print(*sorted("%s:%s" % (p["number"], p["count"]) for p in main["paths"]))')"

# SPDX-License-Identifier: GPL-3.0-or-later
# In modes that cross calls the likeliest way out of a block is numbered first; of two that are equal to GCC, the false
# one, or where it has not guessed, at -O0, the first of its own order.  Elsewhere that order stays.
. "$SRCDIR/testsuite/lib/script.sh"

cat >prog.c <<'SOURCE'
#include <stdlib.h>
int flags, sum;
__attribute__((noipa)) void fail(int n) { if (n > 100) exit(1); }
__attribute__((noinline)) static void step(int n)
{
    if (flags & 1)
        sum += n;
    if (n == 77)
        sum--;
    if (n < 0)
        fail(n);
    for (int i = 0; i < n; i++)
        sum ^= i;
}
int main(int argc, char **argv)
{
    flags = argc;
    for (int i = 0; i < 50; i++)
        step(i);
    return 0;
}
SOURCE
# marked: branches whose likelier way is numbered first, of those that have one; of those that have none, whose first
# way is.  A way that is cut is numbered by its surrogate.
marked() {
    "$PATHPROF" dump --json prog | python3 -c '
import json, sys
guessed = sys.argv[1] == "guessed"
likely, even = [], []
for f in json.load(sys.stdin)["functions"]:
    firsts = {e["from"]: e for e in f["edges"] if "first" in e["flags"]}
    for true in f["edges"]:
        if "true" not in true["flags"]:
            continue
        false, = [e for e in f["edges"] if e["from"] == true["from"] and "false" in e["flags"]]
        best = min(true, false, key=lambda e: (-e["weight"], guessed and e is true, e["id"]))
        marked = firsts.get(best["from"])
        # What leads the list needs no mark.
        places = (marked["id"], marked["origin"]) if marked else (min(true["id"], false["id"]),)
        good = best["id"] in places
        (even if true["weight"] == false["weight"] else likely).append(good)
print(sum(likely), len(likely), sum(even), len(even))' "$1"
}
for flags in "-O2" "-O2 -flto"; do
    for mode in context piecewise; do
        # shellcheck disable=SC2086
        $CC $flags $(plugin_flags mode=$mode) prog.c -o prog && ./prog || fail "mode=$mode $flags" "does not run"
        read -r likely of_likely even of_even < <(marked guessed)
        check "mode=$mode $flags: there are both kinds" [ "$of_likely" -gt 2 -a "$of_even" -gt 0 ]
        same "mode=$mode $flags: the likelier way is first" "$of_likely" "$likely"
        same "mode=$mode $flags: the order is false first where both are equal" "$of_even" "$even"
    done
    # shellcheck disable=SC2086
    $CC $flags $(plugin_flags mode=path) prog.c -o prog && ./prog || fail "mode=path $flags" "does not run"
    same "mode=path $flags: the order is GCC's" 0 "$("$PATHPROF" dump --json prog | grep -c '"first"')"
done
$CC -O0 $(plugin_flags mode=context) prog.c -o prog && ./prog || fail "-O0" "does not run"
read -r _ _ even of_even < <(marked static)
check "-O0: some are equal" [ "$of_even" -gt 2 ]
same "-O0: the order is GCC's where both are equal" "$of_even" "$even"

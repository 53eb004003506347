# SPDX-License-Identifier: GPL-3.0-or-later
# Mode path-context: the worked example of doc/modes/modes.md, what the command says of prefixes, loops that
# have none, limits.
. "$SRCDIR/testsuite/lib/script.sh"
example clip.c

# json COMMAND EXPRESSION: of what it says of prog, as `it`.
json() { "$PATHPROF" "${@:1:$#-1}" --json prog | python3 -c "import json, sys; it = json.load(sys.stdin); print(${!#})"; }
stat() { "$PATHPROF" stats prog | sed -n "s/^ *$1  *\([0-9]\)/\1/p"; }

for flag in "" -flto -pthread; do
    build path-context clip.c -O0 $flag || fail "clip.c $flag" "it does not run"
    same "the table of modes.md $flag" "$(printed path-context)" "$(paths_of prog total)"
done
build path-context clip.c -O0 -- array-limit=0
same "the table of modes.md, counted in a table" "$(printed path-context)" "$(paths_of prog total)"

# The command.
"$PATHPROF" report prog >report
grep -q '^ *clip.c:3 -> 4(true) | 7(true) -> 11(true) -> 7 (back)$' report &&
    pass "report shows the way to the loop" || fail "report shows the way to the loop" "$(cat report)"
grep -q '\[5:8\]  total#4$' report && pass "and the parts' statements" || fail "and the parts' statements" "$(cat report)"
"$PATHPROF" show 'total#4' prog >shown
same "show: the parts" "$(printf '%s\n' context-prefix: active-suffix:)" "$(grep -e '^[a-z-]*:$' shown)"
same "show: lines of the suffix" "7 8 11 " "$(sed '1,/^active/d' shown | sed -n 's/^> *\([0-9]*\) |.*/\1/p' | tr '\n' ' ')"
grep -q '; \[prefix:suffix\]: statements \[5:8\]$' shown && pass "show: statements" || fail "show: statements" "$(cat shown)"
same "json: steps" "[False, False, True, True, True]" \
    "$(json report '[s["active"] for p in it["paths"] if p["number"] in (4, "4") and p["function"] == "total" for s in p["route"]]')"
same "json: parts" "{'context_prefix': 5, 'active_suffix': 8}" "$(json show total#4 'it["part_statements"]')"
same "json: a path without prefix" "False" \
    "$(json report 'any("active" in s for p in it["paths"] if p["number"] in (2, "2") for s in p["route"])')"
grep -q 'v10 -> v10 surrogate cut rho=4 .*count=8$' <("$PATHPROF" dump prog) &&
    pass "dump: the surrogate" || fail "dump: the surrogate" "$("$PATHPROF" dump prog | grep surrogate)"
same "stats: a prefix' edges and statements" "2" "$("$PATHPROF" stats prog | grep -c 'average .* \[[0-9.]*:[0-9.]*\]$')"
same "stats: loops" "1 1 0" "$(stat loops) $(stat 'loops whose paths know the way in') $(stat 'loops whose paths do not')"
"$PATHPROF" lines prog >lines
"$PATHPROF" edges prog >edges
$CC -g -O0 $(plugin_flags mode=edge) clip.c -o prog; rm -f prog.ppda; ./prog
same "lines are those of mode edge" "$("$PATHPROF" lines prog)" "$(cat lines)"
same "edges, too" "$("$PATHPROF" edges prog)" "$(cat edges)"

cat >loops.c <<'END'
#include <setjmp.h>
static volatile int sink;
static jmp_buf again;
static void irreducible(int n)
{
    if (n & 1)
        goto inside;
    do {
        sink++;
    inside:
        sink += 2;
    } while (--n > 0);
}
static void sideways(int n)
{
    for (volatile int i = 0; i < n; i++)
        if (setjmp(again) == 0)
            longjmp(again, 1);
}
static void nested(int n)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            for (int k = 0; k < j; k++)
                sink += i ^ j ^ k;
}
int main(void)
{
    irreducible(4);
    irreducible(5);
    sideways(3);
    nested(6);
    return 0;
}
END
for level in 0 1 2; do
    build path-context loops.c -O$level || fail "loops.c -O$level" "it does not run"
    same "loops.c -O$level: loops" "5 3 2" \
        "$(stat loops) $(stat 'loops whose paths know the way in') $(stat 'loops whose paths do not')"
    build path-context loops.c -O$level -- max-paths=20 || fail "loops.c -O$level, few paths" "it does not run"
    [ "$(json stats 'it["modes"][0]["program"]["functions_broken"]')" -gt 0 ] &&
        pass "loops.c -O$level: too many paths" || fail "loops.c -O$level: too many paths" "there are not"
    "$PATHPROF" lines prog >lines
    $CC -g -O$level $(plugin_flags mode=edge) loops.c -o prog; rm -f prog.ppda; ./prog
    same "loops.c -O$level: lines are those of mode edge" "$("$PATHPROF" lines prog)" "$(cat lines)"
done

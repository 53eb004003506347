# SPDX-License-Identifier: GPL-3.0-or-later
# A function with more paths than it may have: its paths are cut, nothing else changes.
. "$SRCDIR/testsuite/lib/script.sh"

cat >many.c <<'PROG'
static int many(unsigned x)
{
    int s = 0;
    if (x & 1) s += 1;
    if (x & 2) s += 2;
    if (x & 4) s += 3;
    if (x & 8) s += 4;
    if (x & 16) s += 5;
    if (x & 32) s += 6;
    return s;
}
int main(void)
{
    int s = 0;
    for (unsigned i = 0; i < 100; i++) s += many(i);
    return s != 942;
}
PROG
$CC -O0 -g $(plugin_flags) many.c -o whole && ./whole &&
    $CC -O0 -g $(plugin_flags max-paths=20) many.c -o cut && ./cut || exit 1
for what in 'lines --lcov=-' edges; do
    same "$what: the same" "$("$PATHPROF" $what whole)" "$("$PATHPROF" $what cut)"
done
statements() { "$PATHPROF" report "$1" | sed -n '1s/.*; //p'; }
same 'the same statements' "$(statements whole)" "$(statements cut)"
figure() { "$PATHPROF" stats "$2" | sed -n "s/^  $1  *//p"; }
same 'potential paths: 64 and 4' "68 68" "$(figure 'potential paths' whole) $(figure 'potential paths' cut)"
same 'functions with too many' "0 1" "$(figure 'functions with too many paths' whole) $(figure 'functions with too many paths' cut)"
"$PATHPROF" report --all -f many whole >whole.txt
"$PATHPROF" report --all -f many cut >cut.txt
same 'whole paths are not cut' 0 "$(grep -cw cut whole.txt)"
check 'a path ends where it is cut' grep -qE '^ +many\.c:3 -> .* \(cut\)$' cut.txt
check 'and the next begins there' grep -qE '^ +cut many\.c:[0-9]+ -> .* -> 10 \(return\)$' cut.txt
total() { grep -E '^ +[0-9]+ ' "$1" | awk '{ sum += $5 } END { print sum }'; }
same 'whole: as many paths as calls' 100 "$(total whole.txt)"
edges=$("$PATHPROF" dump --json -f many cut | python3 -c '
import json, sys
print(sum(e["count"] for e in json.load(sys.stdin)["functions"][0]["edges"] if "broken" in e["flags"]))')
same 'cut: as many more as cuts were passed' $((100 + edges)) "$(total cut.txt)"
"$PATHPROF" graph many cut >cut.dot
check 'graph: edges that are cut are dashed' grep -qE -- '-> .*dashed' cut.dot

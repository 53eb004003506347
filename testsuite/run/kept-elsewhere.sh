# SPDX-License-Identifier: GPL-3.0-or-later
# Modes context and piecewise, without -flto: of a function that two units have the linker keeps one,
# so neither unit may believe that a call enters its own.  And: the same code with other roots is
# another build.
. "$SRCDIR/testsuite/lib/script.sh"

cat >inline.h <<'END_OF_SOURCE'
inline int kind(int x)
{
    if (x & 1)
        return 3;
    return x & 2 ? 5 : 7;
}
END_OF_SOURCE
cat >second.cc <<'END_OF_SOURCE'
#include "inline.h"
int other(int i) { return i > 50 ? kind(i) + 1 : kind(i + 1); }
END_OF_SOURCE
cat >first.cc <<'END_OF_SOURCE'
#include "inline.h"
int other(int);
int main()
{
    int s = 0;
    for (int i = 0; i < 100; i++)
        s += i % 3 == 0 ? kind(i) : other(i);
    return s == 0;
}
END_OF_SOURCE
# ends PROGRAM: counts of `kind` by the line on which it was left.
ends() {
    "$PATHPROF" dump --json "$1" | python3 -c '
import collections, json, sys
ways = collections.Counter()
for f in json.load(sys.stdin)["functions"]:
    if f["symbol"] == "_Z4kindi":
        ways["all"] += int(f["calls"])
        for e in f["edges"]:
            if set(e["flags"]) & {"true", "false"}:
                ways[e["flags"][0]] += int(e["count"])
print(*sorted(ways.items()))'
}
for order in "first.cc second.cc" "second.cc first.cc"; do
    for level in "-O0" "-O2 -fno-inline"; do
        $CXX $level $(plugin_flags mode=edge) $order -o edge && rm -f edge.ppda && ./edge || exit 1
        for mode in context piecewise; do
            $CXX $level $(plugin_flags mode=$mode) $order -o prog && rm -f prog.ppda && ./prog || exit 1
            same "$mode $level $order" "$(ends edge)" "$(ends prog)"
        done
    done
done

cat >roots.c <<'END_OF_SOURCE'
int half(int x) { return x > 0 ? x / 2 : 0; }
int main(void) { return half(1); }
END_OF_SOURCE
for mode in context piecewise; do
    $CC -O0 $(plugin_flags mode=$mode) roots.c -o roots && rm -f roots.ppda* && ./roots || exit 1
    $CC -O0 -fwhole-program $(plugin_flags mode=$mode) roots.c -o roots && ./roots 2>messages || exit 1
    same "$mode: other roots, another build" "1 1" \
        "$(calls ./roots half) $(grep -c 'holds counts of another build' messages)"
done

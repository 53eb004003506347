# SPDX-License-Identifier: GPL-3.0-or-later
# Static functions of one name in several sources, in a program that is one unit: who calls which.
. "$SRCDIR/testsuite/lib/script.sh"
cat >first.c <<'END'
#include <stdio.h>
int other(int);
__attribute__((noinline)) static int hash(int n) { return n & 1 ? n * 3 : n; }
int main(void)
{
    int s = 0;
    for (int i = 0; i < 10; i++)
        s += hash(i) + other(i);
    return s == 0;
}
END
cat >second.c <<'END'
__attribute__((noinline)) static int hash(int n) { return n & 2 ? n * 5 : n; }
__attribute__((noinline)) int other(int n) { return n & 1 ? hash(n) + 1 : 2; }
END
for mode in path edge kpath callgraph context piecewise; do
    for flags in "" -flto; do
        rm -f prog prog.ppda calls.json
        # shellcheck disable=SC2086
        $CC -O2 $flags $(plugin_flags mode=$mode) first.c second.c -o prog && ./prog &&
            "$PATHPROF" callgraph --json prog >calls.json
        same "mode=$mode $flags: calls, and those that come from nobody" \
            "hash@first.c 10 0 hash@second.c 5 0 main 1 1 other 10 0" \
            "$(python3 -c 'import json
told = {f["name"]: f for f in json.load(open("calls.json"))["functions"]}
print(*(word for name in sorted(told) for word in (name, told[name].get("calls", 0), told[name].get("spontaneous", 0))))')"
    done
done

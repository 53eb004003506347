#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Calls between units that are expanded where the program is linked: the program is the same, what it gains, and what is
# said of those that are not.
. "$SRCDIR/testsuite/lib/script.sh"
cp "$SRCDIR"/testsuite/use/{calls.c,cold.h} .
# GCC 16 makes a version for the constant that each caller hands over, and takes that in by itself.
CC="$CC -fno-ipa-cp"

# part NAME FLAG...: calls.c as two units, NAME.1.o and NAME.2.o.
part() {
    local name=$1 n
    shift
    for n in 1 2; do $CC -O3 -g -flto -fchecking=1 "$@" -DPART=$n -c calls.c -o $name.$n.o || return; done
}

# train NAME MODE: NAME, which has run.
train() {
    part $1 $(plugin_flags mode=$2) && $CC -O3 -flto $(plugin_flags) $1.1.o $1.2.o -o $1 && ./$1 >$1.out ||
        fail "$1" "does not compile or run"
}

# linked NAME FIRST COMMAND...: the command makes ./again, says nothing, and it prints what FIRST printed.
linked() {
    local name=$1 first=$2 said
    shift 2
    if ! said=$("$@" -o again 2>&1) || [ -n "$(grep -v '^lto-wrapper: ' <<<"$said")" ]; then
        fail "$name" "the compiler says: $said"
    elif ! ./again >again.out || ! cmp -s again.out "$first.out"; then
        fail "$name" "the program prints something else"
    else
        pass "$name"
    fi
}

# fates FILE: "caller callee fate" of the calls in the report.
fates() { python3 -c '
import json, sys
for c in sorted(json.loads(open(sys.argv[1]).readline())["calls"], key=lambda c: (c["callee"], c["caller"])):
    print(c["caller"].split(".")[0], c["callee"].split(".")[0], c["why"] or c["fate"])' "$1"; }

both=$'main get expanded\nwords get expanded'
for mode in path context edge; do
    train $mode $mode
    part $mode-use $(plugin_flags use=$mode)
    linked "from mode=$mode" $mode $CC -O3 -flto $(plugin_flags use=$mode report=$mode.json) $mode-use.[12].o
    same "calls expanded, mode=$mode" "$both" "$(fates $mode.json)"
done
for how in -flto-partition=none -flto-partition=one -flto-partition=1to1 -flto-partition=max -flto=2 -fwhole-program; do
    linked "$how" path $CC -O3 -flto $how $(plugin_flags use=path report=how.json) path-use.[12].o
    same "expanded, $how" "$both" "$(fates how.json)"
    rm how.json
done
linked "no plugin at the link" path $CC -O3 -flto path-use.[12].o
check "ld -r" $CC -O3 -flto -r -flinker-output=rel $(plugin_flags use=path) path-use.[12].o -o path-use.r.o
linked "ld -r, then a link" path $CC -O3 -flto $(plugin_flags use=path report=relinked.json) path-use.r.o
same "expanded after ld -r" "$both" "$(fates relinked.json)"
"$PATHPROF" lanes context.json >text
check "the report names the link" grep -q '^again, linked: GCC' text
check "text of the report" grep -q '^calls expanded: 2 of 2 candidates; 8000040 calls saved$' text
check "the line of a call" \
    grep -Eq '^  calls\.c:[0-9]+: words[^ ]* calls get[^ ]* 4000020 times, 20\.1 statements a call: expanded: 27 hot and 121 cold' text
for off in calls=off lanes=off growth=0; do
    linked "$off" path $CC -O3 -flto $(plugin_flags use=path $off report=off.json) path-use.[12].o
    same "nothing with $off" "" "$(fates off.json 2>/dev/null | grep expanded)"
    rm -f off.json
done
part off-use $(plugin_flags use=path calls=off)
linked "calls=off where units are compiled" path $CC -O3 -flto $(plugin_flags use=path report=off.json) off-use.[12].o
check "nothing is reported then" [ ! -e off.json ]

if has valgrind; then
    $CC -O3 -flto path-use.[12].o -o plain 2>/dev/null
    $CC -O3 -flto $(plugin_flags use=path) path-use.[12].o -o again 2>/dev/null
    plain=$(instructions ./plain 20000) own=$(instructions ./again 20000)
    [ "$own" -gt 0 ] && [ $((own * 5)) -le $((plain * 4)) ] && pass "-20 % instructions" ||
        fail "-20 % instructions" "$own, without the plugin at the link $plain"
else
    unsupported "-20 % instructions" "no valgrind"
fi

# ---- What cannot be, and what each call does, where the profile is of the whole program.
sed 's/^int errors;/extern int errors;/; s/^volatile int no/extern volatile int no/' cold.h >said.h
cat >callees.c <<'END'
#include <stdarg.h>
#include "said.h"
#define MUCH_COLD(a) COLD(a) COLD(a + 1) COLD(a + 2) COLD(a + 3)
int inner(int, int);
int plain(int a) { MUCH_COLD(a) return a ^ 1; }
__attribute__((noinline)) int declared(int a) { MUCH_COLD(a) return a ^ 2; }
int several(int n, ...)
{
    va_list list;
    va_start(list, n);
    int a = va_arg(list, int);
    va_end(list);
    MUCH_COLD(a)
    return a ^ 3;
}
int outer(int a, int n) { MUCH_COLD(a) return n > 0 ? inner(a, n - 1) + 1 : a; }
__attribute__((weak)) int replaced(int a) { MUCH_COLD(a) return a ^ 5; }
int either(int a, int how)
{
    MUCH_COLD(a)
    if (how)
        return a * 3 % 7;
    return (a ^ 6) + (a << 3) + (a >> 2) - (a & 99);
}
END
cat >callers.c <<'END'
#include "cold.h"
int plain(int), declared(int), several(int, ...), outer(int, int), replaced(int), either(int, int);
int inner(int a, int n) { return outer(a, n) + 2; }
__attribute__((noinline)) unsigned one(int i) { return either(i, 1); }
__attribute__((noinline)) unsigned other(int i) { return either(i, 0); }
int main(void)
{
    unsigned sum = 0;
    for (int i = 0; i < 20000; i++) {
        sum += plain(i) + declared(i) + several(1, i) + outer(i, 2) + replaced(i);
        sum += one(i) + other(i);
    }
    printf("%u\n", sum);
    return 0;
}
END
printf 'int replaced(int a) { return a ^ 8; }\n' >strong.c
$CC -O2 -flto $(plugin_flags mode=context) callees.c callers.c strong.c -o several 2>/dev/null && ./several >several.out ||
    fail several "does not compile or run"
for name in callees callers strong; do
    $CC -O2 -g -flto -fchecking=1 $(plugin_flags use=several mismatch=quiet) -c $name.c || fail "$name" "does not compile"
done
linked "several" several $CC -O2 -flto -fchecking=1 $(plugin_flags use=several report=several.json) {callees,callers,strong}.o
fates several.json >fates.txt
check "declared noinline" grep -q '^main declared it is declared noinline, noclone or noipa$' fates.txt
check "a variable number of arguments" grep -q '^main several .*not inlinable$' fates.txt
check "one that can be" grep -q '^main outer expanded$' fates.txt
check "recursion over units" grep -q '^inner outer it calls itself$' fates.txt
check "one that is replaced at the link is inlined or left" [ -z "$(grep ' replaced expanded' fates.txt)" ]
same "what each call does" "one either True
other either True" "$(python3 -c '
import json
calls = [c for c in json.loads(open("several.json").readline())["calls"] if c["callee"].startswith("either")]
ways = {c["caller"].split(".")[0]: c for c in calls}
assert ways["one"]["hot"] != ways["other"]["hot"], calls
for name in sorted(ways):
    print(name, "either", ways[name]["exact"])')"

# ---- A library: what may be replaced when it is loaded is not taken in.
for n in 1 2; do $CC -O3 -fPIC -flto $(plugin_flags use=path mismatch=quiet) -DPART=$n -c calls.c -o pic.$n.o; done
check "a library" $CC -O3 -shared -fPIC -flto $(plugin_flags use=path report=library.json) pic.1.o pic.2.o -o lib.so
same "nothing is expanded in it" "" "$(fates library.json 2>/dev/null | grep expanded)"

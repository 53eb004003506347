#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Calls that are expanded: the program is the same, what it gains, what each copy is counted to have done, and what is
# said of those that cannot be.
. "$SRCDIR/testsuite/lib/script.sh"
here=$SRCDIR/testsuite/use
cp "$here"/{calls.c,refused.c,contexts.c,throws.cc,cold.h} .

# train OUT MODE COMMAND...: compiles with COMMAND to OUT, which then runs.
train() {
    local out=$1 mode=$2
    shift 2
    "$@" $(plugin_flags mode=$mode) -o "$out" && ./"$out" >"$out.out" || fail "$out" "does not compile or run"
}

# use NAME PROGRAM COMMAND...: the command makes ./again, says nothing, and it prints what PROGRAM printed.
use() {
    local name=$1 first=$2 said
    shift 2
    if ! said=$("$@" -o again 2>&1) || [ -n "$said" ]; then
        fail "$name" "the compiler says: $said"
    elif ! ./again >again.out || ! cmp -s again.out "$first.out"; then
        fail "$name" "the program prints something else"
    else
        pass "$name"
    fi
}

# fates FILE: "callee fate" of the calls in the report.
fates() { python3 -c '
import json, sys
for line in open(sys.argv[1]):
    for c in sorted(json.loads(line)["calls"], key=lambda c: (c["callee"], c["caller"])):
        print(c["caller"], c["callee"], c["fate"])' "$1"; }

# ---- A reader whose hot way is short.
for mode in path context piecewise path-context edge; do
    train reader-$mode $mode $CC -O3 calls.c
    use "from mode=$mode" reader-$mode $CC -O3 -g -fchecking=1 $(plugin_flags use=reader-$mode report=$mode.json) calls.c
    same "calls expanded, mode=$mode" $'main get expanded\nwords get expanded' "$(fates $mode.json)"
done
# A loop that was soon over: no path has a context-prefix, yet one goes over its only call twice.
$CC -O3 $(plugin_flags mode=kpath) calls.c -o soon && ./soon 1 >/dev/null && PATHPROF_FILE=/dev/null ./soon >soon.out
use "from mode=kpath, two iterations at most" soon $CC -O3 -g -fchecking=1 $(plugin_flags use=soon) calls.c
# What is taken in iterates: iterations that paths of mode kpath have in common are there once.
branches() { "$PATHPROF" lanes --json "$1" | python3 -c '
import json, sys
for f in json.load(sys.stdin)["units"][0]["functions"]:
    if f["function"] == "caller":
        print(f["facts"]["branch"]["all"]["times"])'; }
cp "$here/iterated.c" .
for mode in path kpath; do
    train iterated-$mode $mode $CC -O2 iterated.c
    use "a loop taken in, mode=$mode" iterated-$mode $CC -O2 -g -fchecking=1 \
        $(plugin_flags use=iterated-$mode report=iterated-$mode.json) iterated.c
done
same "a loop taken in: expanded" "caller callee expanded" "$(fates iterated-kpath.json | grep ^caller)"
same "a loop taken in: branches that its caller has" "$(branches iterated-path.json)" "$(branches iterated-kpath.json)"
"$PATHPROF" lanes context.json >text
check "text of the report" grep -q '^calls expanded: 2 of 2 candidates; 8000040 calls saved$' text
check "the line of a call" \
    grep -Eq '^  calls\.c:[0-9]+: words calls get 4000020 times, 20\.1 statements a call: expanded: 27 hot and 121 cold' text
"$PATHPROF" lanes path.json >text
check "what is divided by times" grep -q 'times, about 20.1 statements a call' text
check "--json has calls" python3 -c '
import json, sys
calls = json.load(sys.stdin)["units"][0]["calls"]
assert [c["exact"] for c in calls] == [True, True], calls
assert calls[0]["hot"] == 27 and calls[0]["why"] is None, calls' < <("$PATHPROF" lanes --json context.json)
# GCC 16 makes versions for constants that are handed over, in which calls have other counts.
use "growth=0" reader-path $CC -O3 -fno-ipa-cp $(plugin_flags use=reader-path growth=0 report=none.json) calls.c
same "no room" $'main get growth\nwords get growth' "$(fates none.json)"
use "price=10000" reader-path $CC -O3 -fno-ipa-cp $(plugin_flags use=reader-path price=10000 report=dear.json) calls.c
same "too dear" $'main get price\nwords get price' "$(fates dear.json)"
for off in "calls=off" "lanes=off"; do
    use "$off" reader-path $CC -O3 $(plugin_flags use=reader-path $off report=off.json) calls.c
    same "nothing with $off" "" "$(fates off.json)"
done
use "lanes=off calls=on" reader-path $CC -O3 $(plugin_flags use=reader-path lanes=off calls=on report=on.json) calls.c
same "calls without lanes" $'main get expanded\nwords get expanded' "$(fates on.json)"
if said=$($CC $(plugin_flags use=reader-path calls=some) -c calls.c 2>&1); then
    fail "calls=some" "is accepted"
else
    check "calls=some" grep -q "option 'calls' has no value 'some'; valid values are on|off" <<<"$said"
fi
use "with -flto" reader-path $CC -O3 -flto $(plugin_flags use=reader-path) calls.c

# At least a fifth of the instructions of -fprofile-use.
if has valgrind; then
    mkdir -p gcc
    $CC -O3 -fprofile-generate=gcc calls.c -o gcc/calls && gcc/calls >/dev/null &&
        $CC -O3 -fprofile-use=gcc -Wno-missing-profile calls.c -o gcc/calls || fail "-fprofile-use"
    $CC -O3 $(plugin_flags use=reader-path) calls.c -o again
    gcc=$(instructions gcc/calls 20000) own=$(instructions ./again 20000)
    [ "$own" -gt 0 ] && [ $((own * 5)) -le $((gcc * 4)) ] && pass "-20 % instructions" ||
        fail "-20 % instructions" "$own, with -fprofile-use $gcc"
else
    unsupported "-20 % instructions" "no valgrind"
fi

# ---- What cannot be expanded.
train refused path $CC -O3 refused.c
use "what cannot be expanded" refused $CC -O3 -fchecking=1 $(plugin_flags use=refused report=refused.json) refused.c
same "and why" "$(cat <<'END'
again again it calls itself
main again expanded
main computed it has a computed goto
main declared it is declared noinline, noclone or noipa
main jumped it calls setjmp, or what may come back twice as well
main other_target target specific option mismatch
main plain expanded
main several it has a variable number of arguments
main stacked it calls alloca
END
)" "$(python3 -c '
import json
calls = json.loads(open("refused.json").readline())["calls"]
for c in sorted(calls, key=lambda c: (c["caller"], c["callee"])):
    print(c["caller"], c["callee"], c["why"] or c["fate"])')"

# ---- What each copy did: the same as when the function is there twice, edge for edge.
train contexts context $CC -O2 contexts.c
train apart edge $CC -O2 -DAPART contexts.c
use "contexts" contexts $CC -O2 -fchecking=1 $(plugin_flags use=contexts report=contexts.json) contexts.c -fdump-ipa-all
same "expanded in both" $'first look expanded\nsecond look expanded' "$(fates contexts.json | grep ' look ')"
counted() {
    "$PATHPROF" dump --json apart | python3 -c '
import json, sys
function, = [f for f in json.load(sys.stdin)["functions"] if f["name"] == sys.argv[1]]
print(*[e["count"] for e in sorted(function["edges"], key=lambda e: e["id"]) if e["kind"] in ("flow", "summary")])' "$1"
}
copied() { sed -n "s/^copy of look in $1, line [0-9]*: //p" again-contexts.c.*.pathprof_use; }
same "counts of the copy in first" "$(counted look)" "$(copied first)"
same "counts of the copy in second" "$(counted copy)" "$(copied second)"

# ---- Chains: what has taken in others is not taken in, so that counts are exact; GCC's inliner, which scales them, is told
# of what is left then.
cat >chain.c <<'END'
#include "cold.h"
#define MUCH_COLD(a) COLD(a) COLD(a + 1) COLD(a + 2) COLD(a + 3)
int inner(int a) { MUCH_COLD(a) return a ^ 1; }
int middle(int a) { MUCH_COLD(a) return inner(a * 3) + 2; }
int main(void)
{
    unsigned sum = 0;
    for (int i = 0; i < 20000; i++)
        sum += middle(i);
    printf("%u\n", sum);
    return 0;
}
END
train chain path $CC -O3 chain.c
use "chain" chain $CC -O3 -fno-ipa-cp -fchecking=1 $(plugin_flags use=chain report=chain.json) chain.c
same "first one, then the other" $'main inner expanded\nmiddle inner chain\nmain middle expanded' "$(fates chain.json)"
objdump -d --no-show-raw-insn again | sed -n '/<main>:/,/^$/p' | grep -c 'call.*<\(inner\|middle\)' >count
same "no call is left" 0 "$(cat count)"

# A call through a pointer, which is to one function where it has been taken in.
cat >through.c <<'END'
#include "cold.h"
#define MUCH_COLD(a) COLD(a) COLD(a + 1) COLD(a + 2) COLD(a + 3)
int step(int a) { MUCH_COLD(a) return a + 1; }
int inner(int (*f)(int), int a) { MUCH_COLD(a) return f(a) ^ 1; }
int middle(int (*f)(int), int a) { MUCH_COLD(a) return inner(f, a * 3) + f(a) + 2; }
int main(void)
{
    unsigned sum = 0;
    for (int i = 0; i < 20000; i++)
        sum += middle(step, i);
    printf("%u\n", sum);
    return 0;
}
END
train through path $CC -O2 through.c
use "pointers in chains" through $CC -O2 -fno-ipa-cp -fchecking=1 $(plugin_flags use=through price=0) through.c

# ---- At random.
for seed in 1 2 3 5; do
    use "lanes=random:$seed" reader-path $CC -O2 -g -fchecking=1 $(plugin_flags lanes=random:$seed) calls.c
    use "lanes=random:$seed, what cannot be expanded" refused $CC -O3 -fchecking=1 $(plugin_flags lanes=random:$seed) refused.c
done
train throws context $CXX -O2 throws.cc
use "exceptions" throws $CXX -O2 -g -fchecking=1 $(plugin_flags use=throws price=0) throws.cc
for seed in 1 2 3 4 5 6; do
    use "exceptions, lanes=random:$seed" throws $CXX -O2 -g -fchecking=1 $(plugin_flags lanes=random:$seed) throws.cc
done

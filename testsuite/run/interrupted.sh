# SPDX-License-Identifier: GPL-3.0-or-later
# Interprocedural modes: a signal handler that comes after every single instruction, also
# between what a caller hands over and its callee takes, and on the way back, and that runs the same
# functions, leaves the paths of what it interrupts as they are, and has its own.
. "$SRCDIR/testsuite/lib/script.sh"
case $($CC -dumpmachine) in x86_64*) ;; *) unsupported "after every instruction" "the trap flag of x86-64"; exit 0 ;; esac

cat >interrupted.c <<'END_OF_SOURCE'
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
static volatile long ticks;
static long opened;
__attribute__((noinline)) static int round_(int n) { int s = 0; while (n > 0) { s += n & 1; n >>= 1; } return s; }
__attribute__((noinline)) static int flat(int n) { if (n & 1) return n + 1; return n; }
__attribute__((noinline)) int open_(int n) { __atomic_fetch_add(&opened, 1, __ATOMIC_RELAXED); int s = 0; for (int i = 0; i < n; i++) s += flat(i); if (n == 3) s += round_(n); return s + flat(n); }
__attribute__((noinline)) static int deep(int n, int k) { if (n <= 0) return k & 1 ? 1 : 2; return deep(n - 1, k >> 1) + deep(n - 2, k); }
__attribute__((noinline)) static int cb(int n, int (*f)(int)) { return f(n); }
/* These give the path back in memory, beside results that are in other registers. */
__attribute__((noinline)) double real_(int n) { double s = 0; for (; n > 0; n--) s += flat(n); return s; }
struct three { long a, b, c; };
__attribute__((noinline)) struct three three_(int n) { struct three t = {n, 2, 3}; if (n & 1) t.b = round_(n); return t; }
__attribute__((noinline)) double leaf_(int n) { return n & 1 ? n * 2.5 : n; }
__attribute__((noinline)) double real2_(int n) { double s = 0; for (; n > 0; n--) s += flat(n); return s; }
__attribute__((noinline)) struct three three2_(int n) { struct three t = {n, 2, 3}; if (n & 1) t.b = round_(n); return t; }
__attribute__((noinline)) double leaf2_(int n) { double s = 1; for (; n > 0; n--) s *= n & 1 ? 2.5 : n; return s; }
static void handler(int sig)
{
    ticks++;
    switch (ticks % 8) {
    case 0: flat(sig); break;
    case 1: round_((int)(ticks & 7)); break;
    case 2: open_((int)(ticks & 3)); break;
    case 3: deep((int)(ticks & 3), (int)ticks); break;
    case 4: real2_((int)(ticks & 3)); real_((int)(ticks & 3)); break;
    case 5: three2_((int)(ticks & 3)); three_((int)(ticks & 3)); break;
    case 6: leaf2_((int)(ticks & 3)); leaf_((int)(ticks & 3)); break;
    default: cb((int)(ticks >> 2 & 3), open_);
    }
}
/* Or others, which what is interrupted does not call just there, are the first that are profiled. */
static long others;
__attribute__((no_pathprof)) static void outer(int sig)
{
    switch (others++ % 6) {
    case 0: real2_((int)(others & 3)); break;
    case 1: three2_((int)(others & 3)); break;
    case 2: leaf2_((int)(others & 3)); break;
    default: handler(sig);
    }
}
__attribute__((noinline)) static int work(int n)
{
    int s = 0;
    for (int i = 0; i < n; i++) {
        s += flat(i);
        if (i & 1) s += round_(i);
        s += open_(i & 3);
        if (i % 5 == 0) s += cb(i & 3, open_);
        if (i & 2) s += flat(s);
        if (i % 3 == 0) s += deep(i & 3, i);
        s += real_(i & 3) + three_(i & 3).b + leaf_(i & 1);
    }
    return s;
}
__attribute__((noinline, no_pathprof)) static void trap(int on, int argc)
{
    if (argc > 1 && on)
        __asm__ volatile("subq $128, %%rsp; pushfq; orl $0x100, (%%rsp); popfq; addq $128, %%rsp" ::: "memory", "cc");
    if (argc > 1 && !on)
        __asm__ volatile("subq $128, %%rsp; pushfq; andl $~0x100, (%%rsp); popfq; addq $128, %%rsp" ::: "memory", "cc");
}
int main(int argc, char **argv)
{
    struct sigaction a = {0};
    a.sa_handler = outer;
    sigaction(SIGTRAP, &a, NULL);
    trap(1, argc);
    int s = work(40);
    trap(0, argc);
    printf("%d %ld %ld\n", s, ticks, opened);
    return 0;
}
END_OF_SOURCE
cat >compare.py <<'END_OF_SOURCE'
import json, os, subprocess, sys

def paths(data):
    """Counts of the paths that have a vertex of main or work."""
    text = subprocess.run([os.environ["PATHPROF"], "dump", "--json", "prog", "-d", data],
                          stdout=subprocess.PIPE, check=True).stdout
    dump = json.loads(text)
    of = {v["id"]: f["name"] for f in dump["functions"] for v in f["vertices"]}
    ends = {e["id"]: {of[e["from"]], of[e["to"]]} for f in dump["functions"] for e in f["edges"]}
    return {p["number"]: p["count"] for u in dump["units"] for p in u["paths"]
            if {"main", "work"} & set().union(*[ends[e] for e in p["edges"]])}

alone, interrupted = paths("alone.ppda"), paths("interrupted.ppda")
differ = sum(alone.get(n) != interrupted.get(n) for n in set(alone) | set(interrupted))
print(len(alone) > 10, differ)
END_OF_SOURCE
for options in mode=context mode=piecewise mode=context-values "mode=context recursion=context"; do
    mode=${options#mode=}
    # Without optimisation a plain increment takes several instructions, between which one may be lost.
    for flags in "-O0 -fplugin-arg-pathprof-update=atomic" -O1 -O2 -O3 "-O2 -flto" "-O2 -fplugin-arg-pathprof-update=thread"; do
        case $mode$flags in *[-=]*"-O1" | *[-=]*"-O3" | *[-=]*-O2*thread) continue ;; esac # enough
        $CC $(plugin_flags $options) $flags interrupted.c -o prog || exit 1
        rm -f ./*.ppda
        PATHPROF_FILE=alone.ppda ./prog >alone && PATHPROF_FILE=interrupted.ppda ./prog x >interrupted ||
            fail "$mode $flags" "exit status $?"
        same "$mode $flags: the handler came often" yes \
            "$(awk '$2 > 1000 { print "yes" }' interrupted)"
        same "$mode $flags: paths that differ" "True 0" "$(python3 compare.py)"
        same "$mode $flags: calls of the handler and under it" "$(cut -d' ' -f 2- interrupted)" \
            "$(calls prog handler interrupted.ppda) $(calls prog open_ interrupted.ppda)"
    done
done

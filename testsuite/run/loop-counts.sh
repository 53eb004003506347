# SPDX-License-Identifier: GPL-3.0-or-later
# Loops that are counted behind their end (gcc/loops/loop-counts.cc): what is counted, in arrays and in tables, is what is
# counted in each iteration, which -fno-tree-loop-optimize asks for, however often the loops go round; and GCC vectorises
# the loops that it vectorises without.
. "$SRCDIR/testsuite/lib/script.sh"

cat >loops.c <<'END'
#include <math.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#define N 300
#ifndef LEAVES
#define LEAVES 17
#endif
#define ALONE __attribute__((noipa))
static int a[N];
static float d[64];
static jmp_buf back;
ALONE void eight(float *p) { for (int i = 0; i < 8; i++) p[i] *= 2.5f; }
ALONE int sum(const int *p, int n) { int s = 0; for (int i = 0; i < n; i++) s += p[i]; return s; }
ALONE int two_ways(const int *p, int n, int c)
{
    int s = c ? 5 : 7;
    for (int i = 0; i < n; i++)
        s += p[i];
    return s & 1 ? s * 3 : s;
}
ALONE int nested(const int *p, int n)
{
    int s = 0;
    for (int j = 0; j < n; j++) {
        if (p[j] & 1)
            continue;
        for (int i = j; i < n; i++)
            s += p[i];
        if (s & 2)
            s++;
    }
    return s;
}
ALONE void down(char *p, unsigned n) { while (n--) p[n] = 0; }
static inline int thrice(int x) { return x * 3; }
static int branch(int x) { return x & 1 ? x : x * 3; }
ALONE int calls(int *p, int n) { int s = 0; for (int i = 0; i < n; i++) s += thrice(p[i]); return s; }
ALONE int branches(int *p, int n) { int s = 0; for (int i = 0; i < n; i++) s += branch(p[i]); return s; }
ALONE int at_least_once(int *p, int n) { int s = 0, i = 0; do s += p[i]; while (++i < n); return s; }
ALONE int steps(int *p, int n, int by) { int s = 0; for (int i = 0; i < n; i += by) s += p[i]; return s; }
ALONE int seventh(int *p, long n) { int s = 0; for (long i = 0; i < n; i += 7) s += p[i]; return s; }
ALONE double roots(int *p, int n) { double s = 0; for (int i = 0; i < n; i++) s += sqrt(p[i]); return s; }
ALONE void wide(__int128 n, int *p) { for (__int128 i = 0; i < n; i++) p[(int)i]++; }
ALONE void jumps(int i) { if (i == LEAVES) longjmp(back, 1); }
ALONE int left(int *p, int n) { int s = 0; for (int i = 0; i < n; i++) { s += p[i]; jumps(i); } return s; }
ALONE int found(int *p, int n) { for (int i = 0; i < n; i++) if (p[i] == 77) return i; return n; }
ALONE int with_asm(int *p, int n) { int s = 0; for (int i = 0; i < n; i++) { s += p[i]; __asm__ volatile(""); } return s; }
int main(void)
{
    char b[N];
    double t = 0;
    for (int i = 0; i < N; i++)
        a[i] = i * 7919 % 101;
    for (int n = 0; n < 40; n++) {
        t += sum(a, n) + two_ways(a, n, n & 1) + nested(a, n) + calls(a, n) + branches(a, n) + at_least_once(a, n);
        t += steps(a, n, 1 + n % 3) + seventh(a, n) + roots(a, n) + found(a, n) + with_asm(a, n);
        if (!setjmp(back))
            t += left(a, n);
        down(b, n);
        eight(d);
        wide(n, a);
    }
    printf("%.3f %g\n", t, d[3]);
    return 0;
}
END

# counted FLAGS...: the counts of the program, by function and path.
counted() {
    rm -f prog prog.ppda
    $CC -w "$@" loops.c -o prog -lm && ./prog >said && "$PATHPROF" report --all --json prog >report.json &&
        python3 -c 'import json
for path in json.load(open("report.json"))["paths"]:
    print(path["path"], path["count"])' | sort
}

for update in single thread atomic; do
    for level in 0 1 2 3 "2 -flto" "2 -fPIC -fnon-call-exceptions"; do
        flags="-O$level $(plugin_flags update=$update)"
        counted $flags -fno-tree-loop-optimize >each && counted $flags >arrays
        same "update=$update -O$level: counts" "$(md5sum <each)" "$(md5sum <arrays)"
        counted $flags -fplugin-arg-pathprof-array-limit=0 >tables
        same "update=$update -O$level: counts of tables" "$(md5sum <each)" "$(md5sum <tables)"
    done
done
# Paths of two iterations, of which the first two are done one by one; of three, which are counted in each iteration;
# over calls, where what is counted is a number that has been computed.
for mode in "kpath" "kpath k=3" context piecewise "context update=thread" "piecewise update=atomic"; do
    for level in 0 1 2 3 "2 -flto"; do
        flags="-O$level $(plugin_flags mode=$mode)"
        counted $flags -fno-tree-loop-optimize >each && counted $flags >arrays
        same "$mode -O$level: counts" "$(md5sum <each)" "$(md5sum <arrays)"
        counted $flags -fplugin-arg-pathprof-array-limit=0 >tables
        same "$mode -O$level: counts of tables" "$(md5sum <each)" "$(md5sum <tables)"
    done
done
same "there are such counts" yes "$([ "$(grep -c . arrays)" -gt 15 ] && echo yes)"

# edges FLAGS...: the counts of edges, which paths tell as well, of a program in which no path is left.
edges() {
    rm -f prog prog.ppda
    $CC -w -DLEAVES=1000 "$@" loops.c -o prog -lm && ./prog >said && "$PATHPROF" lines --lcov=- prog | grep '^DA:\|^BRDA:'
}

for level in 0 1 2 3; do
    edges -O$level $(plugin_flags mode=path array-limit=0) >tables && edges -O$level $(plugin_flags mode=edge) >counters
    same "mode edge -O$level: lines and branches" "$(md5sum <tables)" "$(md5sum <counters)"
done
same "there are lines and branches" yes "$([ "$(grep -c . counters)" -gt 80 ] && echo yes)"

same "there are counts" yes "$([ "$(grep -c . arrays)" -gt 15 ] && echo yes)"

vectorised() { $CC -w -O3 -fno-tree-loop-distribute-patterns "$@" -fopt-info-vec-optimized -c loops.c -o loops.o 2>&1 |
    sed -n 's/^loops.c:\([0-9]*\):.*loop vectorized.*/\1/p' | sort -n | uniq; }
# Not where an iteration has several paths, and where the number of iterations takes a division.
# Nor, with GCC 11, in the inner loop: it does not conclude from the outer loop's test that this one's holds at first.
others='^ALONE int \(branches\|steps\)('
case $($CC -dumpversion) in 11*) others="$others\|for (int i = j;" ;; esac
others=$(grep -n "$others" loops.c | sed 's/:.*/$/; s/^/^/')
plain=$(vectorised | grep -v "$others" | xargs)
for mode in path edge kpath context; do
    same "mode $mode: loops are vectorised as without a profile" "$plain" \
        "$(vectorised $(plugin_flags mode=$mode) | grep -v "$others" | xargs)"
done
case $($CC -dumpmachine) in
riscv64*) unsupported "there are such loops" "GCC knows of no vectors there" ;;
*) same "there are such loops" yes "$([ "$(echo "$plain" | wc -w)" -ge 5 ] && echo yes)" ;;
esac

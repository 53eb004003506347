# SPDX-License-Identifier: GPL-3.0-or-later
# Counters of edges in short loops are added up in registers, and counted when the loop is left (gcc/loops/loop-sums.cc):
# what is counted is what is counted in each iteration, which -fno-tree-loop-optimize asks for, by whatever exit a loop is
# left; and loops that somebody may look at meanwhile are left as they are.
. "$SRCDIR/testsuite/lib/script.sh"

cat >sums.c <<'END'
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define ALONE __attribute__((noipa))
static jmp_buf back;
volatile int asked;
ALONE unsigned hash(const char *s) { unsigned h = 5381; while (*s) h = h * 33 ^ (unsigned char)*s++; return h; }
ALONE int one_way(const int *p, int n) { int s = 0; while (n--) if (*p++ & 1) s++; return s; }
ALONE int scan(const unsigned char *s, const unsigned char *end)
{
    int words = 0;
    while (s < end) {
        switch (*s) {
        case '<': return words;
        case '&': return -words;
        case 0: return -1;
        case ' ': words++; s++; break;
        case '\t': words += 8; s += 2; break;
        default: s++;
        }
    }
    return words;
}
ALONE int nested(const int *p, int n)
{
    int s = 0;
    for (int j = 0; j < n; j++) {
        const int *q = p;
        while (*q != j && q < p + n)
            if (*q++ > 4)
                s += j;
        if (s & 4)
            s--;
    }
    return s;
}
ALONE int many_ways(const int *p, int n)
{
    int s = 0;
    for (const int *q = p; q < p + n; q++)
        switch (*q % 9) {
        case 0: s ^= 1; break;
        case 1: s += 3; break;
        case 2: s *= 5; break;
        case 3: s -= 7; break;
        case 4: s <<= 1; break;
        case 5: s ^= *q; break;
        case 6: s += *q & 1; break;
        default: s--;
        }
    return s;
}
ALONE int waits(const int *p, int n) { int s = 0; while (n--) { if (*p++ & 1) s++; if (asked) break; } return s; }
ALONE void jump(int x) { if (x == 97) longjmp(back, 1); }
ALONE int leaves(const int *p, int n) { int s = 0; while (n--) { if (*p & 1) s++; jump(*p++); } return s; }
static inline int inlined(int x) { return x & 2 ? x >> 1 : x; }
ALONE int calls(const int *p, int n) { int s = 0; while (n--) s += inlined(*p++); return s; }
int main(void)
{
    int a[100], s = 0;
    char text[300];
    for (int i = 0; i < 100; i++)
        a[i] = i * 7919 % 101;
    for (int i = 0; i < 299; i++)
        text[i] = "abcdefgh ijk\tlmnopqrs"[i * 31 % 21];
    text[299] = 0;
    for (int n = 0; n < 60; n++) {
        text[n * 4] = "<&x"[n % 3];
        s += (int)hash(text + n) + one_way(a, n) + scan((unsigned char *)text + n, (unsigned char *)text + 280);
        s += nested(a, n) + many_ways(a, n) + waits(a, n) + calls(a, n);
        if (!setjmp(back))
            s += leaves(a, n);
    }
    printf("%d\n", s);
    return 0;
}
END

# counted FLAGS...: the counts of edges, as the notes have them.
counted() {
    rm -f prog *.ppda
    $CC -w "$@" sums.c -o prog && ./prog >said && "$PATHPROF" dump prog 2>said.of |
        sed -n '/^function/s/ storage.*num_paths=[0-9]*//p; s/^ *\(e[0-9]*\): .* count=/\1 /p'
}

for mode in edge callgraph; do
    for update in single thread atomic; do
        for level in 1 2 3 "2 -flto" "2 -fPIC -fnon-call-exceptions" "2 -fchecking"; do
            flags="-O$level $(plugin_flags mode=$mode update=$update)"
            counted $flags -fno-tree-loop-optimize >each && counted $flags >sums
            same "mode $mode, update=$update -O$level: counts" "$(md5sum <each)" "$(md5sum <sums)"
        done
    done
done
same "there are counts" yes "$(awk '$2 > 20 { n++ } END { print n >= 12 ? "yes" : n }' sums)"
same "nothing is contradictory" "" "$(grep contradict said.of)"

case $($CC -dumpmachine) in
x86_64-*)
    # in_loops FLAGS...: the functions that add to their first counter in memory, one by one; but main, of whose loops GCC 11
    # makes other code without these passes.
    in_loops() {
        $CC -w -O2 $(plugin_flags mode=edge update=single) -fno-gcse "$@" -S sums.c -o - |
            awk '/^[a-z_]*:/ { name = $1 } /addq\t\$1, (pathprof|\(%r)/ { n[name]++ } END { for (f in n) if (f != "main:") print f, n[f] }' | sort
    }
    same "a loop with one way round counts in a register" "hash: 1" "$(comm -13 <(in_loops) <(in_loops -fno-tree-loop-optimize))"
    ;;
*) unsupported "fewer counts in memory" "looked for in x86-64 code" ;;
esac

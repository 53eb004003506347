#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# What the second compile changes in GCC's optimisers besides what -fprofile-use turns on (gcc/base/flags.cc,
# gcc/use/integer-slp.cc), unless the user asks for something else.
. "$SRCDIR/testsuite/lib/script.sh"

cat >both.c <<'END'
__attribute__((noipa)) int both(int a, int b, int c) { int r; if (c > 3) r = a * b + 7; else r = a * b - c; return r; }
struct ints { int a[4]; };
struct floats { float a[4]; };
__attribute__((noipa)) void ints(struct ints *p, struct ints *q)
{
    p->a[0] += q->a[0], p->a[1] += q->a[1], p->a[2] += q->a[2], p->a[3] += q->a[3];
}
static inline void add(struct floats *p, struct floats *q)
{
    p->a[0] += q->a[0], p->a[1] += q->a[1], p->a[2] += q->a[2], p->a[3] += q->a[3];
}
__attribute__((noipa)) void floats(struct floats *p, struct floats *q) { add(p, q); }
int main(int n, char **words)
{
    struct ints i = {{1, 2, 3, 4}}, j = i;
    struct floats x = {{1, 2, 3, 4}}, y = x;
    int s = 0;
    for (int k = 0; k < 10; k++)
        s += both(k, n, k), ints(&i, &j), floats(&x, &y);
    return !words + (s != 81) + (i.a[3] != 44) + (x.a[1] != 22);
}
END

# hoisted FLAG...: how many values are computed before a branch for what is behind it.
hoisted() {
    rm -f ./*.pre
    $CC "$@" -fdump-tree-pre-details both.c -o used && ./used && cat ./*.pre | grep -c 'for code hoisting'
}

# vectorised FLAG...: the functions whose statements in a row become those of vectors.
vectorised() {
    rm -f ./*.slp?
    $CC "$@" -fdump-tree-slp both.c -o used && ./used && functions_of ./*.slp?
}

functions_of() { cat "$@" | awk '/^;; Function/ { name = $3 } /= MEM <vector/ { print name }' | sort -u | xargs; }

check "first compile" $CC -O2 $(plugin_flags mode=path) both.c -o train
check "training" ./train
same "plain -O2 hoists" 1 "$(hoisted -O2)"
same "use= does not" 0 "$(hoisted -O2 $(plugin_flags use=train))"
same "use= does if asked to" 1 "$(hoisted -O2 -fcode-hoisting $(plugin_flags use=train))"
check "first compile, -O3" $CC -O3 $(plugin_flags mode=path) both.c -o train3
check "training, -O3" ./train3
has_sse2() { $CC -dM -E - </dev/null | grep -q __SSE2__; }
if has_sse2; then
    same "plain -O3 vectorises both" "floats ints" "$(vectorised -O3)"
    same "use= where there are floats, inlined ones, too" floats "$(vectorised -O3 $(plugin_flags use=train3))"
    same "use= both if asked to" "floats ints" "$(vectorised -O3 -ftree-slp-vectorize $(plugin_flags use=train3))"
    same "use= of another function: as without" "floats ints" \
        "$(vectorised -O3 $(plugin_flags use=train3 exclude=ints))"
fi

# Blocks where hot ways meet are copied, up to a size; how large an instruction is differs by machine.
cat >meet.c <<'END'
volatile int sink;
int a[64];
__attribute__((noipa)) int meet(int i)
{
    int k;
    if (i & 1)
        sink = 1, k = a[i & 31] * 3, sink = 5;
    else
        sink = 2, k = a[i & 15] - 7, sink = 6;
    a[(i + 1) & 63] += k, a[(i + 5) & 63] ^= i, sink = 3;
    return k;
}
int main(void)
{
    int s = 0;
    for (int i = 0; i < 100000; i++)
        s += meet(i);
    return s == 12345;
}
END
# copied FLAG...: how many blocks are.
copied() {
    rm -f ./*.bbro
    $CC -O2 "$@" -fdump-rtl-bbro-details meet.c -o used && ./used && cat ./*.bbro | grep -c '^Duplicated bb'
}
check "first compile, ways that meet" $CC -O2 $(plugin_flags mode=path) meet.c -o meets
check "training, ways that meet" ./meets
if has_sse2; then
    same "use= copies the block" 1 "$(copied $(plugin_flags use=meets))"
    same "use= does not with GCC's size" 0 "$(copied $(plugin_flags use=meets) --param=max-grow-copy-bb-insns=8)"
fi

if $CC -flto -x c /dev/null -c -o null.o 2>/dev/null; then
    $CC -O2 -flto -flto-partition=one $(plugin_flags use=train) -fdump-tree-pre-details both.c -o used \
        -save-temps 2>/dev/null
    check "-flto: the program runs" ./used
    cat ./*ltrans*.pre >dump
    same "-flto: the function is compiled there" 1 "$(grep -c '^;; Function both ' dump)"
    same "nor with -flto" 0 "$(grep -c 'for code hoisting' dump)"
    # slp_of_link FLAG...: as `vectorised`, of the link.
    slp_of_link() {
        rm -f ./*ltrans*
        $CC -O3 "$@" -flto -flto-partition=one $(plugin_flags use=train3) -fdump-tree-slp both.c -o used \
            -save-temps 2>/dev/null
        ./used && functions_of ./*ltrans*.slp?
    }
    if has_sse2; then
        same "-flto vectorises where there are floats" floats "$(slp_of_link)"
        same "-flto: both if asked to" "floats ints" "$(slp_of_link -ftree-slp-vectorize)"
    fi
fi

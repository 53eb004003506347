# SPDX-License-Identifier: GPL-3.0-or-later
# Modes over calls, x86-64: what is not counted in line is counted by a function of the unit that changes two registers
# (gcc/mark/count-stub.h).  Values that wait in the others, whole vectors too, are what they were, and what is counted is
# what is counted without it, as in code for addresses beyond its reach.
. "$SRCDIR/testsuite/lib/script.sh"

case $($CC -dumpmachine) in
x86_64*) ;;
*)
    unsupported "counts by a function of the unit" "another machine"
    exit
    ;;
esac

cat >prog.c <<'END_OF_C'
#include <stdio.h>
#ifdef THREADS
#include <pthread.h>
#endif
typedef double vector __attribute__((vector_size(32)));
static int odd(int a, int b)
{
    if (a & 1)
        return b + 3;
    return b % 3 ? a : a ^ b;
}
/* More values than there are registers that a call keeps: all are live where the paths end. */
__attribute__((noinline)) static double vectors(int n, const double *v)
{
    vector s = {0, 1, 2, 3}, t = {1.5, 1.25, 1.75, 2};
    double d = 0.25, e = 3;
    long a = n, b = 2 * n, c = 3, f = 5, g = 7, h = 11;
    for (int i = 0; i < n; i++) {
        if (i % 3 == 0)
            s += t * v[i & 7], a += b;
        else if (i % 5 == 0)
            d = d * 1.01 + i, b ^= c;
        else if (v[i & 7] > 2)
            d -= e, c += f;
        else
            t += t, f ^= g;
        if (i % 17 == 0)
            d += odd(i, n), g += h;
        if (i % 19 == 0)
            t = (vector){0.5, 0.25, e, d}, h ^= a;
    }
    return s[0] + 3 * s[1] + 5 * s[2] + 7 * s[3] + t[0] + t[3] + d + e + (a ^ b ^ c ^ f ^ g ^ h) % 1000;
}
/* Very many paths, of which few are at home. */
static int tree(int a, int d)
{
    if (d == 0)
        return a;
    if (a % 2)
        return tree(a / 2, d - 1) + 1;
    if (a % 3)
        return tree(a * 3 + 1, d - 1);
    return a % 5 ? tree(a + 7, d - 1) ^ 5 : 1 + tree(a - 1, d - 1);
}
int (*volatile by_pointer)(int, int) = tree;
static void *work(void *result)
{
    double v[8], sum = 0;
    int q = 0;
    for (int i = 0; i < 8; i++)
        v[i] = i * 0.75;
    for (int i = 0; i < 3000; i++) {
        sum += vectors(i % 97, v);
        q += by_pointer(i, i % 40);
        switch (i % 9) {
        case 0: sum *= 0.99; break;
        case 3: q ^= i; break;
        case 5: sum -= q & 4 ? 3 : 0; break;
        case 7: q += odd(q, i);
        }
    }
    *(double *)result = sum + q % 4096;
    return result;
}
int main(void)
{
    double results[3] = {0, 0, 0};
#ifdef THREADS
    pthread_t threads[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], NULL, work, &results[i]);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
#else
    for (int i = 0; i < 3; i++)
        work(&results[i]);
#endif
    printf("%.17g %.17g %.17g\n", results[0], results[1], results[2]);
    return 0;
}
END_OF_C

# built NAME FLAG... -- OPTION...: ./NAME, which prints what the program prints without the plugin; its paths are in ./NAME.paths.
built() {
    local name=$1 flags=()
    shift
    while [ "$1" != -- ]; do flags+=("$1"); shift; done
    shift
    rm -f "$name.ppda"
    $CC "${flags[@]}" prog.c -o plain && ./plain >expected || return 1
    $CC "${flags[@]}" $(plugin_flags array-limit=0 "$@") prog.c -o "$name" 2>messages && [ ! -s messages ] || return 1
    ./"$name" >printed && cmp printed expected || return 1
    $PATHPROF report --json -a "$name" | sed '/"\(program\|command\|build\|date\|data\)/d; s/"[^"]*'"$name"'[^"]*"/""/g' >"$name.paths"
}

# has PROGRAM: whether there is such a function in it.
has() { $(binutil nm) "$1" | grep -q -w __pathprof_count; }

avx=
grep -q -w avx2 /proc/cpuinfo 2>/dev/null && avx=-mavx2
for flags in -O0 -O1 "-O2 $avx" "-O3 $avx" "-O2 -pthread -DTHREADS" "-O2 -fno-ipa-ra" "-O2 -masm=intel" "-O2 -fPIC -pie" \
    "-O2 -flto" "-O2 -fomit-frame-pointer -fno-asynchronous-unwind-tables"; do
    for mode in context piecewise; do
        name="$mode, $flags"
        check "$name: with it" built with $flags -- mode=$mode
        check "$name: it is there" has with
        check "$name: without" built without $flags -mcmodel=large -- mode=$mode
        check "$name: it is not there" eval '! has without'
        check "$name: there are paths" test $(wc -c <with.paths) -gt 1000
        check "$name: the same paths" cmp with.paths without.paths
    done
done

# bytes FLAG...: of the code of the program.
bytes() {
    $CC -O2 "$@" $(plugin_flags mode=context array-limit=0) -c prog.c -o object.o
    $(binutil objdump) -h object.o | awk '$2 == ".text" { print strtonum("0x" $3) }'
}
check "it saves registers: code is smaller" test "$(bytes)" -lt "$(bytes -fno-ipa-ra)"
check "with stack that grows: the same" built without -O2 -fsplit-stack -- mode=context
check "with stack that grows: it is not there" eval '! has without'
check "with atomic counts: the same" built without -O2 -- mode=context update=atomic
check "with atomic counts: it is not there" eval '! has without'

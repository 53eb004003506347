# SPDX-License-Identifier: GPL-3.0-or-later
# Functions that GCC would split have a hot part that is inlined (gcc/decide/hot-parts.h): the program does what it does
# without the plugin, and its profile is that of the functions as they stand (-fno-partial-inlining).
. "$SRCDIR/testsuite/lib/script.sh"

cat >prog.c <<'END_OF_C'
#include <stdio.h>
#include <stdlib.h>
#ifdef THREADS
#include <pthread.h>
#define LOCAL __thread
#else
#define LOCAL
#endif
LOCAL int on, kind;
LOCAL unsigned where[16];
__attribute__((noinline)) static void note(int a)
{
    where[a & 15] += a;
    if (a % 13 == 0)
        kind++;
}
/* What every function here does if that is needed: more than GCC would inline. */
#define REST(a)                                                                                    \
    for (int i = 0; i < ((a) & 7); i++) {                                                          \
        note((a) + i);                                                                             \
        if (where[i] % 3 == 1)                                                                     \
            a ^= where[i] & 0xff;                                                                  \
        else                                                                                       \
            a += 3;                                                                                \
    }                                                                                              \
    note(a);                                                                                       \
    note(a / 3);                                                                                   \
    if (a % 7 == 2)                                                                                \
        note(a / 5);                                                                               \
    if (a % 11 == 2)                                                                               \
        note(a / 9);
/* One way past the rest, with branches behind it. */
int simple(int a)
{
    if (__builtin_expect(on, 0)) {
        REST(a)
        return a * 3;
    }
    a &= 0xffff;
    if (a >= 0xe000)
        a |= 0x1f0000;
    return a;
}
/* Two ways, which meet again before they branch. */
int meet(int a, int b)
{
    if (__builtin_expect(a != 3, 1)) {
        if (__builtin_expect(kind % 4 == 1 && on, 0)) {
            REST(a)
            return a - b;
        }
        b++;
    }
    if (b & 2)
        return where[1] + b;
    return b;
}
/* A switch; what is stored on the way out; no result. */
void store(unsigned a, int b)
{
    switch (a % 8) {
    case 0: where[3] = b; return;
    case 1: where[4] ^= b; return;
    case 2:
    case 4: where[5] += b & 3; return;
    case 6:
        if (__builtin_expect(b % 32 == 5, 0))
            break;
        where[6]++;
        return;
    }
    if (__builtin_expect(!on, 1))
        return;
    REST(b)
}
/* Nobody needs the rest, and it is known. */
static int never(int a, int mode)
{
    if (__builtin_expect(mode == 1, 1))
        return a & 1 ? a + 2 : a / 2;
    REST(a)
    return a;
}
/* Itself again. */
int again(int a, int depth)
{
    if (__builtin_expect(depth <= 0, 1))
        return a;
    REST(a)
    return again(a / 2, depth - 1) ^ again(a / 3 + 1, depth - 2);
}
/* Stores before it is known: not of the trunk. */
int dirty(int a)
{
    where[7]++;
    if (__builtin_expect(!on, 1))
        return a;
    REST(a)
    return a + 1;
}
/* Where the rest is needed more is known of an argument. */
static int bounded(int a, int n)
{
    if (__builtin_expect(n < 100, 1))
        return a + n;
    REST(a)
    return a - n;
}
int (*volatile by_pointer)(int) = simple;
static void *work(void *result)
{
    unsigned s = 0;
    for (int i = 0; i < 20000; i++) {
        on = i % 50 == 7;
        s = s * 31 + simple(i * 7) + simple(i);
        s ^= meet(i % 9, i) + meet(i, s & 15);
        store(i, s & 0xff);
        store(s & 0xff, i);
        s += never(i, 1) + never(s & 0xff, 1);
        if (i % 16 == 0)
            s += again(i, i % 6) - again(s & 0xff, 2);
        s += dirty(i) - dirty(s & 0xffff);
        s ^= bounded(i, s & 127) + bounded(s & 63, i % 104);
        if (i % 64 == 3)
            s += by_pointer(i);
    }
    for (int i = 0; i < 16; i++)
        s = s * 3 + where[i];
    *(unsigned *)result = s + kind;
    return result;
}
int main(void)
{
    unsigned results[2];
#ifdef THREADS
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, work, &results[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
#else
    for (int i = 0; i < 2; i++)
        work(&results[i]);
#endif
    printf("%u %u\n", results[0], results[1]);
    return 0;
}
END_OF_C

cat >thrown.cc <<'END_OF_CC'
#include <cstdio>
static unsigned sum;
static bool on;
__attribute__((noinline)) static void note(int a)
{
    sum = sum * 31 + a;
    if (a % 17 == 3)
        throw a;
}
struct guard {
    ~guard() { sum++; }
};
/* Inline functions of a class: every unit may have them, and one body stays. */
struct store {
    int size, room;
    int put(int a)
    {
        if (__builtin_expect(size < room, 1)) {
            size++;
            return a + size;
        }
        guard g;
        for (int i = 0; i < (a & 3); i++)
            note(a + i);
        note(a / 2);
        if (a % 3)
            note(a / 3);
        if (on)
            note(a / 7);
        if (a % 5 == 1)
            note(a * 3);
        for (int i = a & 3; i < 5; i++) {
            note(a - i);
            if (a % 7 == i)
                note(i / 3 + a / 5);
            else if (a % 9 > i)
                note(a / 4 - i * 3);
            else
                sum ^= i;
            if (sum % 3 == 1)
                note(sum / 7 + i);
            if (sum % 5 == 1)
                note(sum / 9 - i);
        }
        room += 20;
        return -a;
    }
};
int main()
{
    store one = {0, 4}, two = {0, 9};
    for (int i = 0; i < 5000; i++) {
        on = i % 3;
        try {
            sum += one.put(i) ^ two.put(i / 2);
            if (i % 4 == 0)
                sum -= two.put(i);
        } catch (int a) {
            sum ^= a;
            one.room += 7;
        }
    }
    std::printf("%u\n", sum);
}
END_OF_CC

# profiled NAME SOURCE FLAG...: ./NAME, which does what the program does without the plugin; what the command says of
# its profile is in ./NAME.said, the compiler's call graph in ./NAME.inlined.
profiled() {
    local name=$1 source=$2 compiler=$CC flags=() options=() word
    shift 2
    [ "$source" = prog.c ] || compiler=$CXX
    for word; do
        case $word in
        -*) flags+=("$word") ;;
        *) options+=("$word") ;;
        esac
    done
    rm -f prog prog.ppda ./*.inline
    $compiler "${flags[@]}" "$source" -o plain && ./plain >expected || return 1
    $compiler $(plugin_flags "${options[@]}") "${flags[@]}" -g -fdump-ipa-inline "$source" -o prog 2>messages &&
        [ ! -s messages ] || return 1
    cat ./*.inline >"$name.inlined"
    ./prog >printed && cmp printed expected || return 1
    # In mode callgraph which edges are known depends on where counters are.
    local commands=(edges lines "report -n 10000")
    case " ${options[*]} " in *" mode=callgraph "*) commands=(callgraph "callgraph --json") ;; esac
    for word in "${commands[@]}"; do
        $PATHPROF $word prog
    done >"$name.said" 2>&1
    true
}

# parts NAME: how many functions have a hot part.
parts() { grep -o '[a-z]*[.]hot[.][0-9]*' "$1.inlined" | sort -u | wc -l; }

# alike NAME SOURCE PARTS WORD...: the profile with hot parts is that without, and there are PARTS of them or, unless that
# is 0, more.
alike() {
    local name=$1 source=$2 expected=$3
    shift 3
    check "$name: with hot parts" profiled with "$source" "$@"
    check "$name: without" profiled without "$source" "$@" -fno-partial-inlining
    if [ "$expected" = 0 ]; then
        same "$name: there are none" 0 "$(parts with)"
    else
        check "$name: so many" test "$(parts with)" -ge "$expected"
    fi
    same "$name: none" 0 "$(parts without)"
    check "$name: the profile is not empty" test "$(wc -l <without.said)" -gt 100
    check "$name: the same profile" cmp with.said without.said
}

for mode in path edge callgraph kpath path-context; do
    alike "$mode" prog.c 5 -O2 mode=$mode sample-rate=0
    alike "$mode, threads" prog.c 5 -O2 -pthread -DTHREADS mode=$mode sample-rate=0
    alike "$mode, C++" thrown.cc 1 -O2 mode=$mode sample-rate=0
done
alike "atomic" prog.c 5 -O2 -pthread -DTHREADS mode=edge update=atomic
alike "pending" prog.c 5 -O2 mode=path pending=on
alike "pending, C++" thrown.cc 1 -O2 mode=path pending=on
alike "values" prog.c 4 -O2 mode=path values=on
alike "tables" prog.c 5 -O2 mode=path array-limit=0
alike "checking" prog.c 5 -O2 -fchecking=2 mode=path
alike "-fwhole-program" prog.c 5 -O2 -fwhole-program mode=path
# IPA knows all calls: those of the rest have other arguments than the rest.
alike "-fwhole-program, nothing inlined" prog.c 5 -O2 -fwhole-program mode=path --param=large-unit-insns=0 \
    --param=inline-unit-growth=0 --param=max-inline-insns-auto=15
# Not where GCC would not split, nor where calls are more than ways to a result.
alike "-O1" prog.c 0 -O1 mode=path
alike "-Os" prog.c 0 -Os mode=path
alike "-flto" prog.c 0 -O2 -flto mode=path
# In modes over calls they are inlined whole.
for mode in context piecewise context-values; do
    alike "$mode" prog.c 0 -O2 mode=$mode
    alike "$mode -flto" prog.c 0 -O2 -flto mode=$mode
    alike "$mode, C++" thrown.cc 0 -O2 mode=$mode
done
alike "position-independent" prog.c 1 -O2 -fPIC -shared-libgcc mode=path

# The same code with and without debug information.
check "-fcompare-debug" $CC -O2 -g -fcompare-debug $(plugin_flags) -c prog.c -o object.o
check "-fcompare-debug, C++" $CXX -O2 -g -fcompare-debug $(plugin_flags) -c thrown.cc -o object.o
# What is not inlined is not there: its calls go to the function.
$CC -O2 $(plugin_flags) -c prog.c -o object.o
same "no hot part is left by itself" "" "$($(binutil nm) object.o | grep '[.]hot[.]')"

# It pays.
cat >fast.c <<'END_OF_C'
#include <stdio.h>
int on, table[64];
__attribute__((noinline)) void note(int a) { table[a & 63] += a; }
int relocate(int a)
{
    if (__builtin_expect(on, 0)) {
        for (int i = 0; i < (a & 7); i++) {
            note(a + i);
            a ^= table[i];
        }
        note(a);
        note(a * 2);
        if (a % 7)
            note(a / 7);
        if (a % 9)
            note(a / 11);
        return a * 3 + table[a & 63];
    }
    return a & 0xffff;
}
int first(int a) { return relocate(a) + 1; }
int main(void)
{
    unsigned s = 0;
    for (int i = 0; i < 1000000; i++)
        s += relocate(i * 7) ^ relocate(i) ^ first(i);
    printf("%u\n", s);
    return 0;
}
END_OF_C
calls_relocate() { $CC -O2 $(plugin_flags mode=context) "$@" -S fast.c -o - | sed -n '/^first:/,/\.size/p' | grep -c 'relocate'; }
same "mode context: inlined whole" 0 "$(calls_relocate)"
same "mode context: not with -fno-partial-inlining" 1 "$(calls_relocate -fno-partial-inlining)"
if has valgrind && ! emulated; then
    for flag in -fpartial-inlining -fno-partial-inlining; do
        $CC -O2 $flag $(plugin_flags mode=callgraph sample-rate=0) fast.c -o "fast$flag"
    done
    check "it pays" test "$(instructions ./fast-fpartial-inlining)" -lt "$(($(instructions ./fast-fno-partial-inlining) * 7 / 8))"
else
    unsupported "it pays" "no valgrind"
fi

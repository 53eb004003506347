# SPDX-License-Identifier: GPL-3.0-or-later
# Option bursts=: where all is counted, the counts are those of mode path, exactly; else true counts are within the
# bounds as often as these say, what is counted conserves flow, and nothing that a program does is in the way.
. "$SRCDIR/testsuite/lib/script.sh"

counts() { python3 "$SRCDIR/testsuite/run/bursts.py" counts "$PATHPROF" "$1"; }
within() { python3 "$SRCDIR/testsuite/run/bursts.py" within "$PATHPROF" "$@"; }
flow() { python3 "$SRCDIR/testsuite/run/bursts.py" flow "$PATHPROF" "$@"; }
error() { python3 "$SRCDIR/testsuite/run/bursts.py" error "$PATHPROF" "$@"; }

# exact NAME COMPILER SOURCE [FLAG]...: compiled to NAME with bursts, and to NAME-all without, in mode $mode, where
# functions are never split.
mode=path
exact() {
    local name=$1 compiler=$2 source=$3
    shift 3
    $compiler -w -fno-partial-inlining "$@" $(plugin_flags mode=$mode bursts=on) "$source" -o "$name" 2>/dev/null &&
        $compiler -w "$@" $(plugin_flags mode=$mode) "$source" -o "$name-all" 2>/dev/null ||
        { fail "$name $*" "it does not compile"; return 1; }
    rm -f "$name.ppda" "$name-all.ppda"
    PATHPROF_BURSTS=1 ./"$name" >said 2>err
    ./"$name-all" >said-all 2>err-all
    counts "$name" >counts
    counts "$name-all" >counts-all
    [ -s counts ] && same "$name $*: counts" "$(cat counts-all)" "$(cat counts)"
    same "$name $*: output" "$(cat said-all err-all)" "$(cat said err)"
}

cat >phases.c <<'EOF'
#include <stdio.h>
/* Called often; a loop that turns and has phases; a loop in a function that is called seldom. */
static int __attribute__((noinline)) step(int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        if (i % 3)
            sum += i;
        else
            sum ^= i;
    return sum;
}
static int __attribute__((noinline)) pick(int n)
{
    if (n % 7 == 0)
        return n;
    if (n & 1)
        return n * 3 + 1;
    return n / 2;
}
static unsigned __attribute__((noinline)) rarely(unsigned seed)
{
    for (int i = 0; i < 4000; i++) {
        if (seed & 64)
            seed += pick(i);
        seed = seed * 1103515245 + 12345;
    }
    return seed;
}
int main(void)
{
    unsigned sum = 0;
    for (int i = 0; i < 100000; i++) {
        sum += step(i % 20);
        if (i < 30000 || sum % 5 == 0)
            sum ^= pick(sum & 0xffff);
    }
    for (int i = 0; i < 20; i++)
        sum += rarely(i);
    printf("%u\n", sum);
    return 0;
}
EOF
cat >throws.C <<'EOF'
#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>
struct Depth {
    int *n;
    explicit Depth(int *n) : n(n) { ++*n; }
    ~Depth() { --*n; }
};
static int depth;
__attribute__((noinline)) int inner(int i)
{
    Depth d(&depth);
    if (i % 5 == 0)
        throw std::runtime_error("five");
    if (i % 7 == 0)
        throw i;
    return i;
}
__attribute__((noinline)) int middle(int i)
{
    Depth d(&depth);
    std::vector<std::string> all(1, std::string(i % 30, 'x'));
    try {
        return inner(i) + (int)all[0].size();
    } catch (int k) {
        if (k % 3)
            throw;
        return k;
    }
}
int main()
{
    long sum = 0;
    for (int i = 0; i < 5000; i++)
        try {
            Depth d(&depth);
            sum += middle(i);
        } catch (const std::exception &e) {
            sum += e.what()[0];
        } catch (int x) {
            sum -= x;
        }
    printf("%ld %d\n", sum, depth);
}
EOF
for level in -O0 -O1 -O2 -O3 -Os; do
    exact phases "$CC" phases.c $level
    exact throws "$CXX" throws.C $level
done
exact phases "$CC" phases.c -O2 -pthread
exact phases "$CC" phases.c -O2 -flto
exact throws "$CXX" throws.C -O2 -pthread
for sanitizer in thread address undefined; do
    $CC -w -fsanitize=$sanitizer phases.c -o plain 2>/dev/null && ./plain >said 2>/dev/null &&
        exact phases "$CC" phases.c -O2 -fsanitize=$sanitizer
done
for name in many-paths irreducible switch recursion fork vla asm-goto; do
    exact $name "$CC" "$SRCDIR/testsuite/run/$name.c" -O2
done
mode=path-context
exact phases "$CC" phases.c -O2
exact irreducible "$CC" "$SRCDIR/testsuite/run/irreducible.c" -O2
mode=path

# Estimates: of arrays and of tables, of loops that turn.  An activation, or a loop's turn, is counted as a whole, so
# that control leaves what it has come to as often.
for how in mode=path array-limit=0; do
    $CC -O2 $(plugin_flags bursts=on $how) phases.c -o phases
    same "$how: within the bounds" good "$(within phases 20:8 20)"
    same "$how: what is counted conserves flow" good "$(flow phases 50:16 8)"
done
$CC -O0 $(plugin_flags bursts=on) phases.c -o phases
same "-O0: within the bounds" good "$(within phases 10:4 20 step pick main)"
$CXX -O2 $(plugin_flags bursts=on) throws.C -o throws
# (Not of the library, of whose functions many run in step, so that all are within their bounds or none.)
same "exceptions: within the bounds" good "$(within throws 5:2 40 main 'inner(int)' 'middle(int)')"

# A long activation is one draw, though what it calls asks meanwhile and many bursts begin.
cat >long.c <<'EOF'
#include <stdio.h>
#include <stdlib.h>
static int __attribute__((noinline)) plain(int x) { return x & 1 ? x * 3 : x + 7; }
static int (*volatile called)(int) = plain;
static long __attribute__((noinline)) outer(int m)
{
    long sum = 0;
    for (int i = 0; i < m; i++)
        if (i & 2)
            sum += called(i);
        else
            sum -= called(i);
    return sum;
}
static int compare(const void *a, const void *b) { return *(const int *)a < *(const int *)b ? -1 : *(const int *)a > *(const int *)b; }
static int (*volatile comparing)(const void *, const void *) = compare;
static void __attribute__((noinline)) sort(int *a, int n)
{
    if (n < 2)
        return;
    int pivot = a[n / 2], i = 0, j = n - 1;
    while (i <= j) {
        while (comparing(&a[i], &pivot) < 0)
            i++;
        while (comparing(&pivot, &a[j]) < 0)
            j--;
        if (i <= j) {
            int t = a[i];
            a[i++] = a[j], a[j--] = t;
        }
    }
    sort(a, j + 1);
    sort(a + i, n - i);
}
int main(void)
{
    long sum = 0;
    unsigned x = 1;
    int a[4000];
    for (int i = 0; i < 200; i++)
        sum ^= outer(2000);
    for (int i = 0; i < 40; i++) {
        for (int j = 0; j < 4000; j++)
            a[j] = (x = x * 1103515245 + 12345) >> 8 & 0xffff;
        sort(a, 4000);
        sum += a[5];
    }
    printf("%ld\n", sum);
    return 0;
}
EOF
exact long "$CC" long.c -O2
same "long activations: within the bounds" good "$(within long 5:16 40 outer)"
same "and those that are recursive" good "$(within long 5:16 40 sort compare)"

# The same seed gives the same, another one another; runs add up, and know more together.
$CC -O2 $(plugin_flags bursts=on) phases.c -o phases
for seed in 7:1 7:2 8:3; do
    rm -f phases.ppda
    PATHPROF_BURSTS=50:16:${seed%:*} ./phases >said
    counts phases >"seed-$seed"
done
check "a seed decides" cmp seed-7:1 seed-7:2
if cmp -s seed-7:1 seed-8:3; then fail "another seed decides otherwise"; else pass "another seed decides otherwise"; fi
one=$(error phases)
for seed in 9 10 11 12 13 14 15; do PATHPROF_BURSTS=50:16:$seed ./phases >said; done
check "more runs, smaller errors" awk -v eight="$(error phases)" -v one="$one" 'BEGIN { exit !(eight < 0.6 * one) }'
"$PATHPROF" report phases >report
same "the report says so" 1 "$(grep -c '^Counts are estimates' report)"
same "and has bounds" 1 "$(grep -c 'count  *+-95%' report)"
"$PATHPROF" report phases-all >report
same "a full profile has none" 0 "$(grep -c -e 'estimates' -e '+-95%' report)"

# Nothing, and what is no wish.
rm -f phases.ppda
PATHPROF_BURSTS=0 ./phases >said
same "0 counts nothing" "" "$(counts phases)"
for bad in x 5: 5:0 5:2000 5:5:5:5 -1; do
    PATHPROF_BURSTS=$bad ./phases >said 2>err
    same "$bad is no wish" 1 "$(grep -c "PATHPROF_BURSTS is '$bad', not .*; it is taken as if it were not there" err)"
done

# Threads draw for themselves.
cat >threads.c <<'EOF'
#include <pthread.h>
#include <stdio.h>
static unsigned __attribute__((noinline)) walk(unsigned x)
{
    if (x & 8)
        return x * 5 + 1;
    return x & 16 ? x * 3 + 7 : x + 13;
}
static void *run(void *from)
{
    unsigned x = (unsigned)(unsigned long)from;
    for (int i = 0; i < 30000; i++)
        x = walk(x);
    return (void *)(unsigned long)x;
}
int main(void)
{
    pthread_t threads[4];
    unsigned long sum = 0;
    for (unsigned long i = 0; i < 4; i++)
        pthread_create(&threads[i], NULL, run, (void *)(i * 77));
    for (int i = 0; i < 4; i++) {
        void *result;
        pthread_join(threads[i], &result);
        sum += (unsigned long)result;
    }
    printf("%lu\n", sum);
    return 0;
}
EOF
exact threads "$CC" threads.c -O2 -pthread
same "threads: within the bounds" good "$(within threads 20:4 20 walk)"

# Children of a fork, and theirs, are counted each by itself: of 64 that ask once, with a chance of 1/2, neither all nor
# none.
cat >forks.c <<'EOF'
#include <sys/wait.h>
#include <unistd.h>
static int __attribute__((noinline)) once(int x) { return x & 8 ? x * 5 : x + 1; }
static int __attribute__((noinline)) deeper(int x) { return x & 8 ? x * 7 : x + 2; }
int main(void)
{
    for (int i = 0; i < 64; i++)
        if (fork() == 0)
            _exit(once(i) & 0);
    while (wait(NULL) > 0)
        ;
    for (int i = 0; i < 64; i++)
        if (fork() == 0) {
            if (fork() == 0)
                _exit(deeper(i) & 0);
            wait(NULL);
            _exit(0);
        }
    while (wait(NULL) > 0)
        ;
    return 0;
}
EOF
$CC -O1 $(plugin_flags bursts=on) forks.c -o forks || exit 1
for seed in 1 2 3 4 5; do
    rm -f forks.ppda
    PATHPROF_BURSTS=2:1:$seed ./forks
    counts forks >forks-$seed
    for name in once deeper; do
        check "children, $name: not all or none, seed $seed" awk -v name=$name '
            index($1, name) == 1 { n += $2 } END { exit !(n / 2 > 16 && n / 2 < 48) }' forks-$seed
    done
done
rm -f forks.ppda
PATHPROF_BURSTS=2:1:5 ./forks
same "children: a seed decides" "$(cat forks-5)" "$(counts forks)"

# A shared object that is loaded late; a file that is mapped.
cat >loads.c <<'EOF'
#include <dlfcn.h>
#include <stdio.h>
int main(void)
{
    void *library = dlopen("./late.so", RTLD_NOW);
    int (*twice)(int) = library ? (int (*)(int))dlsym(library, "twice") : NULL;
    int sum = 0;
    for (int i = 0; twice && i < 1000; i++)
        sum += twice(i);
    printf("%d\n", sum);
    return !twice;
}
EOF
echo 'int twice(int n) { if (n % 10) return 2 * n; return 0; }' >late.c
$CC -O2 -fPIC -shared $(plugin_flags bursts=on) late.c -o late.so && $CC -O2 loads.c -o loads -ldl
PATHPROF_BURSTS=1 PATHPROF_FILE=late.so.ppda ./loads >said
same "a shared object" "100 900" "$(counts late.so | awk '{ print $2 }' | sort -n | paste -sd' ')"
rm -f phases.ppda
PATHPROF_BURSTS=1 PATHPROF_CONTINUOUS=1 ./phases >said
counts phases >counts
rm -f phases.ppda
PATHPROF_BURSTS=1 ./phases >said
same "a live file" "$(counts phases)" "$(cat counts)"

# What cannot be there twice is not counted, and works.
for name in setjmp computed-goto; do
    $CC -w -O2 $(plugin_flags bursts=on) "$SRCDIR/testsuite/run/$name.c" -o $name && $CC -w -O2 "$SRCDIR/testsuite/run/$name.c" -o $name-plain
    PATHPROF_BURSTS=1 ./$name >said 2>err
    status=$?
    ./$name-plain >said-plain 2>err-plain
    same "$name" "$? $(cat said-plain err-plain)" "$status $(cat said err)"
    "$PATHPROF" dump $name >dump
    check "$name: it says so" grep -q 'with bursts=on its code would have to be there twice' dump
done
# What such a function calls is not inlined there, where it would not be counted.
cat >kept.c <<'EOF'
#include <setjmp.h>
#include <stdio.h>
static jmp_buf env;
static int work(const char *s)
{
    int n = 0;
    for (; *s; s++)
        if (*s == ' ')
            n += 3;
        else if (*s > 'm')
            n ^= 5;
        else
            n++;
    return n;
}
static int other(const char *s)
{
    int n = 0;
    for (; *s; s++)
        n += *s == 'o' ? *s & 3 : 1;
    return n;
}
/* One way to it is a pointer that GCC finds out. */
static int apply(int (*f)(const char *), const char *s) { return f(s); }
int main(void)
{
    volatile long sum = 0;
    if (setjmp(env))
        return 1;
    for (int i = 0; i < 1000; i++)
        sum += work("hot loop in a helper") + apply(other, "another one");
    printf("%ld\n", sum);
    return 0;
}
EOF
for flags in -O2 "-O3 -flto" "-O3 -flto -fno-partial-inlining -flto-partition=none"; do
    $CC -w $flags $(plugin_flags bursts=on) kept.c -o kept 2>err && $CC -w $flags $(plugin_flags) kept.c -o kept-all
    rm -f kept.ppda kept-all.ppda
    PATHPROF_BURSTS=1 ./kept >said
    ./kept-all >said-all
    same "kept apart, $flags: counts" "$(counts kept-all | grep -v '^main\|^apply')" "$(counts kept | grep -v '^main\|^apply')"
    same "kept apart, $flags: output" "$(cat said-all)" "$(cat said)"
done
cat >symbol.c <<'EOF'
static int __attribute__((noinline)) marked(int n)
{
    __asm__ volatile("a_symbol_of_its_own: nop");
    return n > 1;
}
int main(int argc, char **argv) { return argv[0] && marked(argc); }
EOF
check "a symbol is defined once" $CC -O2 $(plugin_flags bursts=on) symbol.c -o symbol
check "and it runs" ./symbol

# The second compile takes estimates.
$CC -O2 $(plugin_flags bursts=on) -c phases.c -o phases.o && $CC phases.o -o phases && rm -f phases.ppda
./phases >said
check "the second compile" $CC -O2 -Werror $(plugin_flags use=phases.ppda) -c phases.c -o phases.o

# What asks for something of every activation does not go with it.
for option in pending=on trace=on targets=count values=on sample-rate=100 update=atomic; do
    $CC -c $(plugin_flags bursts=on $option) phases.c -o phases.o 2>err
    same "$option is an error" 1 "$(grep -c "error: pathprof: 'bursts=on' and '${option%=100}.*' exclude each other" err)"
done
for other in edge kpath context callgraph; do
    $CC -c $(plugin_flags bursts=on mode=$other) phases.c -o phases.o 2>err
    same "mode=$other is an error" "1 1" "$(grep -c "error: pathprof: 'bursts=on' is for modes 'path' and 'path-context', and the mode is '$other'" err) $(grep -c error: err)"
done
$CC -c $(plugin_flags bursts=on use=phases.ppda) phases.c -o phases.o 2>err
same "the second compile has no bursts" 1 "$(grep -c "options 'use' and 'bursts' exclude each other" err)"

# SPDX-License-Identifier: GPL-3.0-or-later
# Modes over calls: paths from a loop's head to where it goes round that follow no call have counters of their own
# (core/number/inner-paths.h).  What is counted is what the table alone counts (array-limit=0), whatever happens meanwhile.
. "$SRCDIR/testsuite/lib/script.sh"

cat >prog.c <<'END'
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef THREADS
#include <pthread.h>
#endif
void __pathprof_dump(void) __attribute__((weak));
void __pathprof_reset(void) __attribute__((weak));
static jmp_buf back;
static unsigned long iterations;
__attribute__((noinline)) static unsigned callee(unsigned x) { return x % 3 ? x / 3 : x + 1; }
/* Some ways round follow a call, some leave the loop in the middle, and there is a loop in it. */
__attribute__((noinline)) static unsigned mixed(unsigned x, unsigned n)
{
    unsigned sum = 0;
    for (unsigned i = 0; i < n; i++) {
        x = x * 1103515245u + 12345u;
        switch (x >> 16 & 7) {
        case 0: sum += callee(x); break;
        case 1: sum ^= x; continue;
        case 2: if (x & 0x1000) sum++; else sum--;
        case 3: sum += i; break;
        case 4: for (unsigned j = 0; j < (x >> 20 & 7); j++) sum += j & 1 ? x : j;
        }
        if (sum % 1009 == 7)
            return sum;
        if (sum & 1)
            sum += 3;
    }
    return sum;
}
/* Calls and loops that call each other, and one that control leaves sideways. */
__attribute__((noinline)) static unsigned deep(unsigned x, int level)
{
    unsigned sum = 0;
    while (x) {
        if (x & 1)
            sum++;
        else if (level)
            sum += deep(x >> 4, level - 1);
        else if (sum == 5)
            longjmp(back, 1);
        x >>= 1;
    }
    return sum;
}
__attribute__((noinline)) static unsigned plain(const char *s)
{
    unsigned n = 0;
    while (*s) {
        if (*s == 'a' || *s == 'b')
            n += 2;
        else if (*s != 'c')
            n++;
        s++;
    }
    return n;
}
static unsigned (*volatile by_pointer)(const char *) = plain;
static unsigned work(unsigned from, unsigned times)
{
    unsigned sum = 0;
    for (unsigned i = from; i < from + times; i++) {
        sum += mixed(i * 2654435761u, i % 40) + plain("abcabcdefabc" + i % 12) + by_pointer("cbad");
        __atomic_fetch_add(&iterations, 4, __ATOMIC_RELAXED);
    }
    return sum;
}
static void sideways(unsigned from)
{
    for (volatile unsigned i = from; i < from + 50; i++)
        if (!setjmp(back))
            deep(i * 40503u, i % 3);
}
static volatile int handled;
static void handler(int signal)
{
    (void)signal;
    if (handled++ < 200)
        work(handled, 5);
}
#ifdef THREADS
static void *thread(void *from) { work((unsigned)(long)from, 300); return 0; }
#endif
int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "dump"))
            __pathprof_dump();
        else if (!strcmp(argv[i], "reset"))
            __pathprof_reset();
        else if (!strcmp(argv[i], "sideways"))
            sideways(i);
        else if (!strcmp(argv[i], "kill"))
            raise(SIGKILL);
        else if (!strcmp(argv[i], "fork")) {
            if (fork() == 0) {
                work(7, 300);
                exit(0);
            }
            wait(0);
        } else if (!strcmp(argv[i], "handler")) {
            signal(SIGALRM, handler);
            struct itimerval often = {{0, 200}, {0, 200}};
            setitimer(ITIMER_REAL, &often, 0);
            while (handled < 200)
                work(3, 10);
            often.it_value.tv_usec = 0;
            setitimer(ITIMER_REAL, &often, 0);
            printf("%lu\n", iterations);
        }
#ifdef THREADS
        else if (!strcmp(argv[i], "threads")) {
            pthread_t threads[4];
            for (long t = 0; t < 4; t++)
                pthread_create(&threads[t], 0, thread, (void *)(t * 1000));
            for (long t = 0; t < 4; t++)
                pthread_join(threads[t], 0);
        }
#endif
        else
            printf("%u\n", work(i, atoi(argv[i])));
    }
    return 0;
}
END
# counts PROGRAM DATA: number and count of each path, and of each edge.
counts() {
    "$PATHPROF" dump --json "$1" -d "$2" 2>messages | python3 -c '
import json, sys
for unit in json.load(sys.stdin)["units"]:
    print(*sorted("%s:%s" % (path["number"], path["count"]) for path in unit.get("paths", [])), sep="\n")'
    "$PATHPROF" edges "$1" -d "$2"
}
# alike NAME FLAG... -- ARGUMENT...: both programs say and count the same.
alike() {
    local name=$1 flags=() way
    shift
    while [ "$1" != -- ]; do flags+=("$1") && shift; done
    shift
    for way in 0 1; do
        rm -f $way.ppda*
        $CC -O2 "${flags[@]}" -fplugin-arg-pathprof-array-limit=$way prog.c -o prog$way 2>messages &&
            PATHPROF_FILE=$way.ppda ./prog$way "$@" >said$way 2>&1
        counts prog$way $way.ppda >counts$way 2>&1
    done
    check "$name" cmp counts0 counts1 && same "$name: output" "$(cat said0)" "$(cat said1)" &&
        same "$name: something was counted" yes "$([ "$(grep -c : counts1)" -gt 40 ] && echo yes)"
}
# own PROGRAM: how many procedures have counters for such paths.
own() { nm "$1" | grep -c 'pathprof\.counters\.[0-9]'; }

for mode in piecewise context context-values piecewise-values; do
    base=$(plugin_flags mode=$mode)
    alike "$mode" $base -- 500 sideways 30
    same "$mode: counters of their own" "1 yes" \
        "$(own prog0) $([ "$(own prog1)" -gt 1 ] && echo yes)"
    alike "$mode, -O0" $base -O0 -- 500 sideways
    alike "$mode, -flto" $base -flto -- 500 sideways
    for update in single atomic thread; do
        flags="$base -fplugin-arg-pathprof-update=$update"
        alike "$mode, $update: dump, reset, fork" $flags -- 300 dump 40 fork reset 10 sideways fork dump 500
    done
    for update in atomic thread; do
        alike "$mode, $update: threads" $base -fplugin-arg-pathprof-update=$update -DTHREADS -pthread -- 10 threads dump threads 20
    done
    alike "$mode, without loop optimisers" $base -fno-tree-loop-optimize -fno-jump-tables -- 500
    alike "$mode, all loops unrolled" $base -O3 -funroll-all-loops -- 500
    alike "$mode, blocks copied by the tracer" $base -ftracer -fno-split-loops -- 500
done
# A handler that comes between the test for an inner path and the addition to its counter loses no count.
case $($CC -dumpmachine) in
*-x86_64* | x86_64-* | *-i?86* | i?86-*)
    $CC -O2 $(plugin_flags mode=piecewise array-limit=1) prog.c -o prog || exit 1
    rm -f prog.ppda && ./prog handler >said
    same "a handler: all is counted" "$(cat said)" "$("$PATHPROF" dump prog | awk '/^function plain/ {
        match($0, / calls=[0-9]+/); print 2 * substr($0, RSTART + 7, RLENGTH - 7) }')"
    ;;
esac
# In a live file.
$CC -O2 $(plugin_flags mode=piecewise array-limit=1) prog.c -o prog || exit 1
rm -f prog.ppda* && PATHPROF_CONTINUOUS=1 ./prog 500 kill
# Each path of both functions, and its count.
paths() { "$PATHPROF" report -a -f 'mixed|plain' "$@" | awk '/#/ { print $NF, $5 }' | sort; }
"$PATHPROF" merge -o killed.ppda prog.ppda* && paths prog killed.ppda >killed
rm -f prog.ppda* && ./prog 500 >/dev/null && paths prog >lived
check "in a live file" cmp lived killed
same "which has paths" yes "$([ "$(wc -l <lived)" -gt 20 ] && echo yes)"
# A path that the procedure does not have is said, and nothing else suffers.
python3 "$SRCDIR/testsuite/lib/unknown-path.py" prog.ppda wrong.ppda
"$PATHPROF" report -a prog wrong.ppda >wrong 2>said
"$PATHPROF" report -a prog >right
check "a path that there is not is said" grep -q "1 path numbers name no path" said
same "and all others are as they were" "$(($(grep -c '#' right) - 1))" "$(grep -c '#' wrong)"

# SPDX-License-Identifier: GPL-3.0-or-later
# PATHPROF_CONTINUOUS with whatever counters there are: a process that is killed has counted what one that
# ends has.
. "$SRCDIR/testsuite/lib/script.sh"

cat >prog.c <<'PROG'
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
__attribute__((noinline)) static int leaf(int i) { return i & 1 ? i & 2 ? 3 : 4 : i & 4 ? 5 : 6; }
static int (*volatile pointer)(int) = leaf;
__attribute__((noinline)) int middle(int i)
{
    int s = leaf(i);
    for (int j = 0; j < i % 5; j++)
        s += leaf(i + j) + (j & 1 ? pointer(j) : 0);
    return s + leaf(i / 2);
}
/* Not followed, so that no path of main's is under way in it. */
void *work(void *unused)
{
    long s = 0;
    for (int i = 0; i < 3000; i++)
        s += middle(i);
    return unused;
}
static void *(*volatile worker)(void *) = work;
int main(int argc, char **argv)
{
    pthread_t threads[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], NULL, worker, argv);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    worker(NULL);
    if (argc > 1)
        raise(SIGKILL);
    return 0;
}
PROG
for options in "mode=context wide=1 max-paths=3" "mode=context" "mode=piecewise array-limit=0" "mode=path targets=count array-limit=0" \
    "mode=path pending=on" "mode=kpath update=atomic" "mode=edge" "mode=path-context array-limit=4"; do
    rm -f prog.ppda* && $CC -O1 -pthread $(plugin_flags $options) prog.c -o prog || { fail "$options" "does not compile"; continue; }
    ./prog && "$PATHPROF" edges prog -f '^(work|middle|leaf)$' >ended && "$PATHPROF" targets prog >called 2>&1
    rm -f prog.ppda*
    PATHPROF_CONTINUOUS=1 ./prog killed
    "$PATHPROF" edges prog -f '^(work|middle|leaf)$' >killed 2>message
    check "$options: killed" cmp ended killed
    same "$options: the message" "pathprof: prog.ppda: with the counts of 1 process that did not end by itself, in prog.ppda.live.*" \
        "$(cat message)"
    case $options in *targets*)
        "$PATHPROF" targets prog >killed 2>message
        check "$options: what calls called" cmp called killed ;;
    esac
    PATHPROF_CONTINUOUS=1 ./prog && "$PATHPROF" merge -o prog.ppda prog.ppda
    same "$options: both" "$(($(calls prog leaf) / 2 * 2)) 8" "$(calls prog leaf) $(calls prog work)"
done

# Killed in the first call of a function: nothing is known of calls, but its loops have run.
cat >inside.c <<'PROG'
#include <signal.h>
int once(int n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s += i % 3;
    raise(SIGKILL);
    return s;
}
int main(int argc, char **argv) { return once(1000 * argc) + (argv == 0); }
PROG
for mode in edge path; do
    rm -f ./*.ppda* && $CC -O0 $(plugin_flags mode=$mode) inside.c -o inside && (PATHPROF_CONTINUOUS=1 ./inside) 2>/dev/null
    check "killed inside, mode $mode: edges" grep -q ' 1000  .* back$' <("$PATHPROF" edges inside -f once 2>/dev/null)
done

# Functions with thousands of paths in tables, and with arrays beside them: what overflows a table is its
# function's.  Each thread calls FUNCTION (i) for all i below 20000, 9000, 5000 or 4; each i is a path.
cat >tables.c <<'PROG'
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
static volatile int n;
#define BIT(k) if (i & 1 << k) n = k;
#define BITS BIT(2) BIT(3) BIT(4) BIT(5) BIT(6) BIT(7) BIT(8) BIT(9) BIT(10) BIT(11) BIT(12)
__attribute__((noinline)) void first(int i) { BIT(0) BIT(1) BITS BIT(13) BIT(14) BIT(15) }
__attribute__((noinline)) void between(int i) { BIT(1) BIT(0) }
__attribute__((noinline)) void second(int i) { BIT(14) BIT(0) BIT(1) BITS BIT(13) }
__attribute__((noinline)) void third(int i) { BITS BIT(0) BIT(1) BIT(15) }
__attribute__((noinline)) void last(int i) { BIT(0) BIT(1) }
static void (*volatile functions[])(int) = {first, between, second, third, last};
static const int ends[] = {20000, 4, 9000, 5000, 4};
static void *work(void *unused)
{
    for (int f = 0; f < 5; f++)
        for (int i = 0; i < ends[f]; i++)
            functions[f](i);
    return unused;
}
int main(int argc, char **argv)
{
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) {
        pthread_create(&threads[i], NULL, work, argv);
        if (!TOGETHER)
            pthread_join(threads[i], NULL);
    }
    for (int i = 0; i < 2 && TOGETHER; i++)
        pthread_join(threads[i], NULL);
    work(NULL);
    if (argc > 1)
        raise(SIGKILL);
    return 0;
}
PROG
# FUNCTION: paths, and how often each was run.
counted() {
    "$PATHPROF" dump tables 2>>message | awk '
        function done() {
            if (name != "" && name != "work" && name != "main")
                printf "%s %d%s;", name, paths, counts
            paths = 0; counts = ""; split("", seen)
        }
        /^function / { done(); name = $2 }
        /^  path / { paths++; count = $3; gsub(/[^0-9]/, "", count); if (!seen[count]++) counts = counts " " count }
        END { done() }'
}
expected="first 20000 3;between 4 3;second 9000 3;third 5000 3;last 4 3;"
for mode in path kpath path-context; do
    for update in single thread atomic; do
        for limit in "" array-limit=0 targets=count; do
            options="mode=$mode update=$update $limit"
            rm -f tables.ppda*
            $CC -O1 -pthread -DTOGETHER=$([ $update = single ]; echo $?) $(plugin_flags $options) tables.c -o tables ||
                { fail "$options" "does not compile"; continue; }
            PATHPROF_CONTINUOUS=1 ./tables killed
            : >message
            same "$options: tables, killed" "$expected" "$(counted)"
            same "$options: tables, killed: what is said" "1 process" \
                "$(sed 's/.*counts of \(1 process\) that did not end.*/\1/' message)"
            "$PATHPROF" edges tables -f '^(first|between|second|third|last)$' >killed 2>/dev/null
            rm -f tables.ppda* && ./tables &&
                "$PATHPROF" edges tables -f '^(first|between|second|third|last)$' >ended
            check "$options: tables, killed and ended" cmp killed ended
        done
    done
done

# The live file's descriptor is not in the program's way, who may close it or put a file in its place: that
# stays as it is, and the counts are exact.  What it counts after that comes into new parts of the live file.
cat >descriptors.c <<'PROG'
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
static volatile int n;
#define BIT(k) if (i & 1 << k) n = k;
__attribute__((noinline)) void count(int i)
{
    BIT(0) BIT(1) BIT(2) BIT(3) BIT(4) BIT(5) BIT(6) BIT(7) BIT(8) BIT(9) BIT(10) BIT(11) BIT(12)
}
int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    for (int i = 0; i < 100; i++)
        count(i);
    for (int i = 3; i < 1024 && strstr(what, "close"); i++)
        close(i);
    int own = open("own", O_RDWR | O_CREAT | O_TRUNC, 0666), again = open("/dev/null", O_RDONLY);
    printf("%d %d\n", own, again);
    fflush(stdout);
    write(own, "begin\n", 6);
    for (int i = 3; i < 1024 && strstr(what, "cover"); i++)
        if (i != own && (fcntl(i, F_GETFD) >= 0 || i == 255))
            dup2(own, i);
    if (strstr(what, "replace"))
        dup2(own, 255), close(own), own = 255;
    for (int i = 0; i < 8192; i++)
        count(i);
    if (strstr(what, "fork")) {
        pid_t child = fork();
        if (child)
            waitpid(child, NULL, 0);
        else
            write(own, "child\n", 6);
        for (int i = 0; i < 8192 && !child; i++)
            count(i);
        if (!child)
            return 0;
    }
    write(own, "end\n", 4);
    if (strstr(what, "kill"))
        raise(SIGKILL);
    return 0;
}
PROG
for update in single thread atomic; do
    $CC -O1 -pthread -w $(plugin_flags mode=path update=$update array-limit=0) descriptors.c -o descriptors ||
        { fail "descriptors, update=$update" "does not compile"; continue; }
    for what in "" kill close close-kill cover cover-kill close-cover replace-kill fork close-fork cover-fork \
        close-fork-kill replace-fork; do
        rm -f descriptors.ppda* own
        numbers=$(PATHPROF_CONTINUOUS=1 ./descriptors $what 2>message)
        case $what in *fork*) expected="16484 begin child end" ;; *) expected="8292 begin end" ;; esac
        same "descriptors, update=$update: ${what:-nothing}" "3 4: $expected" \
            "$numbers: $(calls descriptors count 2>/dev/null) $(paste -sd' ' own)"
        same "descriptors, update=$update: ${what:-nothing}: what is said" "" "$(cat message)"
    done
    # Where there are few; two are needed at once, which may be beyond the soft limit.
    for limit in 6:"3 4" 5:"3 -1"; do
        rm -f descriptors.ppda*
        same "descriptors, update=$update: limit ${limit%%:*}" "${limit#*:}: 8292" \
            "$(ulimit -n ${limit%%:*}; PATHPROF_CONTINUOUS=1 exec ./descriptors kill): $(calls descriptors count 2>/dev/null)"
    done
    emulated && continue # qemu wants descriptors of its own
    rm -f descriptors.ppda*
    (ulimit -Sn 4; PATHPROF_CONTINUOUS=1 exec ./descriptors kill) >numbers
    same "descriptors, update=$update: soft limit 4" 8292 "$(calls descriptors count 2>/dev/null)"
    rm -f descriptors.ppda*
    (ulimit -n 4; PATHPROF_CONTINUOUS=1 exec ./descriptors) >numbers 2>message
    same "descriptors, update=$update: too few" 1 "$(grep -c 'PATHPROF_CONTINUOUS: .*: Too many open files' message)"
done

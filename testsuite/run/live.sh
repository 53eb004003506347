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

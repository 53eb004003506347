# SPDX-License-Identifier: GPL-3.0-or-later
# Tables that count often get an array of all their paths (runtime/count/sparse.c): what is counted is what buckets
# alone count (array-limit=0) and what an array that is there from the start does, whatever the program does meanwhile.
. "$SRCDIR/testsuite/lib/script.sh"

cat >many.h <<'END'
#define BIT(i) sum += x >> i & 1 ? i * 7 + 1 : sum ^ i;
__attribute__((noipa)) static int many(unsigned x)
{
    int sum = 0;
    BIT(0) BIT(1) BIT(2) BIT(3) BIT(4) BIT(5) BIT(6) BIT(7) BIT(8) BIT(9) BIT(10) BIT(11) BIT(12) BIT(13) BIT(14)
    return sum;
}
static unsigned long calls;
static int count(unsigned from, unsigned times)
{
    int sum = 0;
    __atomic_fetch_add(&calls, times, __ATOMIC_RELAXED);
    for (unsigned i = from; i < from + times; i++)
        sum += many(i * i * 2654435761u >> 7);
    return sum;
}
END
# (Not /proc/self/statm: an emulator has its own memory in it, which grows with the code that it translates.)
cat >mapped.h <<'END'
#include <stdio.h>
#include <stdlib.h>
/* Bytes.  How many lines it reads is no count of the program. */
__attribute__((noipa, no_profile_instrument_function)) static long mapped(void)
{
    char line[4096];
    unsigned long from, to, size = 0;
    FILE *file = fopen("/proc/self/maps", "r");
    if (!file)
        exit(9);
    while (fgets(line, sizeof line, file))
        if (sscanf(line, "%lx-%lx", &from, &to) == 2)
            size += to - from;
    fclose(file);
    return (long)size;
}
END
cat >prog.c <<'END'
#include "many.h"
#include "mapped.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef THREADS
#include <pthread.h>
static void *thread(void *from)
{
    count((unsigned)(long)from, 5000);
    return 0;
}
#endif
void __pathprof_dump(void) __attribute__((weak));
void __pathprof_reset(void) __attribute__((weak));
static volatile int handled;
static void handler(int signal)
{
    (void)signal;
    if (handled < 300)
        count(handled++, 20);
}
static void fork_then(unsigned from, unsigned times)
{
    if (fork() == 0) {
        count(from, times);
        exit(0);
    }
    wait(0);
}
int main(int argc, char **argv)
{
    long before = mapped();
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "dump"))
            __pathprof_dump();
        else if (!strcmp(argv[i], "reset"))
            __pathprof_reset();
        else if (!strcmp(argv[i], "fork"))
            fork_then(7, 7000);
        else if (!strcmp(argv[i], "fork-few"))
            fork_then(9, 30);
        else if (!strcmp(argv[i], "generations")) {
            for (int g = 0; g < 5; g++) {
                count(g, 6000);
                if (fork() != 0) {
                    wait(0);
                    exit(0);
                }
            }
        } else if (!strcmp(argv[i], "handler")) {
            signal(SIGALRM, handler);
            struct itimerval often = {{0, 200}, {0, 200}};
            setitimer(ITIMER_REAL, &often, 0);
            while (handled < 300)
                count(3, 10);
            often.it_value.tv_usec = 0;
            setitimer(ITIMER_REAL, &often, 0);
            printf("%lu\n", calls);
        } else if (!strcmp(argv[i], "grown"))
            printf("%d\n", mapped() - before >= 8 << 15);
        else if (!strcmp(argv[i], "pause"))
            usleep(30000);
        else if (!strcmp(argv[i], "kill"))
            raise(SIGKILL);
#ifdef THREADS
        else if (!strcmp(argv[i], "threads")) {
            pthread_t threads[8];
            for (long t = 0; t < 8; t++)
                pthread_create(&threads[t], 0, thread, (void *)(t * 1000));
            for (long t = 0; t < 8; t++)
                pthread_join(threads[t], 0);
        }
#endif
        else
            count(i, atoi(argv[i]));
    }
    return 0;
}
END
# What has been counted, as text: of each function, or of all together.
counts() {
    "$PATHPROF" dump --json "$1" -d "$2" 2>messages | python3 -c '
import json, sys
dump = json.load(sys.stdin)
for it in dump["functions"] + dump["units"]:
    if it.get("paths"):
        print(it["name"], *sorted("%s:%s" % (path["number"], path["count"]) for path in it["paths"]))'
}
# How often "many" has run, by that.
runs_of_many() { awk '$1 == "many" { for (i = 2; i <= NF; i++) { split($i, it, ":"); n += it[2] } print n }'; }

# alike NAME FLAGS... -- ARGUMENT...: programs that count in three ways count the same.
alike() {
    local name=$1 flags=() way
    shift
    while [ "$1" != -- ]; do flags+=("$1") && shift; done
    shift
    for way in 4096 0 40000; do
        rm -f $way.ppda*
        case " ${flags[*]} " in *" -DINTERVAL "*) export PATHPROF_INTERVAL=5ms ;; *) unset PATHPROF_INTERVAL ;; esac
        $CC -O2 "${flags[@]}" -fplugin-arg-pathprof-array-limit=$way prog.c -o prog$way 2>messages &&
            PATHPROF_FILE=$way.ppda ./prog$way "$@" >said$way 2>&1
        counts prog$way $way.ppda >counts$way
    done
    same "$name: buckets only" "$(md5sum <counts0)" "$(md5sum <counts4096)" &&
        same "$name: an array" "$(md5sum <counts40000)" "$(md5sum <counts4096)"
    same "$name: something was counted" yes "$([ "$(wc -c <counts4096)" -gt 20000 ] && echo yes)"
}

base=$(plugin_flags)
for update in single atomic thread; do
    flags="$base -fplugin-arg-pathprof-update=$update"
    alike "$update" $flags -- 20000
    $CC -O2 $flags prog.c -o prog
    same "$update: few counts need no array" "0 1" "$(./prog 500 grown 5000 grown | xargs)"
    same "$update: nor where memory is rationed" "0" "$(ulimit -v 4000000 && ./prog 6000 grown)"
    alike "$update, dump, reset" $flags -- 3000 dump 4000 reset 500 dump 6000
    alike "$update, fork" $flags -- 3000 fork 100 fork-few dump fork 3000
    alike "$update, fork before" $flags -- 500 fork 1000 fork
    alike "$update, generations" $flags -- 3000 generations
    alike "$update, at intervals" $flags -DINTERVAL -- 3000 pause 3000 dump pause 3000
    # Elsewhere a handler may come between the load and the store of an addition, here as in any array.
    case $update-$($CC -dumpmachine) in
    atomic-* | *-x86_64* | *-i?86*)
        rm -f prog.ppda && ./prog 5000 handler >said
        same "$update, a handler: all is counted" "$(cat said)" "$(counts prog prog.ppda | runs_of_many)"
        ;;
    esac
    rm -f prog.ppda* && PATHPROF_CONTINUOUS=1 ./prog 20000 kill
    "$PATHPROF" merge -o killed.ppda prog.ppda* && counts prog killed.ppda | grep "^many" >killed
    rm -f prog.ppda* && ./prog 20000 && counts prog prog.ppda | grep "^many" >lived && rm -f prog.ppda
    check "$update: in a live file" cmp killed lived
done
for update in atomic thread; do
    alike "$update, threads" $base -fplugin-arg-pathprof-update=$update -DTHREADS -pthread -- 3000 threads dump threads 2000 fork threads
done
for mode in context piecewise kpath; do
    alike "$mode" $base -fplugin-arg-pathprof-mode=$mode -- 20000 dump 3000
done

# A module that goes takes its array along.
cat >module.c <<'END'
#include "many.h"
int work(void) { return count(1, 3000); }
END
cat >loads.c <<'END'
#include <dlfcn.h>
#include "mapped.h"
int main(void)
{
    long first = 0;
    for (int i = 0; i < 20; i++) {
        void *module = dlopen("./module.so", RTLD_NOW);
        ((int (*)(void))dlsym(module, "work"))();
        dlclose(module);
        if (i == 1)
            first = mapped();
    }
    printf("%d\n", mapped() - first < 1 << 16);
}
END
for update in single thread; do
    $CC -O2 -fPIC -shared $base -fplugin-arg-pathprof-update=$update module.c -o module.so && $CC loads.c -ldl -o loads || exit 1
    rm -f loads.ppda
    same "$update: a module leaves nothing" 1 "$(./loads)"
    same "$update: a module's counts" 60000 "$(counts module.so loads.ppda | runs_of_many)"
done

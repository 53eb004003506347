# SPDX-License-Identifier: GPL-3.0-or-later
# Sampled program counters: programs that measure by the CPU clock what they do, in threads, processes,
# shared objects, with signals of their own.  What is compared are counts of periods, not speeds.
. "$SRCDIR/testsuite/lib/script.sh"

sampled() { python3 "$SRCDIR/testsuite/lib/sampled.py" "$@"; }

# burn (MS): so much CPU time of the calling thread, nearly all of it in the function itself.
cat >burn.h <<'END'
#include <stdint.h>
#include <time.h>
static inline int64_t cpu(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return now.tv_sec * 1000000000ll + now.tv_nsec;
}
#define BURNS(name)                                                                                \
    __attribute__((noipa)) int64_t name(int64_t ns)                                                \
    {                                                                                              \
        int64_t start = cpu(CLOCK_THREAD_CPUTIME_ID), took;                                        \
        do                                                                                         \
            for (volatile int i = 0; i < 200000; i++)                                               \
                ;                                                                                  \
        while ((took = cpu(CLOCK_THREAD_CPUTIME_ID) - start) < ns);                                \
        return took;                                                                               \
    }
END
# Prints: CPU time of the process since main, as an emulator takes some 50 ms to begin; of each of two functions.
cat >prog.c <<'END'
#define _GNU_SOURCE
#include "burn.h"
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>
BURNS(one)
BURNS(three)
static int64_t ones, threes;
static volatile sig_atomic_t ticks;
static void count(int signal) { ticks += signal != 0; }
static void *work(void *ms)
{
    unsigned seed = 1;
    int64_t end = cpu(CLOCK_THREAD_CPUTIME_ID) + (intptr_t)ms * 1000000ll;
    while (cpu(CLOCK_THREAD_CPUTIME_ID) < end) { /* not in step with the kernel's clock */
        seed = seed * 1103515245 + 12345;
        int64_t slice = 100000 + (seed >> 8) % 4000000;
        if ((seed >> 16) % 4 == 0)
            __atomic_fetch_add(&ones, one(slice), __ATOMIC_RELAXED);
        else
            __atomic_fetch_add(&threes, three(slice), __ATOMIC_RELAXED);
    }
    return ms;
}
extern void __pathprof_dump(void) __attribute__((weak));
extern void __pathprof_reset(void) __attribute__((weak));
int main(int argc, char **argv)
{
    pthread_t threads[3];
    sigset_t all;
    int64_t began = cpu(CLOCK_PROCESS_CPUTIME_ID);
    for (int i = 1; i < argc; i++) {
        char *what = argv[i];
        if (strcmp(what, "threads") == 0 || strcmp(what, "deaf") == 0) {
            sigfillset(&all);
            if (strcmp(what, "deaf") == 0)
                pthread_sigmask(SIG_SETMASK, &all, NULL);
            for (int t = 0; t < 3; t++)
                pthread_create(&threads[t], NULL, work, (void *)(intptr_t)200);
            for (int t = 0; t < 3; t++)
                pthread_join(threads[t], NULL);
        } else if (strcmp(what, "churn") == 0) {
            for (int t = 0; t < 300; t++)
                if (pthread_create(&threads[0], NULL, work, (void *)(intptr_t)1) == 0)
                    pthread_join(threads[0], NULL);
        } else if (strcmp(what, "fork") == 0) {
            pid_t child = fork();
            began = child ? began : 0;
            work((void *)(intptr_t)200);
            int status = 0;
            if (child && (waitpid(child, &status, 0) != child || status))
                return 3;
        } else if (strcmp(what, "exec") == 0) {
            work((void *)(intptr_t)200);
            execl("./bare", "bare", "400", NULL);
        } else if (strcmp(what, "pending") == 0) { /* the signal, when it becomes another program */
            sigfillset(&all);
            sigprocmask(SIG_SETMASK, &all, NULL);
            work((void *)(intptr_t)40);
            execl("./bare", "bare", "40", NULL);
        } else if (strcmp(what, "prof") == 0 || strcmp(what, "urg") == 0) {
            signal(what[0] == 'p' ? SIGPROF : SIGURG, count);
            struct itimerval often = {{0, 10000}, {0, 10000}};
            if (what[0] == 'p')
                setitimer(ITIMER_PROF, &often, NULL);
        } else if (strcmp(what, "default") == 0) {
            for (int s = 1; s < 64; s++)
                signal(s, SIG_DFL);
        } else if (strcmp(what, "dump") == 0) {
            __pathprof_dump();
        } else if (strcmp(what, "reset") == 0) {
            __pathprof_reset();
        } else {
            work((void *)(intptr_t)atoi(what));
        }
    }
    long long took = cpu(CLOCK_PROCESS_CPUTIME_ID) - began;
    printf("%lld %lld %lld %d\n", took, (long long)ones, (long long)threes, ticks > 0);
    return 0;
}
END
cat >bare.c <<'END'
#include "burn.h"
#include <signal.h>
#include <stdlib.h>
BURNS(other)
int main(int argc, char **argv)
{
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    other(atoi(argv[argc - 1]) * 1000000ll);
    return 0;
}
END
$CC -O1 bare.c -o bare || exit 1

# ran NAME ARGUMENT...: runs prog, whose output goes to $cpu, $ones, $threes and $ticks.
ran() {
    local name=$1
    shift
    rm -f prog.ppda*
    ./prog "$@" >out 2>err
    same "$name: status" 0 $?
    read -r cpu ones threes ticks <out
}
# timed NAME THREADS ARGUMENT...: the same, until samples make up for the processor's time ($near is yes), three times at
# most.  What a thread does behind the last look is not found, and a virtual machine may stand still just then.
timed() {
    local name=$1 threads=$2 try
    shift 2
    for try in 1 2 3; do
        ran "$name" "$@" >ran.out
        near=$(sampled prog.ppda near "$cpu" "$threads")
        [ "$near" = yes ] && break
    done
    cat ran.out
}
for options in "update=single" "update=atomic" "update=thread" "-flto" "runtime=library"; do
    flags=$(plugin_flags mode=callgraph ${options##-*})
    [ "$options" = -flto ] && flags="$flags -flto"
    library=
    [ "$options" = runtime=library ] && library=$OBJDIR/libpathprof.a
    $CC -O1 $flags prog.c -pthread -o prog $library || { fail "$options" "does not compile"; continue; }
    timed "$options" 1 900
    same "$options: says nothing" "" "$(cat err)"
    same "$options: all of its time" yes "$near"
    same "$options: shares" yes "$(sampled prog.ppda share one three $ones $threes)"
    timed "$options, threads" 4 threads
    same "$options, threads: all of their time" yes "$near"
done
$CC -O1 $(plugin_flags mode=callgraph) prog.c -pthread -o prog || exit 1

timed "threads that block all signals" 4 deaf
same "threads that block all signals: time" yes "$near"
# What comes behind the last tick of the kernel's clock in a thread is not found: much of these.
unsampled=1e7
if emulated; then unsampled=1e8; fi # the emulator begins, and translates code
ran "short threads" churn
check "short threads: some of the time" test "$(sampled prog.ppda total)" -gt $((cpu / 100))
check "short threads: not more than there is" test "$(sampled prog.ppda total)" -lt $((cpu * 11 / 10))
same "short threads: the rest is told" yes "$(sampled prog.ppda all $cpu $unsampled)"
ran "one thread" 300
same "one thread: what comes behind its last tick is told" yes "$(sampled prog.ppda all $cpu $unsampled)"

for try in 1 2 3; do # as timed does
    ran "fork" fork >ran.out
    both=$(awk '{ sum += $1 } END { print sum }' out)
    near=$(sampled prog.ppda near $both 2)
    [ "$near" = yes ] && break
done
cat ran.out
same "fork: both processes' time" yes "$near"
same "fork: what comes behind their last ticks is told" yes "$(sampled prog.ppda all $both 2e7)"
for signal in URG PROF RTMIN+4; do
    export PATHPROF_SAMPLE_SIGNAL=$signal
    for i in 1 2; do
        ./prog exec
        echo $?
    done >statuses 2>err
    ./prog pending >>statuses 2>>err
    echo $? >>statuses
    same "$signal: exec: nothing is left to the new program" "0 0 0" "$(xargs <statuses)"
    ran "$signal: exec" exec
    same "$signal: exec: its time before that" yes "$(sampled prog.ppda near 200000000)"
    same "$signal: exec: none of the new program's" 0 "$(sampled prog.ppda module bare)"
done
unset PATHPROF_SAMPLE_SIGNAL

# Signals of the program's own.
timed "SIGPROF is the program's" 1 prof 300
same "SIGPROF is the program's: it gets it" 1 "$ticks"
same "SIGPROF is the program's: time" yes "$near"
# Another profiler does not find the program in the sampler's handler.
cat >own.c <<'END'
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <sys/time.h>
#include <ucontext.h>
volatile unsigned sum;
__attribute__((noipa)) void spin(unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        sum += i;
}
static volatile unsigned in, out;
static void found(int signal, siginfo_t *info, void *context)
{
    char *at = (char *)((ucontext_t *)context)->uc_mcontext.gregs[REG_RIP];
    if (signal && info && at >= (char *)spin && at < (char *)spin + 100)
        in++;
    else
        out++;
}
int main(void)
{
    struct sigaction action = {.sa_sigaction = found, .sa_flags = SA_SIGINFO | SA_RESTART};
    struct itimerval often = {{0, 4000}, {0, 4000}};
    sigaction(SIGPROF, &action, NULL);
    setitimer(ITIMER_PROF, &often, NULL);
    while (in + out < 60)
        spin(1000000);
    puts(out < 15 ? "in the program" : "elsewhere");
    return 0;
}
END
$CC -O1 $(plugin_flags mode=callgraph) own.c -o own && same "SIGPROF is the program's: what it finds" "in the program" "$(./own)"

for try in 1 2 3; do # as in `timed`
    ran "SIGURG is taken" 200 urg 200 >ran.out
    [ "$(sampled prog.ppda total)" -gt 150000000 ] && break
done
cat ran.out
check "SIGURG is taken: it says so" grep -q "the program has taken signal 23" err
check "SIGURG is taken: what was before is kept" test "$(sampled prog.ppda total)" -gt 150000000
check "SIGURG is taken: no more than that" test "$(sampled prog.ppda total)" -lt 250000000
ran "all signals are reset" 100 default 100
check "all signals are reset: it says so" grep -q "the program has taken signal 23" err
cat >reset.c <<'END'
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>
int main(void)
{
    if (fork() == 0) {
        for (int i = 1; i < 32; i++)
            signal(i, SIG_DFL);
        execlp("true", "true", (char *)0);
    }
    return wait(0) < 0;
}
END
$CC -O1 $(plugin_flags mode=callgraph) reset.c -o reset && same "all signals are reset between fork and exec" "0 " \
    "$(said=$(./reset 2>&1); echo "$? $said")"
PATHPROF_SAMPLE_SIGNAL=RTMIN+7 ran "another signal" urg 300
same "another signal: time" "yes 0" "$(sampled prog.ppda near $cpu) $ticks"
PATHPROF_SAMPLE_SIGNAL=KILL ran "no signal" 50
check "no signal: it says so" grep -q "PATHPROF_SAMPLE_SIGNAL is not a signal .* but 'KILL'" err
same "no signal: no samples" none "$(sampled prog.ppda total)"

# How often, and when they are written.
PATHPROF_SAMPLE_RATE=0 ran "rate 0" 50
same "rate 0: no samples, no message" "none " "$(sampled prog.ppda total) $(cat err)"
PATHPROF_SAMPLE_RATE=often timed "no rate" 1 200
check "no rate: it says so" grep -q "not a number of samples a second from 0 to 100000, but 'often'" err
same "no rate: the program's" yes "$near"
PATHPROF_SAMPLE_RATE=100 timed "rate 100" 1 300
same "rate 100: time" yes "$near"
cp prog.ppda slow.ppda
PATHPROF_INTERVAL=50ms timed "interval" 4 threads
same "interval: all time, once" yes "$near"
"$PATHPROF" merge -o sum.ppda slow.ppda prog.ppda
same "merge: nothing is rounded" $(($(sampled slow.ppda total) + $(sampled prog.ppda total))) "$(sampled sum.ppda total)"
"$PATHPROF" merge -w 2 -o twice.ppda prog.ppda
same "merge: weights" $((2 * $(sampled prog.ppda total))) "$(sampled twice.ppda total)"
"$PATHPROF" merge -o same.ppda prog.ppda
check "merge: of one file is the file" cmp prog.ppda same.ppda
before=$(sampled sum.ppda total)
PATHPROF_FILE=sum.ppda ./prog 200 >out
same "the runtime adds to it" yes "$(sampled sum.ppda near $(($(cut -d ' ' -f 1 out) + before)))"
timed "dump" 1 200 dump 200
same "dump: all time, once" yes "$near"
for try in 1 2 3; do # as in `timed`
    ran "reset" 300 reset 200 >ran.out
    near=$(sampled prog.ppda near 200000000)
    [ "$near" = yes ] && break
done
cat ran.out
same "reset: what came after" yes "$near"
PATHPROF_CONTINUOUS=1 timed "a live file" 1 200
same "a live file: samples at the end" yes "$near"

# Other modes, if they are asked.
$CC -O1 $(plugin_flags mode=path) prog.c -pthread -o prog && ran "mode path" 50
same "mode path: no samples" none "$(sampled prog.ppda total)"
$CC -O1 $(plugin_flags mode=path sample-rate=500) prog.c -pthread -o prog && timed "mode path, asked" 1 300
same "mode path, asked: time" yes "$near"
$CC -O1 -static $(plugin_flags mode=callgraph) prog.c -pthread -o prog && timed "static" 4 300 threads
same "static: time" yes "$near"

# Shared objects: profiled (first, second) and not (plain); the program, too, or not.
for name in first second plain; do
    printf '#include "burn.h"\nBURNS(%s)\n' $name >$name.c
done
cat >opens.c <<'END'
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <pthread.h>
static int64_t (*burn(void **module, const char *name))(int64_t)
{
    char file[64];
    snprintf(file, sizeof file, "./lib%s.so", name);
    *module = dlopen(file, RTLD_NOW);
    return *module ? (int64_t(*)(int64_t))dlsym(*module, name) : NULL;
}
static int64_t (*second)(int64_t);
static void *work(void *unused)
{
    for (int i = 0; i < 20; i++)
        second(10000000);
    return unused;
}
int main(void)
{
    void *modules[3];
    pthread_t thread;
    for (int i = 0; i < 3; i++) { /* each time where the one before was */
        int64_t (*first)(int64_t) = burn(&modules[0], "first");
        first(50000000);
        dlclose(modules[0]);
        int64_t (*plain)(int64_t) = burn(&modules[1], "plain");
        plain(50000000);
        dlclose(modules[1]);
    }
    /* The first module that is profiled goes while a thread is in the second. */
    int64_t (*first)(int64_t) = burn(&modules[0], "first");
    second = burn(&modules[2], "second");
    first(50000000);
    pthread_create(&thread, NULL, work, NULL);
    first(50000000);
    dlclose(modules[0]);
    pthread_join(thread, NULL);
    second(100000000);
    dlclose(modules[2]);
    return 0;
}
END
near() { [ "$1" -gt $(($2 * 6 / 10)) ] && [ "$1" -lt $(($2 * 13 / 10)) ]; } # it begins and ends several times
flags="-O1 $(plugin_flags mode=callgraph update=thread)"
$CC $flags -fPIC -shared first.c -o libfirst.so && $CC $flags -fPIC -shared second.c -o libsecond.so &&
    $CC -O1 -fPIC -shared plain.c -o libplain.so || exit 1
for how in profiled bare; do
    [ $how = profiled ] || flags=-O1
    $CC $flags opens.c -pthread -ldl -o opens
    for try in 1 2 3 4 5 6 7 8; do # where many wait for a processor, a tick may come when the next module burns
        rm -f opens.ppda*
        ./opens 2>err
        said="$? $(cat err)"
        closed=$(sampled opens.ppda function first) next=$(sampled opens.ppda function second)
        plain=150000000
        # Else nobody tells when it goes, and nobody samples when first is not there.
        [ $how = bare ] || plain=$(sampled opens.ppda function plain)
        near "$closed" 250000000 && near "$next" 300000000 && near "$plain" 150000000 && break
    done
    same "$how: status and output" "0 " "$said"
    check "$how: a module that was closed" near "$closed" 250000000
    check "$how: the next" near "$next" 300000000
    [ $how = bare ] || check "$how: a module that is not profiled" near "$plain" 150000000
done

# What the command says of them.
$CC -O1 $(plugin_flags mode=callgraph) prog.c -pthread -o prog && ran "the command" 100
wanted=$(sampled prog.ppda total)
"$PATHPROF" dump --json prog >dump.json
same "dump: all samples" "$wanted $wanted" "$(python3 -c '
import json
it = json.load(open("dump.json"))["samples"]
print(it["period_ns"] * it["periods"], it["period_ns"] * sum(s["count"] for s in it["samples"]))')"
same "stats: how many" "samples: $((wanted / 1000000)) of 1 ms" "$("$PATHPROF" stats prog | grep -o '^samples: [0-9]* of 1 ms')"

# SPDX-License-Identifier: GPL-3.0-or-later
# Threads that have counted in a shared object end while, or after, another thread unloads it (runtime/count/thread.c): the
# object has no part in that.  Its memory and its timers do not grow with the number of threads that have ended, and nothing
# that they have counted is lost.
. "$SRCDIR/testsuite/lib/script.sh"

cat >library.c <<'END'
int work(int n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        if (i % 3)
            s += i;
    return s;
}
END
cat >unloads.c <<'END'
#include <dlfcn.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
static sem_t used, go;
static int (*work)(int);
static int delay;
/* After go it uses the library no more. */
static void *run(void *unused)
{
    work(10);
    sem_post(&used);
    sem_wait(&go);
    for (volatile int i = 0; i < delay * 100; i++)
        ;
    return unused;
}
int main(void)
{
    for (int round = 0; round < 100; round++) {
        pthread_t threads[4];
        void *library = dlopen("./library.so", RTLD_NOW);
        work = (int (*)(int))dlsym(library, "work");
        delay = round;
        for (int i = 0; i < 4; i++)
            pthread_create(&threads[i], NULL, run, NULL);
        for (int i = 0; i < 4; i++)
            sem_wait(&used);
        for (int i = 0; i < 4; i++)
            sem_post(&go);
        dlclose(library);
        for (int i = 0; i < 4; i++)
            pthread_join(threads[i], NULL);
    }
    return 0;
}
END
cat >churn.c <<'END'
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
static int (*work)(int);
static void *run(void *unused) { work(10); return unused; }
static void churn(int times)
{
    for (int i = 0; i < times; i++) {
        pthread_t threads[3];
        for (int j = 0; j < 3; j++)
            pthread_create(&threads[j], NULL, run, NULL);
        work(10);
        for (int j = 0; j < 3; j++)
            pthread_join(threads[j], NULL);
    }
}
static long pages(void)
{
    long size = 0;
    FILE *f = fopen("/proc/self/statm", "r");
    if (f && fscanf(f, "%ld", &size) != 1)
        size = 0;
    fclose(f);
    return size;
}
static int timers(void)
{
    char line[100];
    int n = 0;
    FILE *f = fopen("/proc/self/timers", "r");
    while (f && fgets(line, sizeof line, f))
        n += !strncmp(line, "ID:", 3);
    return n;
}
int main(void)
{
    work = (int (*)(int))dlsym(dlopen("./library.so", RTLD_NOW), "work");
    churn(100);
    long before = pages();
    churn(900);
    printf("%s %s\n", pages() - before < 300 ? "small" : "large", timers() < 100 ? "few" : "many");
    fflush(stdout);
    if (fork() == 0) {
        churn(20);
        return 0;
    }
    wait(NULL);
    return 0;
}
END
$CC -O1 -pthread unloads.c -o unloads -ldl && $CC -O1 -pthread churn.c -o churn -ldl || exit 1

# called PROGRAM: how often work was.
called() { "$PATHPROF" edges library.so -d $1.ppda 2>/dev/null | sed -n 's/^work: called \([0-9]*\) .*/\1/p'; }

for mode in path edge context; do
    rm -f *.ppda
    $CC -O1 -shared -fPIC -pthread $(plugin_flags mode=$mode) library.c -o library.so || exit 1
    good=0
    for i in 1 2 3 4 5 6 7 8 9 10; do
        ./unloads && good=$((good + 1))
    done
    same "mode $mode: threads end while it is unloaded" 10 $good
    same "mode $mode: all is counted" 4000 "$(called unloads)"
    rm -f *.ppda
    same "mode $mode: memory, and timers" "small few" "$(./churn)"
    same "mode $mode: what ended threads have counted" 4080 "$(called churn)"
done

# The timers of threads are their own.
$CC -O1 -shared -fPIC -pthread $(plugin_flags sample-rate=1000) library.c -o library.so || exit 1
rm -f *.ppda
if [ -e /proc/self/timers ]; then
    same "sampled: memory, and timers" "small few" "$(./churn)"
else
    unsupported "timers of threads that have ended" "the kernel does not list timers"
fi

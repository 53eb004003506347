/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Eight threads hammer one function, in array and table, while (argument "dump") the main thread
   writes what there is.  In the end each path of the array has been run 160000 times, and each of
   20000 in the table, of which all but 2048 overflow, 160 times.
     threads [dump|reset|detach|late|leave]
   late: counts also in destructors of thread-specific data; leave: the threads are not waited for,
   but stand still, when the process ends. */
#include "unit.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define THREADS 8
#define ROUNDS 20
#define PATHS 20000

static pthread_key_t late_key;
static unsigned arrived;
static int leave;

static void *hammer(void *late)
{
    for (int round = 0; round < ROUNDS; round++) {
        for (uint64_t path = 0; path < PATHS; path++)
            count_table(path);
        for (int times = 0; times < 1000; times++)
            for (uint64_t path = 0; path < ARRAY_SIZE; path++)
                count_array(path);
    }
    if (late) {
        unsigned *times = malloc(sizeof *times);
        *times = 3;
        pthread_setspecific(late_key, times);
    }
    __atomic_fetch_add(&arrived, 1, __ATOMIC_RELEASE);
    while (leave)
        pause();
    return NULL;
}

/* Comes three times a thread, some of them after the runtime's own key. */
static void count_late(void *value)
{
    unsigned *left = value;
    for (uint64_t path = 0; path < 10; path++)
        count_table(1000000 + path);
    if (--*left)
        pthread_setspecific(late_key, value);
    else
        free(left);
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    int late = !strcmp(what, "late");
    leave = !strcmp(what, "leave");
    pthread_t threads[THREADS];
    pthread_key_create(&late_key, count_late);
    for (int i = 0; i < THREADS; i++) {
        pthread_create(&threads[i], NULL, hammer, late ? &late_key : NULL);
        if (!strcmp(what, "detach"))
            pthread_detach(threads[i]);
    }
    if (!strcmp(what, "dump"))
        while (__atomic_load_n(&arrived, __ATOMIC_ACQUIRE) < THREADS)
            __pathprof_dump();
    while (__atomic_load_n(&arrived, __ATOMIC_ACQUIRE) < THREADS)
        usleep(1000);
    for (int i = 0; i < THREADS && !leave && strcmp(what, "detach"); i++)
        pthread_join(threads[i], NULL);
    if (!strcmp(what, "reset"))
        __pathprof_reset();
    return 0;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A handler counts in the same table, and in the same buckets, as what it interrupts, SIGNALS
   times, PATHS paths; argument "dump": and writes the counts, or the first argument is "leave": leaves by
   siglongjmp. Prints how often paths were run in all. */
#include "unit.h"

#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#ifndef PATHS
#define PATHS 3000
#endif

static sigjmp_buf back;
static int dump, leave;
static volatile uint64_t handled, run;

/* The increment is one instruction in code emitted for x86-64, which is what a handler may rely on. */
static inline void count_once(uint64_t path)
{
    struct pathprof_table *table = my_table();
    struct pathprof_pair *home = home_pair(table, path);
    if (*(volatile uint64_t *)&home->key == path + 1)
#ifdef __x86_64__
        __asm__ volatile("incq %0" : "+m"(home->count));
#else
        __atomic_fetch_add(&home->count, 1, __ATOMIC_RELAXED);
#endif
    else
        count_miss(table, path);
}

static void handler(int signal)
{
    (void)signal;
    for (uint64_t i = 0; i < 5; i++)
        count_once(handled * 7 % PATHS + i);
    handled++;
    if (dump && handled % 100 == 0)
        __pathprof_dump();
    if (leave)
        siglongjmp(back, 1);
}

static void *sender(void *main_thread)
{
    for (uint64_t sent = 0; sent < SIGNALS; sent++) {
        uint64_t before = handled;
        pthread_kill(*(pthread_t *)main_thread, SIGUSR1);
        while (handled == before)
            sched_yield();
    }
    return NULL;
}

int main(int argc, char **argv)
{
    static pthread_t self, thread; /* not in registers over siglongjmp */
    self = pthread_self();
    dump = argc > 1 && !strcmp(argv[1], "dump");
    leave = argc > 1 && !strcmp(argv[1], "leave");
    signal(SIGUSR1, handler);
    if (sigsetjmp(back, 1) == 0)
        pthread_create(&thread, NULL, sender, &self);
    while (handled < SIGNALS)
        for (uint64_t path = 0; path < PATHS && handled < SIGNALS; path++) {
            count_once(path);
            run++;
        }
    pthread_join(thread, NULL);
    printf("%llu\n", (unsigned long long)(run + 5 * handled));
    return 0;
}

/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* CPU time without a sample: of threads after the last tick of their lives, which is all of a
   short thread's time; and of threads that blocked the signal, or never reached profiled code.
   The process's own clock tells how much that is. */
#include "sampler.h"

#include <time.h>

/* What a thread that is sampled may have done since it was last found: nearly two ticks of a slow
   clock.  It will be found with the next. */
#define PENDING_NS 20000000

static uint64_t cpu_time(void)
{
    return call_clock(CLOCK_PROCESS_CPUTIME_ID);
}

static void forget_missed(struct sampler *s)
{
    s->began = cpu_time();
    s->told = 0;
}

static void count_missed(struct sampler *s, uint64_t found)
{
    uint64_t threads = s->timers.size / sizeof(struct timer);
    uint64_t pending = threads * (PENDING_NS + s->period), now = cpu_time();
    s->told += found + __atomic_load_n(&s->lost, __ATOMIC_RELAXED);
    uint64_t explained = s->began + s->told * s->period + pending;
    uint64_t missed = now > explained ? (now - explained) / s->period : 0;
    __atomic_fetch_add(&s->lost, missed, __ATOMIC_RELAXED);
    s->told += missed;
}

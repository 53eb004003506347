/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* PATHPROF_INTERVAL=10s: a thread of the runtime's own, in which no signal is delivered, writes the
   counts again and again, while the program's go on.  It is ended and waited for before the module
   goes, and made anew in the child of a fork. */
#include "runtime.h"

#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* They may be missing in a static program that has no threads. */
#pragma weak pthread_create
#pragma weak pthread_join

static pthread_t interval_thread;
static unsigned interval_over; /* 1: the thread is to end */
static bool interval_runs;

static void settle_samples(void);
static void write_counts(bool last);

static void *write_again(void *unused)
{
    uint64_t interval = wanted_interval();
    struct timespec time = {(time_t)(interval / 1000000000), (long)(interval % 1000000000)};
    struct hold hold;
    for (;;) {
        syscall(SYS_futex, &interval_over, FUTEX_WAIT_PRIVATE, 0, &time, NULL, 0);
        if (__atomic_load_n(&interval_over, __ATOMIC_ACQUIRE))
            return unused;
        settle_samples();
        lock_take(&hold);
        write_counts(false);
        lock_give(&hold);
    }
}

static void interval_start(void)
{
    uint64_t all = UINT64_MAX, mask;
    interval_runs = false;
    if (!wanted_interval() || !num_units())
        return;
    int saved = errno, error = ENOSYS;
    system_mask(&all, &mask); /* which the thread inherits */
    if (pthread_create && pthread_join)
        error = pthread_create(&interval_thread, NULL, write_again, NULL);
    system_mask(&mask, NULL);
    interval_runs = error == 0;
    if (error)
        SAY("PATHPROF_INTERVAL: no thread for ", module_name(), ": ",
            error == ENOSYS ? "link it with -pthread" : error_text(error),
            "; its counts are written when the program ends");
    errno = saved;
}

static void interval_end(void)
{
    if (!interval_runs)
        return;
    interval_runs = false;
    __atomic_store_n(&interval_over, 1, __ATOMIC_RELEASE);
    syscall(SYS_futex, &interval_over, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
    pthread_join(interval_thread, NULL);
}

/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Waiting for the data file's lock.

   The lock (an open-file-description lock: two modules of one process exclude each other as two
   processes do) is on the data file itself.  As that is replaced by renaming, whoever gets the lock
   looks whether what it has locked is still what the name means, and begins again if not.

   The kernel is not asked to wait.  Each process that ends would wake all that wait, to find that
   the file is another: with a thousand, a million times.  And whoever may read the file can take a
   lock of it, and keep it.  So it is tried, now and then, whether it is free, as long as it takes
   if others get on, and else for a while.  Of many only one does so (group.c). */
#include "runtime.h"

#define FIRST_PAUSE 50000ull /* nanoseconds */
#define LONGEST_PAUSE 5000000ull
#define MOST_WITHOUT_PROGRESS 20000000000ull
#define MOST_IN_ALL 600000000000ull

/* How long it has been waited for the data file's lock. */
struct patience {
    uint64_t pause, idle, all; /* idle: without others getting on */
    struct statx last;         /* the file that was locked */
};

static uint64_t time_of(const struct statx *state)
{
    return (uint64_t)state->stx_ctime.tv_sec * 1000000000 + state->stx_ctime.tv_nsec;
}

/* Waits a while, for the lock of the file STATE.  Returns false if it has been long enough. */
static bool wait_a_while(struct patience *patience, const struct statx *state)
{
    if (!system_is_same(&patience->last, state) || time_of(&patience->last) != time_of(state))
        patience->idle = 0;
    patience->last = *state;
    if (patience->idle > MOST_WITHOUT_PROGRESS || patience->all > MOST_IN_ALL)
        return false;
    patience->pause = patience->pause ? 2 * patience->pause : FIRST_PAUSE;
    if (patience->pause > LONGEST_PAUSE)
        patience->pause = LONGEST_PAUSE;
    system_sleep(patience->pause);
    patience->idle += patience->pause;
    patience->all += patience->pause;
    return true;
}

/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* How long the data file's lock is waited for, by programs (wait.c) and by the command
   (plugin/input/data-output.c).

   The kernel is not asked to wait.  Each process that ends would wake all that wait, to find that
   the file is another: with a thousand, a million times.  And whoever may read the file can take a
   lock of it, and keep it.  So it is tried, now and then, whether it is free, as long as it takes
   if others get on, and else for a while. */
#ifndef PATHPROF_PATIENCE_H
#define PATHPROF_PATIENCE_H

#include <stdbool.h>
#include <stdint.h>

/* In nanoseconds; tests have less of them. */
#define FIRST_PAUSE 50000ull
#define LONGEST_PAUSE 5000000ull
#define FIRST_OF_MANY 4000000ull
#define LONGEST_OF_MANY 100000000ull /* those that wait for one who waits */
#ifndef MOST_WITHOUT_PROGRESS
#define MOST_WITHOUT_PROGRESS 20000000000ull
#endif
#define MOST_IN_ALL 600000000000ull

/* How long it has been waited. */
struct patience {
    uint64_t pause, idle, all;   /* idle: without others getting on */
    uint64_t last, last_changed; /* the file that was locked, by its number, and when it was made */
};

/* How long to wait now, at most LONGEST; 0 if it has been long enough. */
static inline uint64_t next_pause(struct patience *patience, uint64_t longest)
{
    if (patience->idle > MOST_WITHOUT_PROGRESS || patience->all > MOST_IN_ALL)
        return 0;
    patience->pause = patience->pause ? 2 * patience->pause : FIRST_PAUSE;
    if (patience->pause > longest)
        patience->pause = longest;
    patience->idle += patience->pause;
    patience->all += patience->pause;
    return patience->pause;
}

/* The same for the lock of the file that has the number FILE and was CHANGED then. */
static inline uint64_t next_pause_for(struct patience *patience, uint64_t file, uint64_t changed)
{
    if (patience->last && (patience->last != file || patience->last_changed != changed))
        patience->idle = 0;
    patience->last = file;
    patience->last_changed = changed;
    return next_pause(patience, LONGEST_PAUSE);
}

#endif

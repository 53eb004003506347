/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Option pending=: the paths that are under way when the process ends.  Other threads may still be
   running, and a call that a path waits for may return while the counters are read.  So waiting
   paths are read after the counters in which their ends would be counted: a path that still waits
   then has not been counted in them. */
#include "../runtime.h"
#include "waiting.h"

const struct pathprof_waiting *__pathprof_waiting;

static struct buffer left; /* pairs (counters, slot) by rising counters */
static bool left_is_whole;

static void append_left(void *unused, struct pathprof_slot *slot)
{
    struct pathprof_pair pair = {__atomic_load_n(&slot->counters, __ATOMIC_RELAXED),
                                 (uintptr_t)slot};
    (void)unused;
    left_is_whole &= buffer_append(&left, &pair, sizeof pair);
}

/* What is waited for will be collected with the counters. */
static void left_find(void)
{
    if (!__pathprof_waiting)
        return;
    left_is_whole = true;
    __pathprof_waiting->visit(append_left, NULL);
    sort_pairs((void *)left.bytes, left.size / sizeof(struct pathprof_pair));
    if (left_is_whole)
        return;
    buffer_free(&left);
    __pathprof_waiting->left(); /* without memory: it is counted */
}

/* Appends what is waited with to be counted in COUNTERS, as pairs (number + 1, 1). */
static bool left_take(struct buffer *records, const char *counters)
{
    struct pathprof_pair *pairs = (void *)left.bytes;
    size_t first = 0, end = left.size / sizeof *pairs;
    while (first < end) {
        size_t middle = first + (end - first) / 2;
        if (pairs[middle].key < (uintptr_t)counters)
            first = middle + 1;
        else
            end = middle;
    }
    if (first < left.size / sizeof *pairs && pairs[first].key == (uintptr_t)counters)
        system_see_others(); /* an end that has been read is behind the wait for it */
    for (; first < left.size / sizeof *pairs && pairs[first].key == (uintptr_t)counters; first++) {
        struct pathprof_slot *slot = (void *)(uintptr_t)pairs[first].count;
        uint64_t waits = __atomic_load_n(&slot->waits, __ATOMIC_ACQUIRE);
        /* Its thread may have gone on, and wait, or not, for something else. */
        if (waits == 0 || slot->counters != (uintptr_t)counters ||
            !__atomic_compare_exchange_n(&slot->waits, &waits, 0, false, __ATOMIC_RELAXED,
                                         __ATOMIC_RELAXED))
            continue;
        struct pathprof_pair pair = {waits, 1};
        if (!buffer_append(records, &pair, sizeof pair))
            return false;
    }
    return true;
}

/* What is waited for is counted, in a live file that stays. */
static void left_record(void)
{
    if (__pathprof_waiting)
        __pathprof_waiting->left();
}

static void left_forget(void)
{
    buffer_free(&left);
}

/* In the child of a fork. */
static void left_forked(void)
{
    if (__pathprof_waiting)
        __pathprof_waiting->forked();
}

/* The module goes; its slots are left to other threads, if there are any. */
static void left_end(void)
{
    if (!__pathprof_is_in_program() && !had_threads() && __pathprof_waiting)
        __pathprof_waiting->free();
}

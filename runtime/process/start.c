/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The module's beginning and end, forks, and what the user's program may call.

   Every linked module, the program and each shared object, carries a runtime of its own and writes
   a record of its own.  */
#include "../sample.h"

#include <pthread.h>

static bool run_is_told; /* this process is among the runs of the file */

/* What units of this version refer to. */
const char __pathprof_unit_version_3[1] = {PATHPROF_UNIT_VERSION};

static bool foreign; /* one of the units is another version's */

static size_t num_units(void)
{
    return foreign ? 0 : __stop_pathprof_units - __start_pathprof_units;
}

/* Objects that later versions compiled do not link with this runtime; those of earlier ones may, as
   long as they only have arrays.  Part of a profile is none: units call one another. */
static void check_versions(void)
{
    for (size_t i = 0, end = num_units(); i < end && !foreign; i++) {
        const struct pathprof_unit *unit = &__start_pathprof_units[i];
        char theirs[21], ours[21];
        if (unit->version == PATHPROF_UNIT_VERSION)
            continue;
        foreign = true;
        SAY(unit->name, " was compiled by another version of pathprof than the rest of ",
            module_name(), " (units of version ", decimal(theirs, unit->version), " and ",
            decimal(ours, PATHPROF_UNIT_VERSION), "); nothing is counted: compile all of it anew");
    }
}

static uint64_t module_stamp(void)
{
    uint64_t stamp = FNV_BASIS;
    for (size_t i = 0; i < num_units(); i++)
        stamp = fnv1a(stamp, &__start_pathprof_units[i].stamp, sizeof stamp);
    return stamp;
}

static void settle_samples(void)
{
    if (__pathprof_sampling)
        __pathprof_sampling->settle();
}

static _Alignas(
    uint64_t) char first_records[1 << 13]; /* most processes have no more; the lock is held */

/* Writes what is new.  LAST: for the last time.  LEFT: with what is waited for, as the process
   ends.  Returns false, having said why, if it could not.  Lock held. */
static bool write_counts(bool last, bool left)
{
    static char path[PATH_MAX];
    struct buffer records = buffer_in(first_records, sizeof first_records);
    if (!num_units())
        return true;
    is_last_write = last || left;
    if (left)
        left_find();
    bool any, good = !__pathprof_sampling || __pathprof_sampling->take(&records);
    bool sampled = records.size != 0;
    good = collect(&records, last, &any) && good;
    if (!good && !said_before)
        SAY("no memory to collect the counts of ", module_name(),
            live_keeps() ? "; they stay in the live file"
            : last       ? "; they are lost"
                         : "; nothing was written, they are kept");
    uint64_t stamp = module_stamp();
    if (good && (any || sampled || !run_is_told)) {
        good = data_path(path, stamp) && file_add(&records, path, stamp, !run_is_told);
        run_is_told |= good;
    }
    if (!good && !last)
        give_back(&records);
    buffer_free(&records);
    left_forget();
    if (good)
        live_remove();
    if (last)
        forget_targets();

    uint64_t lost = uncounted();
    char digits[21];
    if (lost)
        SAY("there was no memory for counters of ", module_name(), ": ", decimal(digits, lost),
            " paths were run and not counted");
    return good;
}

/* Forgets what has been counted.  Lock held. */
static void forget_counts(void)
{
    struct buffer records = buffer_in(first_records, sizeof first_records);
    bool any;
    if (!collect(&records, false, &any))
        SAY("no memory to reset the counts of ", module_name());
    buffer_free(&records);
    uncounted();
    if (__pathprof_sampling)
        __pathprof_sampling->forget();
}

ALIGNS_STACK void __pathprof_dump(void)
{
    struct hold hold;
    if (system_pid() != own_pid) /* as for leave_module */
        return;
    settle_samples();
    lock_take(&hold);
    if (!is_live()) /* else they are in a file */
        write_counts(false, false);
    lock_give(&hold);
}

/* The process is about to end without destructors (FOR_GOOD), or to become another program, if that
   does not fail.  What comes of the child of a vfork, or of clone, is its parent's affair: the
   memory is the parent's, or a copy of which nobody knows since when. */
static void leave_module(bool for_good)
{
    struct hold hold;
    if (!started || system_pid() != own_pid)
        return;
    settle_samples();
    lock_take(&hold);
    if (for_good)
        live_detach();
    if (!is_live())
        write_counts(false, for_good);
    else if (for_good)
        left_record();
    lock_give(&hold);
}

ALIGNS_STACK void __pathprof_leaving(uint64_t for_good)
{
    leave_modules(for_good);
}

void __pathprof_no_slots(void)
{
    static unsigned said;
    if (is_first(&said))
        SAY("no memory for paths that are under way in ", module_name(),
            "; those that control jumps over may not be counted");
}

void __pathprof_reset(void)
{
    struct hold hold;
    lock_take(&hold);
    forget_counts();
    lock_give(&hold);
}

/* As forget_counts; arrays that nobody has told of are made anew rather than read. */
static void forget_in_child(void)
{
    for (size_t i = 0; i < num_units(); i++)
        if (!own_block(&__start_pathprof_units[i]))
            sparse_forked(&__start_pathprof_units[i]);
    forget_counts();
}

void (*__pathprof_bursts_forked)(bool in_child);

/* The parent's counts are the parent's to write; the child starts from zero. */
static struct hold fork_hold;
static void before_fork(void)
{
    struct hold hold;
    lock_take(&hold);
    fork_hold = hold;
    lock_lend();
}

static void after_fork(void)
{
    struct hold hold = fork_hold;
    if (__pathprof_bursts_forked)
        __pathprof_bursts_forked(false);
    lock_return(&hold);
}

static void in_child(void)
{
    struct hold hold = fork_hold;
    system_begin_pid();
    bool live = is_live(), own = live_leave_parent();
    if (own)
        threads_forked();
    left_forked();
    if (own && live)
        live_forked();
    else if (own)
        forget_in_child();
    uncounted();
    trace_forked();
    run_is_told = false;
    if (__pathprof_sampling)
        __pathprof_sampling->forked();
    if (__pathprof_bursts_forked)
        __pathprof_bursts_forked(true);
    lock_renew(&hold);
    interval_start();
}

ALIGNS_STACK static void start(void)
{
    if (started)
        return;
    started = true;
    system_begin_pid();
    paths_start();
    check_versions();
    threads_start();
    if (wants_live())
        live_begin(false);
    sparse_start();
    interval_start();
    watch_terminate();
    pthread_atfork(before_fork, after_fork, in_child);
}

ALIGNS_STACK static void end(void)
{
    struct hold hold;
    if (system_pid() != own_pid) {
        /* The child of a _Fork, say.  It writes nothing, and does not have the threads that may
           hold the lock or are to be waited for. */
        threads_end(false);
        return;
    }
    interval_end();
    lock_take(&hold);
    live_detach();
    lock_give(&hold);
    threads_end(true);
    lock_take(&hold);
    if (!is_live())
        write_counts(true, true);
    else
        left_record();
    live_close();
    threads_free();
    left_end();
    say_threads();
    lock_give(&hold);
    if (__pathprof_sampling)
        __pathprof_sampling->end();
}

/* First of the module's constructors, last of its destructors (the array is run backwards), which
   come after all handlers of atexit. */
__attribute__((used, section(".init_array.00001"))) static void (*const at_start)(void) = start;
__attribute__((used, section(".fini_array.00001"))) static void (*const at_end)(void) = end;

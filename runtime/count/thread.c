/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* update thread: every thread counts in blocks of its own, which are read as they are when counts
   are collected.  A thread that ends leaves them, with their counts, to another one: they stay
   where they are, as a stack that was switched away from (swapcontext) may go on in another thread,
   and its functions count in the block that they have found when they were entered.

   In the program the end of a thread is seen by a key's destructor.  A thread that goes on counting
   after that, in destructors of other keys, gets new blocks; the destructor comes again, and blocks
   that it never saw stay in the list and are counted as those of live threads.

   A shared object has no such key: a thread might be on its way to the destructor, or in it, while
   another unloads the object (and __cxa_thread_atexit_impl would keep it from being unloaded).
   There the kernel is asked which threads are left, when there are twice as many blocks as after it
   was asked the last time. */
#include "../sample.h"

#include <pthread.h>
#include <sys/mman.h>

/* In a shared object: so many blocks are in use when threads are first asked after. */
#define LEAST_BLOCKS 8

static pthread_key_t thread_key;
static bool have_key;
static size_t asked_blocks = LEAST_BLOCKS; /* threads are asked after when there are more */

/* Gives back what UNIT's tables at COUNTERS have beside themselves, and what is TOLD of them (or NULL).  Lock held. */
static void free_maps(const struct pathprof_unit *unit, char *counters, char *told)
{
    for (uint64_t i = 0; i < unit->num_functions; i++) {
        const struct pathprof_function *function = &unit->functions[i];
        if (function->kind != PATHPROF_TABLE)
            continue;
        struct pathprof_table *table = (void *)(counters + function->offset);
        map_free(&table->overflow);
        sparse_forget(table);
        if (told)
            map_free((void *)(told + function->offset));
    }
}

static void free_block_maps(struct block *block)
{
    free_maps(block->unit, block->counters, block->told);
    if (block->told)
        system_unmap(block->told, block->unit->counters_size);
    block->told = NULL;
}

/* Makes the counters of BLOCK 0.  Pages of a live file are left to the file. */
static void empty(struct block *block)
{
    const size_t page = PATHPROF_LIVE_PAGE;
    if (block->counters != (char *)(block + 1)) {
        system_map_at(block->counters, whole_pages(block->unit->counters_size),
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        return;
    }
    size_t first = block->mapped < page ? block->mapped : page;
    __builtin_memset(block + 1, 0, first - sizeof *block);
    if (block->mapped > page)
        system_map_at((char *)block + page, block->mapped - page, MAP_PRIVATE | MAP_ANONYMOUS, -1,
                      0);
}

static void free_block(struct block *block)
{
    struct block **link = &first_block;
    while (*link != block)
        link = &(*link)->next;
    *link = block->next;
    free_block_maps(block);
    if (block->counters != (char *)(block + 1))
        system_unmap(block->counters, block->unit->counters_size);
    system_unmap(block, block->mapped);
}

/* The calling thread ends, or its module does; no thread before it that had the same place has left
   a block, as the ends of all are seen. */
static void thread_end(void *unused)
{
    struct hold hold;
    uintptr_t thread = this_thread();
    (void)unused;
    lock_take(&hold);
    for (struct block *block = first_block; block; block = block->next) {
        if (!block->slot || block->thread != thread)
            continue;
        *block->slot = NULL;
        block->slot = NULL;
    }
    lock_give(&hold);
}

/* Whether the thread that has BLOCK is known to have come to its end.  (A child of which nobody told has blocks of
   another process: its one thread has another number there.) */
static bool is_deserted(const struct block *block)
{
    return block->slot && block->pid == (int)system_pid() && system_has_ended(block->number);
}

/* Finds the blocks whose threads have come to their ends without being seen.  Their slots are not there any more.
   Returns how many blocks are in use.  Lock held. */
static size_t find_deserted(void)
{
    size_t used = 0;
    for (struct block *block = first_block; block; block = block->next) {
        if (is_deserted(block))
            block->slot = NULL;
        used += block->slot != NULL;
    }
    return used;
}

static size_t used_blocks(void)
{
    size_t used = 0;
    for (const struct block *block = first_block; block; block = block->next)
        used += block->slot != NULL;
    return used;
}

static struct block *unused_block(const struct pathprof_unit *unit)
{
    struct block *block = first_block;
    while (block && (block->unit != unit || block->slot))
        block = block->next;
    return block;
}

/* A block of UNIT's that a thread has left.  Lock held. */
static struct block *left_block(const struct pathprof_unit *unit)
{
    struct block *block = unused_block(unit);
    if (block || have_key || used_blocks() < asked_blocks)
        return block;
    asked_blocks = 2 * find_deserted() + LEAST_BLOCKS;
    return unused_block(unit);
}

/* A new block of UNIT's whose counters are in the live file or, where there is none yet or no room
   in it, in pages that can be replaced by the file's; NULL if no such file is wanted, or without
   memory.  Lock held. */
static struct block *live_block(struct pathprof_unit *unit)
{
    if (!may_want_live())
        return NULL;
    struct block *block = map_pages(sizeof *block);
    char *counters = NULL;
    if (block && is_live())
        counters = live_extent(PATHPROF_EXTENT_BLOCK, unit - __start_pathprof_units, 0,
                               unit->counters_size, NULL);
    if (counters)
        keep_in_place(unit, counters);
    else if (block)
        counters = map_pages(whole_pages(unit->counters_size));
    if (!counters) {
        if (block)
            system_unmap(block, sizeof *block);
        return NULL;
    }
    block->counters = counters;
    block->mapped = sizeof *block;
    return block;
}

static struct block *new_block(struct pathprof_unit *unit)
{
    struct block *block = left_block(unit);
    if (block)
        return block;
    block = live_block(unit);
    if (!block) {
        size_t size = sizeof *block + unit->counters_size;
        block = map_pages(size);
        if (!block)
            return NULL;
        block->counters = (char *)(block + 1);
        block->mapped = size;
    }
    block->unit = unit;
    block->next = first_block;
    first_block = block;
    return block;
}

/* The calling thread has BLOCK. */
static void take_block(struct block *block)
{
    block->thread = this_thread();
    block->number = system_thread();
    block->pid = (int)system_pid();
}

ALIGNS_STACK char *__pathprof_block(struct pathprof_unit *unit, char **slot)
{
    struct hold hold;
    lock_take(&hold);
    struct block *block = *slot ? NULL : new_block(unit);
    if (block) {
        block->slot = slot;
        take_block(block);
        *slot = block->counters;
    } else if (!*slot) {
        static bool said;
        if (!said)
            SAY("no memory for a thread's counters of ", unit->name,
                "; it shares them, and its counts may come out too low");
        said = true;
        *slot = unit->counters;
    }
    lock_give(&hold);
    if (__pathprof_sampling)
        __pathprof_sampling->thread();
    /* Not under the lock: pthread_setspecific may call a malloc that counts in another unit. */
    if (block && have_key)
        pthread_setspecific(thread_key, block);
    return *slot;
}

/* Whether BLOCK stands for the counters that all threads have of its unit. */
static bool is_units_own(const struct block *block)
{
    return block->counters == block->unit->counters;
}

/* Counters of units with update=single are read, by another thread, not emptied. */
static void tell_of_units(void)
{
    for (size_t i = 0; i < num_units(); i++) {
        struct pathprof_unit *unit = &__start_pathprof_units[i];
        struct block *block =
            unit->update == PATHPROF_UPDATE_SINGLE ? map_pages(sizeof *block) : NULL;
        if (!block)
            continue;
        block->unit = unit;
        block->counters = unit->counters;
        block->mapped = sizeof *block;
        block->next = first_block;
        first_block = block;
    }
}

static void threads_start(void)
{
    if (wanted_interval())
        tell_of_units();
    bool wanted = false;
    for (size_t i = 0; i < num_units(); i++)
        wanted |= __start_pathprof_units[i].update == PATHPROF_UPDATE_THREAD;
    if (wanted && __pathprof_is_in_program() && HAVE(pthread_key_create))
        have_key = pthread_key_create(&thread_key, thread_end) == 0;
}

/* The module is about to go.  No thread may come back here, and blocks of the thread that unloads
   it are left; those of others are theirs until they or the process end.  Not TOLD: nothing is
   counted any more, and the lock may be anybody's. */
static void threads_end(bool told)
{
    struct hold hold;
    if (have_key)
        pthread_key_delete(thread_key);
    have_key = false;
    if (!told)
        return;
    lock_take(&hold);
    find_deserted();
    lock_give(&hold);
    thread_end(NULL);
}

/* The module's counts are written, and it goes: blocks that nobody has are given back, and what tables have.  The
   program's stay, as other threads may be running while it ends.  Lock held. */
static void threads_free(void)
{
    struct block *next;
    if (__pathprof_is_in_program())
        return;
    for (struct block *block = first_block; block; block = next) {
        next = block->next;
        if (!block->slot && !is_units_own(block))
            free_block(block);
    }
    for (size_t i = 0; i < num_units() && !is_live(); i++)
        free_maps(&__start_pathprof_units[i], __start_pathprof_units[i].counters, NULL);
    sparse_end();
}

/* In the child of a fork, where only the calling thread lives: counts are forgotten, and what other
   threads have counted with them.  Their blocks stay, for others and for stacks that they have
   left. Lock held. */
static void threads_forked(void)
{
    uintptr_t thread = this_thread();
    for (struct block *block = first_block; block; block = block->next)
        if (!is_units_own(block) && !(block->slot && block->thread == thread)) {
            free_block_maps(block);
            empty(block);
            block->slot = NULL;
        } else if (!is_units_own(block)) {
            take_block(block);
        }
}

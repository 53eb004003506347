/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* update thread: every thread counts in blocks of its own.  A thread that ends folds its blocks
   into the unit's shared copy; those that are alive when counts are collected are read as they are.

   The end of a thread is seen by a key's destructor (not __cxa_thread_atexit_impl, which would keep
   a shared object from being unloaded).  A thread that goes on counting after that, in destructors
   of other keys, gets new blocks; the destructor comes again, and blocks that it never saw stay in
   the list and are counted as those of live threads. */
#include "sample.h"

#include <pthread.h>

static pthread_key_t thread_key;
static bool have_key;

struct shared_table {
    struct pathprof_table *table;
    unsigned shift;
};

static bool add_to_shared(void *closure, uint64_t key, uint64_t *count)
{
    const struct shared_table *shared = closure;
    table_add(shared->table, key, *count, shared->shift);
    return true;
}

static bool take_from_shared(void *closure, uint64_t key, uint64_t *count)
{
    const struct shared_table *shared = closure;
    table_add(shared->table, key, -*count, shared->shift);
    return true;
}

/* Adds what FUNCTION's table in BLOCK has counted, less what dump has told of it, to the shared
   one. Its thread does not count any more. */
static void fold_table(struct block *block, const struct pathprof_function *function)
{
    struct pathprof_table *table = (void *)(block->counters + function->offset);
    struct shared_table shared = {(void *)(block->unit->counters + function->offset),
                                  PATHPROF_HASH_SHIFT(function->size)};
    for (uint64_t i = used_bucket(table, 0, function->size); i < function->size;
         i = used_bucket(table, i + 1, function->size))
        for (unsigned j = 0; j < 4; j++)
            if (table->buckets[i][j].key)
                add_to_shared(&shared, table->buckets[i][j].key, &table->buckets[i][j].count);
    map_visit(table->overflow, add_to_shared, &shared);
    map_free(&table->overflow);
    if (block->told) {
        struct pathprof_overflow **told = (void *)(block->told + function->offset);
        map_visit(*told, take_from_shared, &shared);
        map_free(told);
    }
}

static void fold_array(struct block *block, uint64_t offset, uint64_t size)
{
    const uint64_t *counts = (void *)(block->counters + offset);
    const uint64_t *told = block->told ? (void *)(block->told + offset) : NULL;
    uint64_t *shared = (void *)(block->unit->counters + offset);
    for (uint64_t i = 0; i < size; i++)
        if (counts[i])
            __atomic_fetch_add(&shared[i], counts[i] - (told ? told[i] : 0), __ATOMIC_RELAXED);
}

/* Folds BLOCK (or, if FORGET, only frees what it has) and gives its memory back.  Lock held. */
static void retire(struct block *block, bool forget)
{
    struct block **link = &first_block;
    while (*link != block)
        link = &(*link)->next;
    *link = block->next;

    for (uint64_t i = 0; i < block->unit->num_functions; i++) {
        const struct pathprof_function *function = &block->unit->functions[i];
        if (forget && function->kind == PATHPROF_TABLE) {
            map_free(&((struct pathprof_table *)(block->counters + function->offset))->overflow);
            if (block->told)
                map_free((void *)(block->told + function->offset));
        } else if (!forget && function->kind == PATHPROF_TABLE) {
            fold_table(block, function);
        } else if (!forget) {
            fold_array(block, function->offset, function->size);
        }
    }
    if (block->told)
        system_unmap(block->told, block->unit->counters_size);
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
    struct block *next;
    for (struct block *block = first_block; block; block = next) {
        next = block->next;
        if (!block->slot || block->thread != thread)
            continue;
        *block->slot = NULL;
        block->slot = NULL;
        if (!is_live()) /* there it waits, with its counts, for another thread */
            retire(block, false);
    }
    lock_give(&hold);
}

/* A block of UNIT's in the live file: one that a thread has left, or a new one; NULL if there is no
   such file, or no room in it.  Lock held. */
static struct block *live_block(struct pathprof_unit *unit)
{
    struct block *block = is_live() ? first_block : NULL;
    while (block && (block->unit != unit || block->slot))
        block = block->next;
    if (block || !is_live())
        return block;
    block = map_pages(sizeof *block);
    char *counters = block ? live_extent(PATHPROF_EXTENT_BLOCK, unit - __start_pathprof_units, 0,
                                         unit->counters_size, NULL)
                           : NULL;
    if (!counters) {
        if (block)
            system_unmap(block, sizeof *block);
        return NULL;
    }
    block->counters = counters;
    block->mapped = sizeof *block;
    keep_in_place(unit, counters);
    return block;
}

static struct block *new_block(struct pathprof_unit *unit)
{
    struct block *block = live_block(unit);
    if (block && block->unit) /* in the list already */
        return block;
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

ALIGNS_STACK char *__pathprof_block(struct pathprof_unit *unit, char **slot)
{
    struct hold hold;
    lock_take(&hold);
    struct block *block = *slot ? NULL : new_block(unit);
    if (block) {
        block->slot = slot;
        block->thread = this_thread();
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
    if (wanted && __pathprof_is_with_program() && HAVE(pthread_key_create))
        have_key = pthread_key_create(&thread_key, thread_end) == 0;
}

/* The module is about to go.  No thread may come back here, and blocks of the thread that unloads
   it are given back; those of others are theirs until the process ends.  Not TOLD: nothing is
   counted any more, and the lock may be anybody's.  Without a key the ends of threads were not
   seen: a block that seems to be this one's may have its slot in memory that is gone, and all are
   left. */
static void threads_end(bool told)
{
    bool seen = have_key;
    have_key = false;
    if (seen)
        pthread_key_delete(thread_key);
    if (seen && told)
        thread_end(NULL);
}

/* In the child of a fork, where only the calling thread lives: counts are forgotten, and so are the
   other threads' blocks.  Lock held. */
static void threads_forked(void)
{
    struct block *next;
    uintptr_t thread = this_thread();
    for (struct block *block = first_block; block; block = next) {
        next = block->next;
        if (!is_units_own(block) && !(block->slot && block->thread == thread))
            retire(block, true);
    }
}

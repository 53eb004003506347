/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Option pending=: the slots of what activations wait with (format.h), and who records it: the
   activation that has the same place on the stack next, one that a non-local transfer reaches, the
   end of the process or of the module.  Apart from runtime.c, a member of the library and a COMDAT
   group by itself, as state.c is.

   Nothing is concluded from where control is: it may have been taken there by longjmp, and then
   what lies below on the stack is over, or by swapcontext, and then it is not.  A place on a stack
   has one owner at a time, and that is enough.

   Any of this may run in a signal handler.  Slots never move or go away before their module does. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "base/registers.h"
#include <stdbool.h>

#pragma GCC visibility push(hidden)
#include "format.h"
#include "count/waiting.h"
#pragma GCC visibility pop
#include "base/atomics.h"
#include "base/syscall.h"

#include <stddef.h>
#include <sys/mman.h>

/* Slots are found through a tree of tables with the bits of the region's number; LEVELS of them
   cover 57 bits of an address, all that a process has. */
_Static_assert(sizeof(struct pathprof_slot) == PATHPROF_SLOT_BYTES, "slots are found by it");

#define LEVELS 3
#define LEVEL_BITS 14
#define REGION_SLOTS (PATHPROF_REGION_BYTES / 8)

struct table {
    void *entries[1 << LEVEL_BITS]; /* tables, or a region's slots */
};

static void *root;

__thread struct pathprof_near __pathprof_near[PATHPROF_NEAR]
    __attribute__((visibility("hidden"), tls_model("initial-exec"), aligned(64)));

/* What is taken where there is no memory: nobody reads it. */
static struct pathprof_slot nowhere;

/* Returns what LINK points to, mapped if need be, SIZE bytes of zeros; NULL without memory. Another
   thread, or a handler, may come first. */
static void *need(void **link, size_t size)
{
    void *found = __atomic_load_n(link, __ATOMIC_ACQUIRE);
    if (found)
        return found;
    long made = call_map(NULL, size, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (is_call_error(made))
        return NULL;
    if (__atomic_compare_exchange_n(link, &found, (void *)made, false, __ATOMIC_ACQ_REL,
                                    __ATOMIC_ACQUIRE))
        return (void *)made;
    syscall(SYS_munmap, made, size);
    return found;
}

/* The slots of REGION, NULL without memory. */
static struct pathprof_slot *need_region(uint64_t region)
{
    void **link = &root;
    if (region >> LEVELS * LEVEL_BITS)
        return NULL;
    for (unsigned level = LEVELS; level-- > 0;) {
        struct table *table = need(link, sizeof *table);
        if (!table)
            return NULL;
        link = &table->entries[region >> level * LEVEL_BITS & ((1 << LEVEL_BITS) - 1)];
    }
    return need(link, REGION_SLOTS * sizeof(struct pathprof_slot));
}

/* At once, for a handler that comes before or after it: a region never has the slots of another. */
static void remember(struct pathprof_near *near, uint64_t region, uint64_t base)
{
#if defined __x86_64__
    uint64_t old_region = near->region, old_base = near->base;
    bool done;
    do
        __asm__ volatile("cmpxchg16b %1"
                         : "=@ccz"(done), "+m"(*near), "+a"(old_region), "+d"(old_base)
                         : "b"(region), "c"(base));
    while (!done);
#else
    volatile struct pathprof_near *it = near;
    do {
        it->region = 0;
        it->base = base;
        it->region = region;
    } while (it->base != base);
#endif
}

ALIGNS_STACK struct pathprof_slot *__pathprof_slot_of(uint64_t address)
{
    uint64_t region = address >> PATHPROF_REGION_BITS;
    struct pathprof_slot *slots = need_region(region);
    if (!slots) {
        __pathprof_no_slots();
        return &nowhere;
    }
    uint64_t base = (uintptr_t)slots - region * PATHPROF_REGION_BYTES * (sizeof *slots / 8);
    remember(&__pathprof_near[region % PATHPROF_NEAR], region, base);
    return (struct pathprof_slot *)(uintptr_t)(base + address * (sizeof *slots / 8));
}

static void record(const struct pathprof_slot *slot, uint64_t number)
{
    uint64_t buckets = slot->how >> 8;
    void *counters = (void *)(uintptr_t)slot->counters;
    if (!counters)
        return;
    if (buckets == 0)
        __atomic_fetch_add((uint64_t *)counters + number, 1, __ATOMIC_RELAXED);
    else if ((slot->how & 0xff) == PATHPROF_UPDATE_SINGLE)
        __pathprof_miss(counters, number, PATHPROF_HASH_SHIFT(buckets));
    else
        __pathprof_miss_atomic(counters, number, PATHPROF_HASH_SHIFT(buckets));
}

ALIGNS_STACK void __pathprof_slot_left(struct pathprof_slot *slot)
{
    uint64_t waits = slot == &nowhere ? 0 : __atomic_exchange_n(&slot->waits, 0, __ATOMIC_RELAXED);
    if (waits)
        record(slot, waits - 1);
}

/* Calls VISIT for every slot that is waited with, in TABLE of LEVEL. */
static void visit_table(const struct table *table, unsigned level, slot_visitor visit,
                        void *closure)
{
    for (unsigned i = 0; i < 1 << LEVEL_BITS; i++) {
        void *entry = __atomic_load_n(&table->entries[i], __ATOMIC_ACQUIRE);
        if (entry && level > 0) {
            visit_table(entry, level - 1, visit, closure);
            continue;
        }
        struct pathprof_slot *slots = entry;
        for (unsigned j = 0; slots && j < REGION_SLOTS; j++)
            if (__atomic_load_n(&slots[j].waits, __ATOMIC_ACQUIRE))
                visit(closure, &slots[j]);
    }
}

static void visit_slots(slot_visitor visit, void *closure)
{
    if (root)
        visit_table(root, LEVELS - 1, visit, closure);
}

static void leave(void *unused, struct pathprof_slot *slot)
{
    (void)unused;
    __pathprof_slot_left(slot);
}

static void leave_all(void)
{
    visit_slots(leave, NULL);
}

static void forget(void *unused, struct pathprof_slot *slot)
{
    (void)unused;
    slot->waits = 0;
}

static void forget_all(void)
{
    visit_slots(forget, NULL);
}

static void free_table(void *entry, unsigned level)
{
    struct table *table = entry;
    for (unsigned i = 0; level > 0 && i < 1 << LEVEL_BITS; i++)
        if (table->entries[i])
            free_table(table->entries[i], level - 1);
    syscall(SYS_munmap, entry,
            level > 0 ? sizeof *table : REGION_SLOTS * sizeof(struct pathprof_slot));
}

static void free_all(void)
{
    void *all = root;
    root = NULL;
    for (unsigned i = 0; i < PATHPROF_NEAR; i++)
        __pathprof_near[i] = (struct pathprof_near){0};
    if (all)
        free_table(all, LEVELS);
}

static const struct pathprof_waiting waiting = {visit_slots, leave_all, forget_all, free_all};

static void register_waiting(void)
{
    __pathprof_waiting = &waiting;
}

/* After the runtime's own beginning. */
__attribute__((used, section(".init_array.00002"))) static void (*const start_of_module)(void) =
    register_waiting;

/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Option pending=: the stack of what a thread's activations wait with (format.h), and who records
   it: an activation in which control arrives sideways, the end of the thread, the end of the
   module. Apart from runtime.c, a member of the library and a COMDAT group by itself, as state.c
   is.

   Any of this may run in a signal handler, which finds `top` above the slot of whatever it
   interrupted and leaves it there.  The slots of a page are linked in at once and never go away
   before their thread does. */
#include "registers.h"

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <stdbool.h>

#pragma GCC visibility push(hidden)
#include "format.h"
bool __pathprof_is_with_program(void); /* sample.h */
#pragma GCC visibility pop
#include "syscall.h"

#include <pthread.h>
#include <stddef.h>
#include <sys/mman.h>

#if defined __GLIBC__ && !__GLIBC_PREREQ(2, 34)
/* They may be missing in a program that has no threads. */
#pragma weak pthread_key_create
#pragma weak pthread_key_delete
#pragma weak pthread_setspecific
#define HAVE(function) (&function != NULL)
#else
#define HAVE(function) true
#endif

/* A page of slots, of which this is the first. */
struct pathprof_slots {
    struct pathprof_slots *next;
    uint64_t pages; /* of this one and those after it, what was mapped with it */
};
_Static_assert(sizeof(struct pathprof_slots) <= sizeof(struct pathprof_slot), "the first slot");

#define PAGES_AT_ONCE 16

__thread struct pathprof_waiting __pathprof_waiting
    __attribute__((visibility("hidden"), tls_model("initial-exec")));

static pthread_key_t waiting_key;
static bool have_waiting_key;

/* What is taken where there is no memory: nobody reads it. */
static struct pathprof_slot nowhere[PATHPROF_SLOTS_BYTES / sizeof(struct pathprof_slot)]
    __attribute__((aligned(PATHPROF_SLOTS_BYTES)));

static struct pathprof_slots *map_slots(void)
{
    size_t size = (size_t)PAGES_AT_ONCE * PATHPROF_SLOTS_BYTES;
    long pages =
        syscall(SYS_mmap, NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (is_call_error(pages))
        return NULL;
    struct pathprof_slots *first = (void *)pages;
    first->pages = PAGES_AT_ONCE;
    return first;
}

static struct pathprof_slots *page_before(const struct pathprof_slot *end)
{
    return (void *)((char *)end - PATHPROF_SLOTS_BYTES);
}

/* The page that begins where TOP, a multiple of its size, is: the thread's first, or the one after
   that which ends there; NULL if there is none yet. */
static struct pathprof_slots *page_at(const struct pathprof_slot *top)
{
    return top ? page_before(top)->next : __pathprof_waiting.first;
}

/* The same, made if need be.  A handler may have come first. */
static struct pathprof_slots *need_page(struct pathprof_slot *top)
{
    struct pathprof_slots *page = page_at(top), *before = top ? page_before(top) : NULL;
    if (page || (char *)before == (char *)nowhere)
        return page;
    if (before && before->pages > 1) {
        page = (void *)top;
        page->pages = before->pages - 1;
        before->next = page;
        return page;
    }
    struct pathprof_slots *made = map_slots();
    if (!made)
        return NULL;
    struct pathprof_slots **link = before ? &before->next : &__pathprof_waiting.first;
    page = NULL;
    if (!__atomic_compare_exchange_n(link, &page, made, false, __ATOMIC_RELAXED,
                                     __ATOMIC_RELAXED)) {
        syscall(SYS_munmap, made, (size_t)PAGES_AT_ONCE * PATHPROF_SLOTS_BYTES);
        return page;
    }
    if (!before && have_waiting_key)
        pthread_setspecific(waiting_key, made);
    return made;
}

static bool ends_page(const struct pathprof_slot *top)
{
    return (uintptr_t)top % PATHPROF_SLOTS_BYTES == 0;
}

ALIGNS_STACK struct pathprof_slot *__pathprof_slot(struct pathprof_slot *top)
{
    struct pathprof_slots *page = need_page(top);
    if (page)
        return (struct pathprof_slot *)page + 1;
    __pathprof_no_slots();
    return nowhere + 1;
}

static void record(struct pathprof_slot *slot)
{
    uint64_t number = slot->number, buckets = slot->how >> 8;
    void *counters = (void *)slot->counters;
    slot->number = PATHPROF_NOT_WAITING;
    if (number == PATHPROF_NOT_WAITING || !counters)
        return;
    if (buckets == 0)
        __atomic_fetch_add((uint64_t *)counters + number, 1, __ATOMIC_RELAXED);
    else if ((slot->how & 0xff) == PATHPROF_UPDATE_SINGLE)
        __pathprof_miss(counters, number, PATHPROF_HASH_SHIFT(buckets));
    else
        __pathprof_miss_atomic(counters, number, PATHPROF_HASH_SHIFT(buckets));
}

static bool is_nowhere(const struct pathprof_slot *slot)
{
    return slot > nowhere && slot <= nowhere + sizeof nowhere / sizeof *nowhere;
}

static void forget(struct pathprof_slot *slot)
{
    slot->number = PATHPROF_NOT_WAITING;
}

/* Goes from SLOT up to the top, and does WHAT, if it is not NULL, with each that it comes by.
   Returns whether it came there: the top may be below where a program has several stacks. */
static bool walk(struct pathprof_slot *slot, void (*what)(struct pathprof_slot *))
{
    struct pathprof_slot *top = __pathprof_waiting.top;
    while (slot != top) {
        if (is_nowhere(slot))
            return false;
        if (ends_page(slot)) {
            struct pathprof_slots *page = page_at(slot);
            if (!page)
                return false;
            slot = (struct pathprof_slot *)page + 1;
            continue;
        }
        if (what)
            what(slot);
        slot++;
    }
    return true;
}

/* Control is where the top is SLOT: what is above is waited for no more. */
static void leave_from(struct pathprof_slot *slot)
{
    if (walk(slot, NULL) || is_nowhere(__pathprof_waiting.top))
        walk(slot, record);
    __pathprof_waiting.top = slot;
}

void __pathprof_resume(struct pathprof_slot *slot)
{
    leave_from(slot + 1);
}

void __pathprof_restart(struct pathprof_slot *slot)
{
    if (!is_nowhere(slot))
        record(slot);
    leave_from(slot + 1);
}

/* The calling thread ends, or its module does: whatever is waited for is. */
static void leave_all(void *value)
{
    (void)value;
    leave_from(NULL);
    struct pathprof_slots *page = __pathprof_waiting.first, *next;
    __pathprof_waiting.first = NULL;
    for (; page; page = next) { /* of what was mapped together the first page comes first */
        uint64_t pages = page->pages;
        struct pathprof_slots *last = page;
        while (last->pages > 1 && last->next)
            last = last->next;
        next = last->next;
        syscall(SYS_munmap, page, pages * PATHPROF_SLOTS_BYTES);
    }
}

/* Control does not come back to anything that waits in the calling thread; but what waits does so
   in memory that stays, as a handler of SIGABRT may jump. */
void __pathprof_waiting_left(void)
{
    if (walk(NULL, NULL))
        walk(NULL, record);
}

void __pathprof_waiting_forked(void)
{
    if (walk(NULL, NULL))
        walk(NULL, forget);
}

static void start_waiting(void)
{
    have_waiting_key = __pathprof_is_with_program() && HAVE(pthread_key_create) &&
                       !pthread_key_create(&waiting_key, leave_all);
}

ALIGNS_STACK static void end_waiting(void)
{
    if (have_waiting_key)
        pthread_key_delete(waiting_key);
    have_waiting_key = false;
    leave_all(NULL);
}

/* After the runtime's own beginning, and right before its end, which writes the counts. */
__attribute__((used, section(".init_array.00002"))) static void (*const start_of_module)(void) =
    start_waiting;
__attribute__((used, section(".fini_array.00002"))) static void (*const end_of_module)(void) =
    end_waiting;

/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The runtime's one lock: Drepper's second mutex ("Futexes Are Tricky", section 6). */
#include "../runtime.h"

#include <linux/futex.h>
#include <pthread.h>

#if defined __GLIBC__ && !__GLIBC_PREREQ(2, 34)
/* They may be missing in a program that has no threads. */
#pragma weak pthread_key_create
#pragma weak pthread_key_delete
#pragma weak pthread_setspecific
#define HAVE(function) (&function != NULL)
#else
#define HAVE(function) true
#endif

static unsigned lock_word; /* 0 free, 1 taken, 2 taken and somebody waits */

/* A word that the kernel sets to 0 in every child that has a copy of the memory, also in one that
   the C library does not tell of; NULL where there are no threads of the runtime's own. */
static unsigned *own_memory;

static void word_take(unsigned *word, struct hold *hold)
{
    system_mask(&(uint64_t){UINT64_MAX}, &hold->mask);
    unsigned seen = 0;
    if (__atomic_compare_exchange_n(word, &seen, 1, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
        return;
    while (__atomic_exchange_n(word, 2, __ATOMIC_ACQUIRE) != 0)
        syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, 2, NULL, NULL, 0);
}

static void word_give(unsigned *word, struct hold *hold)
{
    if (__atomic_exchange_n(word, 0, __ATOMIC_RELEASE) == 2)
        syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
    system_mask(&hold->mask, NULL);
}

/* The process is a child that nobody told of: who held the lock is not there. */
__attribute__((noinline, cold)) static void lock_inherited(void)
{
    uint64_t mask;
    system_mask(&(uint64_t){UINT64_MAX}, &mask);
    if (__atomic_exchange_n(own_memory, 1, __ATOMIC_ACQ_REL) == 0)
        __atomic_store_n(&lock_word, 0, __ATOMIC_RELEASE);
    system_mask(&mask, NULL);
}

/* Before the process has a thread that takes the lock while the program's fork. */
static void lock_watch(void)
{
    if (!own_memory)
        own_memory = system_map_wiped(4096);
    if (own_memory)
        __atomic_store_n(own_memory, 1, __ATOMIC_RELEASE);
}

/* The thread that forks: it holds the lock, and what runs around the fork (handlers that were there
   before the runtime's, the C library's memory) may be the program's, and count. */
static uintptr_t forking_thread;

/* The same in the child of a fork. */
static uintptr_t this_thread(void)
{
#ifdef __powerpc64__
    register uintptr_t pointer __asm__("r13"); /* GCC has no name for it there */
    __asm__("" : "=r"(pointer));
    return pointer;
#else
    return (uintptr_t)__builtin_thread_pointer();
#endif
}

static void lock_lend(void)
{
    __atomic_store_n(&forking_thread, this_thread(), __ATOMIC_RELAXED);
}

static void lock_take(struct hold *hold)
{
    hold->lent = __atomic_load_n(&forking_thread, __ATOMIC_RELAXED) == this_thread();
    if (hold->lent)
        return;
    if (own_memory && !__atomic_load_n(own_memory, __ATOMIC_ACQUIRE))
        lock_inherited();
    word_take(&lock_word, hold);
}

static void lock_give(struct hold *hold)
{
    if (!hold->lent)
        word_give(&lock_word, hold);
}

/* Behind a fork, in the parent. */
static void lock_return(struct hold *hold)
{
    __atomic_store_n(&forking_thread, 0, __ATOMIC_RELAXED);
    lock_give(hold);
}

/* The same in the child: those who waited are not there. */
static void lock_renew(struct hold *hold)
{
    __atomic_store_n(&forking_thread, 0, __ATOMIC_RELAXED);
    __atomic_store_n(&lock_word, 0, __ATOMIC_RELEASE);
    system_mask(&hold->mask, NULL);
}

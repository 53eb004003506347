/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* i386: what GCC calls for atomic operations on words of 64 bits.  By itself it has them inline, with the instruction
   that is used here, but reads and writes such words with registers for floating point, which the runtime must not
   touch (registers.h).  The functions are in libatomic as well, which programs need not have for the runtime's sake:
   so these are static, under the names that the compiler knows.

   A word that is read is written, with what it had; so it must not be in memory that can only be read. */
#ifndef PATHPROF_ATOMICS_H
#define PATHPROF_ATOMICS_H

#ifdef __i386__
#include <stdbool.h>
#include <stdint.h>

#define CALLED(name) __asm__(name) __attribute__((used, noinline, noclone))

/* Puts NEW in the place of *SEEN at WORD and returns true; or fills *SEEN with what is there. */
static inline bool exchange_pair(volatile void *word, uint64_t *seen, uint64_t new)
{
    bool done;
    __asm__ volatile("lock cmpxchg8b %1"
                     : "=@ccz"(done), "+m"(*(volatile uint64_t *)word), "+A"(*seen)
                     : "b"((uint32_t) new), "c"((uint32_t)(new >> 32))
                     : "memory");
    return done;
}

static uint64_t load_pair(const volatile void *word, int order) CALLED("__atomic_load_8");
static uint64_t load_pair(const volatile void *word, int order)
{
    uint64_t seen = 0;
    (void)order;
    exchange_pair((volatile void *)word, &seen, 0);
    return seen;
}

static bool replace_pair(volatile void *word, void *seen, uint64_t new, int order, int other)
    CALLED("__atomic_compare_exchange_8");
static bool replace_pair(volatile void *word, void *seen, uint64_t new, int order, int other)
{
    uint64_t expected = *(uint64_t *)seen;
    (void)order;
    (void)other;
    if (exchange_pair(word, &expected, new))
        return true;
    *(uint64_t *)seen = expected;
    return false;
}

/* Returns what was at WORD before; NEW may use it as SEEN. */
#define DEFINE_PAIR(operation, name, new)                                                          \
    static uint64_t operation(volatile void *word, uint64_t value, int order) CALLED(name);        \
    static uint64_t operation(volatile void *word, uint64_t value, int order)                      \
    {                                                                                              \
        uint64_t seen = 0;                                                                         \
        (void)order;                                                                               \
        while (!exchange_pair(word, &seen, new))                                                   \
            ;                                                                                      \
        return seen;                                                                               \
    }
DEFINE_PAIR(add_pair, "__atomic_fetch_add_8", seen + value)
DEFINE_PAIR(subtract_pair, "__atomic_fetch_sub_8", seen - value)
DEFINE_PAIR(join_pair, "__atomic_fetch_or_8", seen | value)
DEFINE_PAIR(swap_pair, "__atomic_exchange_8", value)

static void store_pair(volatile void *word, uint64_t value, int order) CALLED("__atomic_store_8");
static void store_pair(volatile void *word, uint64_t value, int order)
{
    swap_pair(word, value, order);
}
#endif

#endif

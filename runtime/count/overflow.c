/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The map that a table overflows into: a list of open-addressing arrays, each twice the one before.  Only the newest is
   added to; keys are claimed by compare-and-swap and never move or go away.  Any thread and any signal handler may add
   at any time. */
#include "../runtime.h"

#define NUM_WAITING 4

struct pathprof_overflow {
    PATHPROF_POINTER(struct pathprof_overflow *older);
    uint64_t mapped;
    uint64_t shift;                /* 64 - log2 (slots) */
    uint64_t turn;                 /* whose place is the next to be taken in */
    uint64_t waiting[NUM_WAITING]; /* keys that are to be counted once; 0: none */
    struct pathprof_pair slots[];
};

#define FIRST_SHIFT 55
#define LONGEST_PROBE 32

static uint64_t num_uncounted; /* for want of memory */

static void uncount(uint64_t count)
{
    __atomic_fetch_add(&num_uncounted, count, __ATOMIC_RELAXED);
}

static uint64_t uncounted(void)
{
    return __atomic_exchange_n(&num_uncounted, 0, __ATOMIC_RELAXED);
}

static inline uint64_t num_slots(const struct pathprof_overflow *array)
{
    return (uint64_t)1 << (64 - array->shift);
}

/* Keys of one bucket agree in bits of their product with the multiplier of homes, so this one is
   another (of Wang Yi's). */
static inline uint64_t home_slot(const struct pathprof_overflow *array, uint64_t key)
{
    return ((key ^ key >> 32) * 0xD6E8FEB86659FD93ull) >> array->shift;
}

/* Returns the slot of KEY, claimed if need be; NULL if the neighbourhood of its home is full. */
static struct pathprof_pair *claim_slot(struct pathprof_overflow *array, uint64_t key)
{
    uint64_t mask = num_slots(array) - 1;
    uint64_t slot = home_slot(array, key);
    for (unsigned probe = 0; probe < LONGEST_PROBE; probe++, slot = (slot + 1) & mask) {
        uint64_t seen = __atomic_load_n(&array->slots[slot].key, __ATOMIC_RELAXED);
        if (seen == 0)
            __atomic_compare_exchange_n(&array->slots[slot].key, &seen, key, false,
                                        __ATOMIC_RELAXED, __ATOMIC_RELAXED);
        if (seen == 0 || seen == key)
            return &array->slots[slot];
    }
    return NULL;
}

/* Puts an array in front that is twice as large as NEWEST.  Returns false without memory. */
static bool map_grow(struct pathprof_overflow **map, struct pathprof_overflow *newest)
{
    uint64_t shift = newest ? newest->shift - 1 : FIRST_SHIFT;
    size_t size = sizeof *newest + sizeof(struct pathprof_pair) * ((size_t)1 << (64 - shift));
    struct pathprof_overflow *array = count_pages(map, size, PATHPROF_EXTENT_OVERFLOW);
    if (!array)
        return false;
    array->older = newest;
    array->mapped = size;
    array->shift = shift;
    if (!__atomic_compare_exchange_n(map, &newest, array, false, __ATOMIC_ACQ_REL,
                                     __ATOMIC_RELAXED))
        give_count_pages(array, size); /* somebody else was faster: use theirs */
    return true;
}

/* Adds COUNT (modulo 2^64) to that of KEY.  Any thread, any signal handler. */
static void map_add(struct pathprof_overflow **map, uint64_t key, uint64_t count)
{
    for (;;) {
        struct pathprof_overflow *newest = __atomic_load_n(map, __ATOMIC_ACQUIRE);
        struct pathprof_pair *pair = newest ? claim_slot(newest, key) : NULL;
        if (pair) {
            __atomic_fetch_add(&pair->count, count, __ATOMIC_RELAXED);
            return;
        }
        if (!map_grow(map, newest)) {
            uncount(count);
            return;
        }
    }
}

#define SLOTS_OF_CACHE 16384 /* 256 KB: what is larger is mostly not in the processor's cache */

/* Adds 1 to the count of KEY.  In a large map its slot comes from memory, which takes as long as hundreds of
   instructions, and a locked one waits for it: so the key waits until NUM_WAITING more have come, and that is when its
   slot is there.  (bzip2 in mode context: 600,000 keys, nearly all of them new, took 190 ns each.)  Any thread, any
   signal handler: a key belongs to whoever has taken it out, and whose turn it is need not be exact. */
static void map_count(struct pathprof_overflow **map, uint64_t key)
{
    struct pathprof_overflow *newest = __atomic_load_n(map, __ATOMIC_ACQUIRE);
    if (newest && num_slots(newest) >= SLOTS_OF_CACHE) {
        uint64_t turn = __atomic_load_n(&newest->turn, __ATOMIC_RELAXED);
        __builtin_prefetch(&newest->slots[home_slot(newest, key)], 1);
        __atomic_store_n(&newest->turn, turn + 1, __ATOMIC_RELAXED);
        key = __atomic_exchange_n(&newest->waiting[turn % NUM_WAITING], key, __ATOMIC_RELAXED);
    }
    if (key)
        map_add(map, key, 1);
}

/* Calls VISIT for every key and its count's place; a key may come several times.  Returns false,
   and stops, when VISIT does. */
static bool map_visit(struct pathprof_overflow **map, pair_visitor visit, void *closure)
{
    struct pathprof_overflow *array = __atomic_load_n(map, __ATOMIC_ACQUIRE);
    for (; array; array = array->older)
        for (unsigned i = 0; i < NUM_WAITING; i++) {
            uint64_t key = __atomic_exchange_n(&array->waiting[i], 0, __ATOMIC_RELAXED);
            if (key)
                map_add(map, key, 1);
        }
    for (array = __atomic_load_n(map, __ATOMIC_ACQUIRE); array; array = array->older)
        for (uint64_t slot = 0, end = num_slots(array); slot < end; slot++) {
            uint64_t key = __atomic_load_n(&array->slots[slot].key, __ATOMIC_RELAXED);
            if (key && !visit(closure, key, &array->slots[slot].count))
                return false;
        }
    return true;
}

/* Whether KEY is in ARRAY, the newest of a map, or an older one. */
static bool map_has(const struct pathprof_overflow *array, uint64_t key)
{
    for (; array; array = array->older) {
        uint64_t mask = num_slots(array) - 1, slot = home_slot(array, key), seen = key + 1;
        for (unsigned probe = 0; probe < LONGEST_PROBE && seen; probe++, slot = (slot + 1) & mask) {
            seen = __atomic_load_n(&array->slots[slot].key, __ATOMIC_RELAXED);
            if (seen == key)
                return true;
        }
    }
    return false;
}

static void map_free(struct pathprof_overflow **map)
{
    struct pathprof_overflow *older;
    for (struct pathprof_overflow *array = *map; array; array = older) {
        older = array->older;
        system_unmap(array, array->mapped);
    }
    *map = NULL;
}

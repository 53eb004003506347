/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* How often threads were found at each place: arrays of (program counter, count), open
   addressing, each twice as large as the one before. Signal handlers of any number of threads
   add without a lock; keys are claimed by compare-and-swap and never go away, and counts are
   taken out by exchange, so that each is reported once. A program has a limited number of
   places, so memory is limited, too; samples beyond the limit are counted as lost. */
#include "sampler.h"

struct counters_of_places {
    struct counters_of_places *older;
    uint64_t bits; /* log2 of the slots */
    struct pathprof_pair slots[];
};

#define FIRST_BITS 12
#define MOST_BITS 20 /* 16 MB */
#define LONGEST_PROBE 32

static size_t size_of_counters(uint64_t bits)
{
    return sizeof(struct counters_of_places) + (sizeof(struct pathprof_pair) << bits);
}

static struct counters_of_places *counters_make(struct counters_of_places *older)
{
    uint64_t bits = older ? older->bits + 1 : FIRST_BITS;
    struct counters_of_places *made = bits <= MOST_BITS ? map_pages(size_of_counters(bits)) : NULL;
    if (made) {
        made->older = older;
        made->bits = bits;
    }
    return made;
}

static bool counts_start(struct sampler *s)
{
    s->counts = counters_make(NULL);
    return s->counts != NULL;
}

/* The slot of PLACE, claimed if need be; NULL if there is no room near where it belongs. */
static struct pathprof_pair *slot_of(struct counters_of_places *counters, uint64_t place)
{
    uint64_t mask = ((uint64_t)1 << counters->bits) - 1;
    uint64_t slot = place * PATHPROF_HASH_MULTIPLIER >> (64 - counters->bits);
    for (unsigned probe = 0; probe < LONGEST_PROBE; probe++, slot = (slot + 1) & mask) {
        uint64_t *key = &counters->slots[slot].key;
        uint64_t seen = __atomic_load_n(key, __ATOMIC_RELAXED);
        if (seen == 0)
            __atomic_compare_exchange_n(key, &seen, place, false, __ATOMIC_RELAXED,
                                        __ATOMIC_RELAXED);
        if (seen == 0 || seen == place)
            return &counters->slots[slot];
    }
    return NULL;
}

static void counts_add(struct sampler *s, uint64_t place, uint64_t periods)
{
    for (;;) {
        struct counters_of_places *newest = __atomic_load_n(&s->counts, __ATOMIC_ACQUIRE);
        struct pathprof_pair *slot = slot_of(newest, place);
        if (slot) {
            __atomic_fetch_add(&slot->count, periods, __ATOMIC_RELAXED);
            return;
        }
        struct counters_of_places *made = counters_make(newest);
        if (!made) {
            __atomic_fetch_add(&s->lost, periods, __ATOMIC_RELAXED);
            return;
        }
        if (!__atomic_compare_exchange_n(&s->counts, &newest, made, false, __ATOMIC_ACQ_REL,
                                         __ATOMIC_RELAXED))
            system_unmap(made, size_of_counters(made->bits)); /* somebody else was faster */
    }
}

static bool counts_take(struct sampler *s, struct buffer *into)
{
    bool good = true;
    struct counters_of_places *counters = __atomic_load_n(&s->counts, __ATOMIC_ACQUIRE);
    for (; counters && good; counters = counters->older)
        for (uint64_t i = 0; i >> counters->bits == 0 && good; i++) {
            struct pathprof_pair *slot = &counters->slots[i];
            if (__atomic_load_n(&slot->count, __ATOMIC_RELAXED) == 0)
                continue;
            good = buffer_reserve(into, sizeof *slot);
            if (!good)
                break;
            struct pathprof_pair pair = {slot->key,
                                         __atomic_exchange_n(&slot->count, 0, __ATOMIC_RELAXED)};
            buffer_append(into, &pair, sizeof pair);
        }
    struct pathprof_pair *pairs = (void *)into->bytes;
    into->size = merge_pairs(pairs, into->size / sizeof *pairs) * sizeof *pairs;
    return good;
}

static void counts_forget(struct sampler *s)
{
    struct counters_of_places *counters = __atomic_load_n(&s->counts, __ATOMIC_ACQUIRE);
    for (; counters; counters = counters->older)
        for (uint64_t i = 0; i >> counters->bits == 0; i++)
            __atomic_store_n(&counters->slots[i].count, 0, __ATOMIC_RELAXED);
    s->lost = s->looks = 0;
    forget_missed(s);
}

static void counts_free(struct sampler *s)
{
    struct counters_of_places *older;
    for (struct counters_of_places *counters = s->counts; counters; counters = older) {
        older = counters->older;
        system_unmap(counters, size_of_counters(counters->bits));
    }
    s->counts = NULL;
}

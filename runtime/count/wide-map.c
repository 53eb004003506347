/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The counts of paths whose numbers have several words: one map a unit, for all threads and
   whatever the unit's `update` is.  Slots are pointers to entries, which never move or go away and
   are complete before anyone can see them; so a signal handler may count at any moment, and nobody
   waits for anybody.  When the neighbourhood of a path's home is full, slots twice as many are put
   in front, in which the path may get a second entry; a path's count is the sum over its entries. */
#include "../runtime.h"

struct wide_entry {
    uint64_t count;
    uint64_t path[];
};

struct pathprof_wide_slots {
    PATHPROF_POINTER(struct pathprof_wide_slots *older);
    uint64_t mapped;
    uint64_t shift; /* 64 - log2 (slots) */
    struct wide_entry *slots[];
};

/* Memory for entries, never given back: the map lives as long as its module. */
struct pathprof_wide_chunk {
    uint64_t used, size; /* bytes, this header included */
};

#define WIDE_FIRST_SHIFT 54
#define WIDE_LONGEST_PROBE 16
#define WIDE_CHUNK (1 << 18)

static uint64_t wide_hash(const uint64_t *path, unsigned words)
{
    uint64_t hash = 0;
    for (unsigned i = 0; i < words; i++)
        hash = (hash ^ path[i] ^ hash >> 29) * PATHPROF_HASH_MULTIPLIER;
    return hash ^ hash >> 32;
}

/* Puts a new chunk in the place of OLD.  Returns false without memory. */
static bool wide_renew_chunk(struct pathprof_wide_map *map, struct pathprof_wide_chunk *old)
{
    struct pathprof_wide_chunk *chunk = count_pages(map, WIDE_CHUNK, PATHPROF_EXTENT_WIDE);
    if (!chunk)
        return false;
    chunk->used = sizeof *chunk;
    chunk->size = WIDE_CHUNK;
    if (!__atomic_compare_exchange_n(&map->chunk, &old, chunk, false, __ATOMIC_ACQ_REL,
                                     __ATOMIC_RELAXED))
        give_count_pages(chunk, WIDE_CHUNK); /* somebody else was faster: use theirs */
    return true;
}

/* A new entry for PATH, its count 0; NULL without memory. */
static struct wide_entry *wide_new_entry(struct pathprof_wide_map *map, const uint64_t *path,
                                         unsigned words)
{
    uint64_t size = sizeof(struct wide_entry) + words * sizeof *path;
    for (;;) {
        struct pathprof_wide_chunk *chunk = __atomic_load_n(&map->chunk, __ATOMIC_ACQUIRE);
        uint64_t at = chunk ? __atomic_fetch_add(&chunk->used, size, __ATOMIC_RELAXED) : 0;
        if (chunk && at + size <= chunk->size) {
            struct wide_entry *entry = (void *)((char *)chunk + at);
            memcpy(entry->path, path, words * sizeof *path);
            return entry;
        }
        if (!wide_renew_chunk(map, chunk))
            return NULL;
    }
}

static bool wide_same(const struct wide_entry *entry, const uint64_t *path, unsigned words)
{
    for (unsigned i = 0; i < words; i++)
        if (entry->path[i] != path[i])
            return false;
    return true;
}

/* The entry of PATH among SLOTS, made if need be.  NULL: there is no room, or (*NO_MEMORY) no
   memory. */
static struct wide_entry *wide_claim(struct pathprof_wide_map *map,
                                     struct pathprof_wide_slots *slots, const uint64_t *path,
                                     unsigned words, bool *no_memory)
{
    uint64_t mask = ((uint64_t)1 << (64 - slots->shift)) - 1;
    uint64_t at = wide_hash(path, words) * PATHPROF_HASH_MULTIPLIER >> slots->shift;
    struct wide_entry *made = NULL;
    for (unsigned probe = 0; probe < WIDE_LONGEST_PROBE; probe++, at = (at + 1) & mask) {
        struct wide_entry *seen = __atomic_load_n(&slots->slots[at], __ATOMIC_ACQUIRE);
        if (!seen) {
            if (!made)
                made = wide_new_entry(map, path, words);
            *no_memory = !made;
            if (!made || __atomic_compare_exchange_n(&slots->slots[at], &seen, made, false,
                                                     __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
                return made;
        }
        if (wide_same(seen, path, words))
            return seen;
    }
    return NULL;
}

/* Puts slots in front that are twice as many as those of NEWEST.  Returns false without memory. */
static bool wide_grow(struct pathprof_wide_map *map, struct pathprof_wide_slots *newest)
{
    uint64_t shift = newest ? newest->shift - 1 : WIDE_FIRST_SHIFT;
    size_t size = sizeof *newest + sizeof(struct wide_entry *) * ((size_t)1 << (64 - shift));
    struct pathprof_wide_slots *slots = map_pages(size);
    if (!slots)
        return false;
    slots->older = newest;
    slots->mapped = size;
    slots->shift = shift;
    if (!__atomic_compare_exchange_n(&map->slots, &newest, slots, false, __ATOMIC_ACQ_REL,
                                     __ATOMIC_RELAXED))
        system_unmap(slots, size);
    return true;
}

static void wide_add(struct pathprof_wide_map *map, const uint64_t *path, unsigned words,
                     uint64_t count)
{
    bool no_memory = false;
    while (!no_memory) {
        struct pathprof_wide_slots *newest = __atomic_load_n(&map->slots, __ATOMIC_ACQUIRE);
        struct wide_entry *entry = newest ? wide_claim(map, newest, path, words, &no_memory) : NULL;
        if (entry) {
            __atomic_fetch_add(&entry->count, count, __ATOMIC_RELAXED);
            return;
        }
        if (!no_memory)
            no_memory = !wide_grow(map, newest);
    }
    uncount(count);
}

void __pathprof_wide_count(struct pathprof_wide_map *map, const uint64_t *path, unsigned words)
{
    wide_add(map, path, words, 1);
}

/* Calls VISIT for every path and its count's place; a path may come several times.  Returns false,
   and stops, when VISIT does. */
static bool wide_visit(struct pathprof_wide_map *map, unsigned words, wide_visitor visit,
                       void *closure)
{
    struct pathprof_wide_slots *slots = __atomic_load_n(&map->slots, __ATOMIC_ACQUIRE);
    for (; slots; slots = slots->older)
        for (uint64_t i = 0, end = (uint64_t)1 << (64 - slots->shift); i < end; i++) {
            struct wide_entry *entry = __atomic_load_n(&slots->slots[i], __ATOMIC_ACQUIRE);
            if (entry && !visit(closure, entry->path, words, &entry->count))
                return false;
        }
    return true;
}

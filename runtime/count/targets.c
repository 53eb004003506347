/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Option targets=: the functions that indirect calls call. A unit counts pairs of call and
   callee in a table like that of paths, so that threads, signals, dump, reset and fork need no
   code of their own. The key is the call and the place of the callee, 32 bits each. When counts
   are collected the pair becomes a call and a name, since the addresses of another run differ.
   A callee in no list, such as one of another module, has no name and is counted all the same. */
#include "../runtime.h"

/* Where CALLEE lies, from 2 GB below this module on; 0 if it is not within 4 GB. */
static uint64_t place_of(const void *callee)
{
    uintptr_t distance =
        (uintptr_t)callee - (uintptr_t)__pathprof_unit_version_3 + ((uintptr_t)1 << 31);
    return (uint64_t)distance >> 32 ? 0 : distance;
}

/* Where the calling thread counts. */
struct counted_in {
    struct pathprof_table *table;
    unsigned shift;
    bool atomic;
};

static inline struct counted_in targets_of(struct pathprof_unit *unit, char **slot)
{
    char *counters = unit->counters;
    if (unit->update == PATHPROF_UPDATE_THREAD)
        counters = *slot ? *slot : __pathprof_block(unit, slot);
    return (struct counted_in){(void *)(counters + unit->targets->offset),
                               PATHPROF_HASH_SHIFT(unit->targets->size),
                               unit->update == PATHPROF_UPDATE_ATOMIC};
}

static inline void count_pair(const struct counted_in *in, uint64_t path)
{
    struct pathprof_pair *home = pathprof_home(in->table, path, in->shift);
    if (__atomic_load_n(&home->key, __ATOMIC_RELAXED) != path + 1 && in->atomic)
        __pathprof_miss_atomic(in->table, path, in->shift);
    else if (__atomic_load_n(&home->key, __ATOMIC_RELAXED) != path + 1)
        __pathprof_miss(in->table, path, in->shift);
    else if (in->atomic)
        __atomic_fetch_add(&home->count, 1, __ATOMIC_RELAXED);
    else
        __atomic_store_n(&home->count, home->count + 1, __ATOMIC_RELAXED);
}

void __pathprof_target(struct pathprof_unit *unit, char **slot, uint64_t call, const void *callee)
{
    struct counted_in in = targets_of(unit, slot);
    count_of_site(in.table, call << 32 | place_of(callee), in.shift, call << 32, in.atomic);
}

/* Pairs (place, target), sorted: all targets of the module. */
static struct buffer known_targets;

/* The target that ENTRY is; those without a body in their unit are greater than all that have one. */
static uint64_t rank_of(const struct pathprof_target *entry)
{
    uint64_t position = entry->unit - __start_pathprof_units;
    return (entry->number & PATHPROF_TARGET_ELSEWHERE) << 31 | position << 32 |
           (uint32_t)entry->number;
}

static bool know_targets(void)
{
    const struct pathprof_target *entry = __start_pathprof_targets;
    size_t room = (__stop_pathprof_targets - entry) * sizeof(struct pathprof_pair);
    if (known_targets.bytes || !room)
        return true;
    if (!buffer_reserve(&known_targets, room))
        return false;
    struct pathprof_pair *pairs = (void *)known_targets.bytes;
    size_t count = 0;
    for (; entry < __stop_pathprof_targets; entry++)
        if (entry->address && place_of(entry->address))
            pairs[count++] = (struct pathprof_pair){place_of(entry->address), rank_of(entry)};
    sort_pairs(pairs, count);
    known_targets.size = count * sizeof *pairs;
    return true;
}

/* Pairs (place, rank): NULL without memory. */
static const struct buffer *known_places(void)
{
    return know_targets() ? &known_targets : NULL;
}

static void forget_targets(void)
{
    buffer_free(&known_targets);
}

/* The target at PLACE: of several that are at the same, the first. */
static uint64_t target_at(uint64_t place)
{
    const struct pathprof_pair *pairs = (void *)known_targets.bytes;
    size_t low = 0, high = known_targets.size / sizeof *pairs, end = high;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (pairs[middle].key < place)
            low = middle + 1;
        else
            high = middle;
    }
    uint64_t best = PATHPROF_NO_TARGET;
    for (; low < end && pairs[low].key == place; low++)
        best = pairs[low].count < best ? pairs[low].count : best;
    return best == PATHPROF_NO_TARGET ? best : best & ~(1ull << 63);
}

/* What the data file calls the lower half of KEY: a value as it is, a callee by its name. */
static uint64_t name_of(uint64_t key)
{
    return key >> 32 >= PATHPROF_FIRST_SITE ? (uint32_t)key : target_at((uint32_t)key);
}

/* A place of TARGET, which target_at gave for one. */
static uint64_t place_of_target(uint64_t target)
{
    const struct pathprof_pair *pairs = (void *)known_targets.bytes;
    size_t count = known_targets.size / sizeof *pairs;
    for (size_t i = 0; i < count && target != PATHPROF_NO_TARGET; i++)
        if ((pairs[i].count & ~(1ull << 63)) == target)
            return pairs[i].key;
    return 0;
}

/* Appends a record for each call that the COUNT pairs of UNIT's table, by rising key, tell of. */
static bool append_calls(struct buffer *records, const struct pathprof_unit *unit,
                         const struct pathprof_pair *pairs, size_t count)
{
    struct {
        struct pathprof_record record;
        struct pathprof_data_function call;
    } head = {{PATHPROF_TAG_TARGETS, 0}, {0, unit->stamp, 0}};
    for (size_t i = 0, next; i < count; i = next) {
        for (next = i; next < count && pairs[next].key >> 32 == pairs[i].key >> 32; next++)
            ;
        if (!buffer_reserve(records, sizeof head + (next - i) * sizeof *pairs))
            return false;
        struct pathprof_pair *named = (void *)(records->bytes + records->size + sizeof head);
        for (size_t j = i; j < next; j++)
            named[j - i] = (struct pathprof_pair){name_of(pairs[j].key), pairs[j].count};
        head.call.index = pairs[i].key >> 32;
        head.call.count = merge_pairs(named, next - i);
        head.record.length = sizeof head.call + head.call.count * sizeof *pairs;
        __builtin_memcpy(records->bytes + records->size, &head, sizeof head);
        records->size += sizeof head.record + head.record.length;
    }
    return true;
}

/* Makes records of calls of what has been taken out of UNIT's table: PAIRS, the last COUNT of
   RECORDS, of which START bytes stay.  Without memory they are given back. */
static bool name_targets(struct buffer *records, size_t start, const struct pathprof_unit *unit,
                         const struct pathprof_pair *pairs, size_t count)
{
    struct buffer taken = {0};
    struct pathprof_table *table = (void *)(unit->counters + unit->targets->offset);
    bool good = know_targets() && buffer_append(&taken, pairs, count * sizeof *pairs);
    if (good) {
        records->size = start;
        pairs = (void *)taken.bytes;
        good = append_calls(records, unit, pairs, count);
    }
    for (size_t i = 0; i < count && !good; i++)
        give_back_count(unit, table, unit->targets->size, pairs[i].key + 1, pairs[i].count);
    if (!good)
        records->size = start;
    buffer_free(&taken);
    return good;
}

/* Puts what DATA, a record of UNIT's, tells back into the table. */
static void give_back_targets(const struct pathprof_unit *unit,
                              const struct pathprof_data_function *data)
{
    const struct pathprof_pair *pairs = (void *)(data + 1);
    struct pathprof_table *table = (void *)(unit->counters + unit->targets->offset);
    for (uint64_t i = 0; i < data->count; i++) {
        uint64_t place =
            data->index >= PATHPROF_FIRST_SITE ? pairs[i].key : place_of_target(pairs[i].key);
        give_back_count(unit, table, unit->targets->size, (data->index << 32 | place) + 1,
                        pairs[i].count);
    }
}

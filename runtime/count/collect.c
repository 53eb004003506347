/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* From counters to records UNIT, FUNCTION and TARGETS, in the order and form of the data file.

   Counters that several threads share are emptied by atomic exchange.  The block of a live thread
   is written by that thread alone, so nothing is taken out of it: `told` keeps how much of each of
   its counts has been reported, and only the difference is reported the next time.

   A table needs more care, because its thread moves pairs between bucket and overflow map while
   they are read, and the overflow map can be emptied.  There told maps a path's key to b = E - T:
   E is how much of the path's count has been reported, T how much of it was taken out of the
   overflow map.  If the bucket now has count c for it, c - b is new.  The overflow map is emptied
   before the bucket is read.  A pair that its thread moves from the bucket to the map in between is
   seen in neither: c - b is negative then, nothing is reported, and b keeps what is missing, which
   is found the next time. */
#include "../sample.h"

static bool gather(struct buffer *records, uint64_t key, uint64_t count)
{
    struct pathprof_pair pair = {key, count};
    return buffer_append(records, &pair, sizeof pair);
}

/* Empties COUNT into the records; without memory COUNT stays as it is. */
static bool take(void *records, uint64_t key, uint64_t *count)
{
    if (__atomic_load_n(count, __ATOMIC_RELAXED) == 0)
        return true;
    if (!buffer_reserve(records, sizeof(struct pathprof_pair)))
        return false;
    return gather(records, key, __atomic_exchange_n(count, 0, __ATOMIC_RELAXED));
}

static bool take_table(struct buffer *records, struct pathprof_table *table, uint64_t buckets)
{
    for (uint64_t i = used_bucket(table, 0, buckets); i < buckets;
         i = used_bucket(table, i + 1, buckets))
        for (unsigned j = 0; j < 4; j++) {
            struct pathprof_pair *pair = &table->buckets[i][j];
            uint64_t key = __atomic_load_n(&pair->key, __ATOMIC_RELAXED);
            if (key && !take(records, key, &pair->count))
                return false;
        }
    return sparse_visit(table, take, records) && map_visit(&table->overflow, take, records);
}

/* Empties COUNT, of a number of several words, into the records. */
static bool take_wide(void *records, const uint64_t *path, unsigned words, uint64_t *count)
{
    if (__atomic_load_n(count, __ATOMIC_RELAXED) == 0)
        return true;
    if (!buffer_reserve(records, (words + 1) * sizeof *path))
        return false;
    uint64_t taken = __atomic_exchange_n(count, 0, __ATOMIC_RELAXED);
    return buffer_append(records, path, words * sizeof *path) &&
           buffer_append(records, &taken, sizeof taken);
}

/* ---- Blocks of live threads.  */

/* What is told of a live block's array. */
struct telling {
    struct buffer *records;
    uint64_t *told; /* NULL: nothing, nor will it be */
};

static bool tell(void *closure, uint64_t key, uint64_t *count)
{
    const struct telling *telling = closure;
    uint64_t now = __atomic_load_n(count, __ATOMIC_RELAXED);
    uint64_t before = telling->told ? telling->told[key - 1] : 0;
    if ((int64_t)(now - before) <= 0) /* less: of two words the upper one is yet to come */
        return true;
    if (!gather(telling->records, key, now - before))
        return false;
    if (telling->told)
        telling->told[key - 1] = now;
    return true;
}

static bool empty_into_told(void *told, uint64_t key, uint64_t *count)
{
    if (__atomic_load_n(count, __ATOMIC_RELAXED))
        map_add(told, key, -__atomic_exchange_n(count, 0, __ATOMIC_RELAXED));
    return true;
}

static bool gather_count(void *records, uint64_t key, uint64_t *count)
{
    return gather(records, key, __atomic_load_n(count, __ATOMIC_RELAXED));
}

static bool gather_negative(void *records, uint64_t key, uint64_t *count)
{
    return *count == 0 || gather(records, key, -*count);
}

/* The counts in TABLE's buckets, whose thread may be counting.  If it has grown meanwhile a pair may have been seen
   twice, where it was and where it is now. */
static bool gather_buckets(struct buffer *records, struct pathprof_table *table, uint64_t buckets)
{
    unsigned patience = 1 << 14;
    size_t start = records->size;
    uint64_t mask = __atomic_load_n(&table->mask, __ATOMIC_ACQUIRE);
    for (uint64_t i = used_bucket(table, 0, buckets); i < buckets;
         i = used_bucket(table, i + 1, buckets)) {
        struct pathprof_pair pairs[4];
        bucket_snapshot(table, i, pairs, &patience);
        for (unsigned j = 0; j < 4; j++)
            if (pairs[j].key && pairs[j].count && !gather(records, pairs[j].key, pairs[j].count))
                return false;
    }
    if (__atomic_load_n(&table->mask, __ATOMIC_ACQUIRE) == mask)
        return true;
    records->size = start;
    return gather_buckets(records, table, buckets);
}

static bool tell_table(struct buffer *records, struct pathprof_table *table, uint64_t buckets,
                       struct pathprof_overflow **told)
{
    if (!told)
        return map_visit(&table->overflow, take, records) &&
               gather_buckets(records, table, buckets) &&
               sparse_visit(table, gather_count, records);

    size_t start = records->size;
    map_visit(&table->overflow, empty_into_told, told);
    if (!gather_buckets(records, table, buckets) || !sparse_visit(table, gather_count, records) ||
        !map_visit(told, gather_negative, records)) {
        records->size = start;
        return false;
    }
    struct pathprof_pair *pairs = (void *)(records->bytes + start);
    size_t count = merge_pairs(pairs, (records->size - start) / sizeof *pairs), kept = 0;
    for (size_t i = 0; i < count; i++) {
        if ((int64_t)pairs[i].count <= 0)
            continue;
        map_add(told, pairs[i].key, pairs[i].count);
        pairs[kept++] = pairs[i];
    }
    records->size = start + kept * sizeof *pairs;
    return true;
}

/* The block that stands for UNIT's own counters; NULL if there is none, and they can be emptied. */
static struct block *own_block(const struct pathprof_unit *unit)
{
    struct block *block = unit->update == PATHPROF_UPDATE_SINGLE ? first_block : NULL;
    while (block && block->counters != unit->counters)
        block = block->next;
    return block;
}

static bool tell_blocks(struct buffer *records, const struct pathprof_unit *unit,
                        const struct pathprof_function *function, bool last)
{
    for (struct block *block = first_block; block; block = block->next) {
        if (block->unit != unit)
            continue;
        if (!block->told && !last) {
            block->told = live_extent(PATHPROF_EXTENT_TOLD, unit - __start_pathprof_units, 0,
                                      unit->counters_size, NULL);
            if (!block->told)
                block->told = map_pages(unit->counters_size);
            if (!block->told)
                return false;
        }
        void *counts = block->counters + function->offset;
        void *told = block->told ? block->told + function->offset : NULL;
        struct telling telling = {records, told};
        if (!(function->kind == PATHPROF_TABLE
                  ? tell_table(records, counts, function->size, told)
                  : array_visit(counts, function->size, tell, &telling)))
            return false;
    }
    return true;
}

/* ---- Records.  */

/* Appends FUNCTION's record, if it has counts: numbers of several words. */
static bool collect_wide(struct buffer *records, const struct pathprof_unit *unit,
                         const struct pathprof_function *function, bool *any)
{
    struct {
        struct pathprof_record record;
        struct pathprof_data_wide wide;
    } head = {{PATHPROF_TAG_WIDE, 0}, {{function->index, function->checksum, 0}, function->size}};
    size_t start = records->size, size = (function->size + 1) * sizeof(uint64_t);
    if (!buffer_append(records, &head, sizeof head))
        return false;
    bool good =
        wide_visit((void *)(unit->counters + function->offset), function->size, take_wide, records);
    uint64_t *items = (void *)(records->bytes + start + sizeof head);
    size_t count = (records->size - start - sizeof head) / size;
    count = merge_items(items, count, function->size);
    if (count == 0) {
        records->size = start;
        return good;
    }
    *any = true;
    head.wide.function.count = count;
    head.record.length = sizeof head.wide + count * size;
    __builtin_memcpy(records->bytes + start, &head, sizeof head);
    records->size = start + sizeof head + count * size;
    return good;
}

/* Likewise for any function.  Without memory what was taken so far is in the
   record all the same. */
static bool collect_function(struct buffer *records, const struct pathprof_unit *unit,
                             const struct pathprof_function *function, bool last, bool *any)
{
    struct {
        struct pathprof_record record;
        struct pathprof_data_function function;
    } head = {{PATHPROF_TAG_FUNCTION, 0}, {function->index, function->checksum, 0}};
    size_t start = records->size;
    if (function->kind == PATHPROF_WIDE)
        return collect_wide(records, unit, function, any);
    if (!buffer_append(records, &head, sizeof head))
        return false;

    void *counts = unit->counters + function->offset;
    bool good = true;
    if (!own_block(unit))
        good = function->kind == PATHPROF_TABLE
                   ? take_table(records, counts, function->size)
                   : array_visit(counts, function->size, take, records);
    if (good && unit->update != PATHPROF_UPDATE_ATOMIC)
        good = tell_blocks(records, unit, function, last);
    good = good && left_take(records, counts);

    struct pathprof_pair *pairs = (void *)(records->bytes + start + sizeof head);
    size_t count = merge_pairs(pairs, (records->size - start - sizeof head) / sizeof *pairs);
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (pairs[i].count) /* a thread that has ended may have told everything before */
            pairs[kept++] = (struct pathprof_pair){pairs[i].key - 1, pairs[i].count};
    count = kept; /* from here on the key is the path itself */
    if (count == 0) {
        records->size = start;
        return good;
    }
    *any = true;
    if (function == unit->targets)
        return name_targets(records, start, unit, pairs, count) && good;
    head.function.count = count;
    head.record.length = sizeof head.function + count * sizeof *pairs;
    __builtin_memcpy(records->bytes + start, &head, sizeof head);
    records->size = start + sizeof head + count * sizeof *pairs;
    return good;
}

/* Functions go by rising index into the file.  Fills ORDER with (index, place) pairs if they do not
   lie so in memory. */
static bool order_functions(const struct pathprof_unit *unit, struct buffer *order)
{
    bool sorted = true;
    for (uint64_t i = 1; i < unit->num_functions && sorted; i++)
        sorted = unit->functions[i - 1].index < unit->functions[i].index;
    order->size = 0;
    for (uint64_t i = 0; !sorted && i < unit->num_functions; i++)
        if (!gather(order, unit->functions[i].index, i))
            return false;
    sort_pairs((void *)order->bytes, order->size / sizeof(struct pathprof_pair));
    return true;
}

/* Takes what has been counted since the last time out of all counters and appends it to RECORDS:
   every unit in link order, its functions with counts.  *ANY tells whether there was a count. LAST:
   nobody will collect again.  Returns false if memory ran out: RECORDS then has what was taken. */
static bool collect(struct buffer *records, bool last, bool *any)
{
    struct buffer order = {0};
    bool good = true;
    *any = false;
    for (size_t u = 0; u < num_units() && good; u++) {
        const struct pathprof_unit *unit = &__start_pathprof_units[u];
        struct {
            struct pathprof_record record;
            struct pathprof_data_unit unit;
        } head = {{PATHPROF_TAG_UNIT, sizeof head.unit},
                  {unit->stamp, unit->mode, unit->num_functions}};
        good = order_functions(unit, &order) && buffer_append(records, &head, sizeof head);
        const struct pathprof_pair *sorted = order.size ? (void *)order.bytes : NULL;
        for (uint64_t i = 0; i < unit->num_functions && good; i++)
            good = collect_function(records, unit, &unit->functions[sorted ? sorted[i].count : i],
                                    last, any);
    }
    buffer_free(&order);
    return good;
}

/* COUNT of KEY goes back to TABLE, of UNIT.  Where that is read while its thread counts (PATHPROF_INTERVAL), which may
   move pairs just then, to the overflow map. */
static void give_back_count(const struct pathprof_unit *unit, struct pathprof_table *table,
                            uint64_t buckets, uint64_t key, uint64_t count)
{
    if (own_block(unit))
        map_add(&table->overflow, key, count);
    else
        give_back_pair(table, buckets, key, count);
}

/* Puts what was collected back: it could not be written, and may be tried again. */
static void give_back(const struct buffer *records)
{
    const struct pathprof_unit *unit = __start_pathprof_units - 1;
    size_t place = 0;
    while (place < records->size) {
        const struct pathprof_record *record = (void *)(records->bytes + place);
        place += sizeof *record + record->length;
        if (record->tag == PATHPROF_TAG_SAMPLES) {
            __pathprof_sampling->give_back(record);
            continue;
        }
        if (record->tag == PATHPROF_TAG_UNIT) {
            unit++;
            continue;
        }
        const struct pathprof_data_function *data = (void *)(record + 1);
        if (record->tag == PATHPROF_TAG_TARGETS) {
            give_back_targets(unit, data);
            continue;
        }
        const struct pathprof_pair *pairs = (void *)(data + 1);
        const struct block *own = own_block(unit);
        char *told = own ? own->told : NULL;
        const struct pathprof_function *function = unit->functions;
        while (function->index != data->index)
            function++;
        for (uint64_t i = 0; i < data->count; i++) {
            uint64_t *counts = (void *)(unit->counters + function->offset);
            const uint64_t *item = (const uint64_t *)((const struct pathprof_data_wide *)data + 1) +
                                   i * (function->size + 1);
            if (function->kind == PATHPROF_WIDE)
                wide_add((void *)counts, item, function->size, item[function->size]);
            else if (function->kind == PATHPROF_TABLE)
                give_back_count(unit, (void *)counts, function->size, pairs[i].key + 1,
                                pairs[i].count);
            else if (told)
                ((uint64_t *)(told + function->offset))[pairs[i].key] -= pairs[i].count;
            else
                __atomic_fetch_add(&counts[pairs[i].key], pairs[i].count, __ATOMIC_RELAXED);
        }
    }
}

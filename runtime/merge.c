/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The content of the data file: checked, and summed with new records. */
#include "runtime.h"

#include <string.h>

static uint64_t fnv1a(uint64_t hash, const void *bytes, size_t size)
{
    const unsigned char *byte = bytes;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ byte[i]) * 0x100000001b3ull;
    return hash;
}

/* Records of tags that this version does not know go into the new file as they are. */
static bool is_known(const struct pathprof_record *record)
{
    return record->tag >= PATHPROF_TAG_MODULE && record->tag <= PATHPROF_TAG_TARGETS;
}

static bool has_pairs(const struct pathprof_record *record)
{
    return record->tag == PATHPROF_TAG_FUNCTION || record->tag == PATHPROF_TAG_TARGETS;
}

/* Whether SIZE bytes are a data file that can be merged with.  Returns NULL, or what keeps it from
   being that.  Every length is checked here, so that merging need not. */
static const char *check_file(const char *bytes, size_t size)
{
    const struct pathprof_data_header *header = (const void *)bytes;
    if (size < 8 || header->magic != PATHPROF_DATA_MAGIC)
        return "is not a pathprof data file";
    if (size >= 16 && header->version != PATHPROF_FORMAT_VERSION)
        return "was written by another version of pathprof";
    if (size < sizeof *header || header->length != size || size % 8)
        return "is truncated or has been changed";
    if (header->check != fnv1a(FNV_BASIS, header + 1, size - sizeof *header))
        return "is damaged";

    uint64_t above = 0; /* the innermost record that is open */
    for (size_t place = sizeof *header; place < size;) {
        const struct pathprof_record *record = (const void *)(bytes + place);
        size_t rest = size - place;
        if (rest < sizeof *record || record->length > rest - sizeof *record || record->length % 8)
            return "is damaged";
        const struct pathprof_data_module *module_data = (const void *)(record + 1);
        const struct pathprof_data_function *function = (const void *)(record + 1);
        bool good = true;
        if (record->tag == PATHPROF_TAG_MODULE)
            good = record->length >= sizeof *module_data &&
                   module_data->name_length <= record->length - sizeof *module_data;
        else if (record->tag == PATHPROF_TAG_UNIT)
            good =
                above >= PATHPROF_TAG_MODULE && record->length == sizeof(struct pathprof_data_unit);
        else if (has_pairs(record))
            good = above >= PATHPROF_TAG_UNIT && record->length >= sizeof *function &&
                   function->index <= UINT32_MAX &&
                   function->count == (record->length - sizeof *function) / 16 &&
                   record->length % 16 == sizeof *function % 16;
        if (!good)
            return "is damaged";
        if (is_known(record))
            above = has_pairs(record) ? PATHPROF_TAG_UNIT : record->tag;
        place += sizeof *record + record->length;
    }
    return NULL;
}

struct cursor {
    const char *place, *end;
};

static const struct pathprof_record *next_record(const struct cursor *cursor)
{
    return cursor->place < cursor->end ? (const void *)cursor->place : NULL;
}

static void step(struct cursor *cursor)
{
    cursor->place += sizeof(struct pathprof_record) + next_record(cursor)->length;
}

static uint64_t saturating(uint64_t a, uint64_t b)
{
    return a + b < a ? UINT64_MAX : a + b;
}

/* Appends the sum of two records of the same function or call. */
static bool sum_pairs(struct buffer *into, const struct pathprof_record *a,
                      const struct pathprof_record *b)
{
    struct pathprof_data_function head = *(const struct pathprof_data_function *)(a + 1);
    const struct pathprof_data_function *other = (const void *)(b + 1);
    const struct pathprof_pair *x = (const void *)((const char *)(a + 1) + sizeof head);
    const struct pathprof_pair *y = (const void *)(other + 1);
    const struct pathprof_pair *x_end = x + head.count, *y_end = y + other->count;
    size_t start = into->size;
    if (!buffer_reserve(into, sizeof *a + a->length + b->length))
        return false;
    struct pathprof_pair *sum = (void *)(into->bytes + start + sizeof *a + sizeof head);
    head.count = 0;
    while (x < x_end || y < y_end) {
        if (y == y_end || (x < x_end && x->key < y->key))
            sum[head.count++] = *x++;
        else if (x == x_end || y->key < x->key)
            sum[head.count++] = *y++;
        else {
            sum[head.count++] = (struct pathprof_pair){x->key, saturating(x->count, y->count)};
            x++;
            y++;
        }
    }
    struct pathprof_record record = {a->tag, sizeof head + head.count * sizeof *sum};
    memcpy(into->bytes + start, &record, sizeof record);
    memcpy(into->bytes + start + sizeof record, &head, sizeof head);
    into->size = start + sizeof record + record.length;
    return true;
}

/* Where in its unit RECORD stands: functions by their index, then calls by theirs; UINT64_MAX where
   the unit is at its end. */
static uint64_t rank_in_unit(const struct pathprof_record *record)
{
    if (!record || !has_pairs(record))
        return UINT64_MAX;
    uint64_t calls = record->tag == PATHPROF_TAG_TARGETS;
    return calls << 32 | ((const struct pathprof_data_function *)(record + 1))->index;
}

/* Appends the sum of a module's old records and its new ones: units agree one by one, functions
   and calls go by rising index.  Returns NULL, "" for want of memory, or what is wrong with the old
   ones. */
static const char *sum_modules(struct buffer *into, struct cursor old, struct cursor new)
{
    const struct pathprof_record *theirs = next_record(&old), *ours = next_record(&new);
    while (theirs || ours) {
        bool good;
        if (theirs && !is_known(theirs)) {
            good = buffer_append(into, theirs, sizeof *theirs + theirs->length);
            step(&old);
        } else if (!theirs || !ours || theirs->tag != ours->tag ||
                   rank_in_unit(theirs) != rank_in_unit(ours)) {
            uint64_t their_rank = rank_in_unit(theirs), our_rank = rank_in_unit(ours);
            bool from_old = their_rank < our_rank;
            if (their_rank == our_rank)
                return "is damaged"; /* a unit too many or too few */
            const struct pathprof_record *record = from_old ? theirs : ours;
            good = buffer_append(into, record, sizeof *record + record->length);
            step(from_old ? &old : &new);
        } else if (ours->tag == PATHPROF_TAG_UNIT) {
            if (memcmp(theirs, ours, sizeof *ours + ours->length) != 0)
                return "is damaged";
            good = buffer_append(into, ours, sizeof *ours + ours->length);
            step(&old);
            step(&new);
        } else {
            if (((const struct pathprof_data_function *)(theirs + 1))->checksum !=
                ((const struct pathprof_data_function *)(ours + 1))->checksum)
                return "is damaged";
            good = sum_pairs(into, theirs, ours);
            step(&old);
            step(&new);
        }
        if (!good)
            return "";
        theirs = next_record(&old);
        ours = next_record(&new);
    }
    return NULL;
}

static bool append_module(struct buffer *into, uint64_t stamp, uint64_t runs)
{
    uint64_t length = strlen(module_name()), padded = (length + 7) & ~(uint64_t)7;
    struct {
        struct pathprof_record record;
        struct pathprof_data_module module;
    } head = {{PATHPROF_TAG_MODULE, sizeof head.module + padded}, {stamp, runs, length}};
    return buffer_append(into, &head, sizeof head) && buffer_append(into, module_name(), length) &&
           buffer_append(into, "\0\0\0\0\0\0\0", padded - length);
}

static bool is_ours(const struct pathprof_record *record)
{
    const struct pathprof_data_module *data = (const void *)(record + 1);
    size_t length = strlen(module_name());
    return data->name_length == length && memcmp(data + 1, module_name(), length) == 0;
}

/* Makes the new file in INTO.  Returns as sum_modules does; *OTHER_STAMP is set, and "other"
   returned, where the old file counts another build of this module. */
static const char *make_file(struct buffer *into, const char *old, size_t old_size,
                             const struct buffer *records, uint64_t stamp, bool another,
                             uint64_t *other_stamp)
{
    struct pathprof_data_header header = {PATHPROF_DATA_MAGIC, PATHPROF_FORMAT_VERSION, 0, 0};
    struct cursor new = {records->bytes, records->bytes + records->size};
    struct cursor cursor = {old, old + old_size};
    bool found = false;
    if (!buffer_append(into, &header, sizeof header))
        return "";
    if (old_size)
        cursor.place += sizeof header;
    const struct pathprof_record *record;
    while ((record = next_record(&cursor))) {
        struct cursor whole = cursor; /* the module with all that belongs to it */
        do
            step(&cursor);
        while (next_record(&cursor) && next_record(&cursor)->tag != PATHPROF_TAG_MODULE);
        whole.end = cursor.place;
        if (record->tag != PATHPROF_TAG_MODULE || !is_ours(record)) {
            if (!buffer_append(into, whole.place, whole.end - whole.place))
                return "";
            continue;
        }
        const struct pathprof_data_module *data = (const void *)(record + 1);
        if (data->stamp != stamp) {
            *other_stamp = data->stamp;
            return "other";
        }
        if (found)
            return "is damaged";
        found = true;
        step(&whole);
        if (!append_module(into, stamp, saturating(data->runs, another)))
            return "";
        const char *wrong = sum_modules(into, whole, new);
        if (wrong)
            return wrong;
    }
    if (!found &&
        !(append_module(into, stamp, 1) && buffer_append(into, records->bytes, records->size)))
        return "";
    header.length = into->size;
    header.check = fnv1a(FNV_BASIS, into->bytes + sizeof header, into->size - sizeof header);
    memcpy(into->bytes, &header, sizeof header);
    return NULL;
}

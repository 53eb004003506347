/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The content of the data file: checked, and summed with new records. */
#include "../sample.h"
#include "../sample/sample-read.h"

const struct sampling *__pathprof_sampling;

#define FNV_PRIME 0x100000001b3ull
#define FNV_PRIME_2 (FNV_PRIME * FNV_PRIME)
#define FNV_PRIME_4 (FNV_PRIME_2 * FNV_PRIME_2)
#define FNV_PRIME_7 (FNV_PRIME_4 * FNV_PRIME_2 * FNV_PRIME)
#define FNV_PRIME_8 (FNV_PRIME_4 * FNV_PRIME_4)

/* FNV-1a, of all files (core/base/endian.h has it, too).  A byte takes a nanosecond, as each multiplication waits for
   the one before.  A byte that is 0 only multiplies, and of the words of a data file most bytes are: where all but the
   first or the first two are, that is one multiplication. */
static uint64_t fnv1a(uint64_t hash, const void *bytes, size_t size)
{
    const unsigned char *byte = bytes, *end = byte + size;
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    for (uint64_t word; end - byte >= 8; byte += 8) {
        __builtin_memcpy(&word, byte, sizeof word); /* one load, not a call */
        if (word <= 0xFF) {
            hash = (hash ^ word) * FNV_PRIME_8;
        } else if (word <= 0xFFFF) {
            hash = ((hash ^ (word & 0xFF)) * FNV_PRIME ^ word >> 8) * FNV_PRIME_7;
        } else {
            for (unsigned i = 0; i < 8; i++, word >>= 8)
                hash = (hash ^ (word & 0xFF)) * FNV_PRIME;
        }
    }
#endif
    for (; byte < end; byte++)
        hash = (hash ^ *byte) * FNV_PRIME;
    return hash;
}

/* Records of tags that this version does not know go into the new file as they are. */
static bool is_known(const struct pathprof_record *record)
{
    return record->tag >= PATHPROF_TAG_MODULE && record->tag <= PATHPROF_TAG_TARGETS;
}

/* Whether COUNT items with numbers of WORDS words are LENGTH bytes. */
static bool are_items(uint64_t length, uint64_t count, uint64_t words)
{
    uint64_t size = 8 * (words + 1);
    return length % size == 0 && count == length / size;
}

/* The items of a record FUNCTION, TARGETS or WIDE. */
struct items {
    const uint64_t *first, *end;
    size_t words; /* of a path number */
};

static size_t head_size(const struct pathprof_record *record)
{
    return record->tag == PATHPROF_TAG_WIDE ? sizeof(struct pathprof_data_wide)
                                            : sizeof(struct pathprof_data_function);
}

static struct items items_of(const struct pathprof_record *record)
{
    const struct pathprof_data_wide *head = (const void *)(record + 1);
    const char *content = (const char *)(record + 1);
    return (struct items){(const void *)(content + head_size(record)),
                          (const void *)(content + record->length),
                          record->tag == PATHPROF_TAG_WIDE ? head->words : 1};
}

/* Where in its unit RECORD stands: functions by their index, then calls by theirs; UINT64_MAX where
   the unit is at its end. */
static uint64_t rank_in_unit(const struct pathprof_record *record)
{
    if (!record || record->tag <= PATHPROF_TAG_UNIT || !is_known(record))
        return UINT64_MAX;
    uint64_t calls = record->tag == PATHPROF_TAG_TARGETS;
    return calls << 32 | ((const struct pathprof_data_function *)(record + 1))->index;
}

static bool are_rising(const struct items *items)
{
    const size_t size = items->words + 1;
    for (const uint64_t *item = items->first; item != items->end; item += size)
        if (item != items->first && compare_items(item - size, item, items->words) >= 0)
            return false;
    return true;
}

/* Whether TEXT is LENGTH bytes without a zero, and with what pads it ROOM. */
static bool is_text(const char *text, uint64_t length, uint64_t room)
{
    return length <= room && room - length < 8 && !has_zero(text, length);
}

/* Whether RECORD, whose content is all there, is as it should be and where it should be. */
static bool is_good(const struct pathprof_record *record, const struct checked *before)
{
    const struct pathprof_data_module *module_data = (const void *)(record + 1);
    const struct pathprof_data_place *place = (const void *)(record + 1);
    const struct pathprof_data_function *function = (const void *)(record + 1);
    const struct pathprof_data_wide *wide = (const void *)(record + 1);
    struct samples samples;
    struct items items;
    switch (record->tag) {
    case PATHPROF_TAG_ABSORBED:
        return !before->last_tag && record->length % sizeof(struct pathprof_absorbed) == 0;
    case PATHPROF_TAG_SAMPLES:
        return (!before->last_tag || before->last_tag == PATHPROF_TAG_ABSORBED) &&
               open_samples(&samples, record);
    case PATHPROF_TAG_MODULE:
        return record->length >= sizeof *module_data &&
               is_text((const char *)(module_data + 1), module_data->name_length,
                       record->length - sizeof *module_data);
    case PATHPROF_TAG_PLACE:
        return before->last_tag == PATHPROF_TAG_MODULE && record->length >= sizeof *place &&
               is_text((const char *)(place + 1), place->length, record->length - sizeof *place);
    case PATHPROF_TAG_UNIT:
        return before->above >= PATHPROF_TAG_MODULE &&
               record->length == sizeof(struct pathprof_data_unit);
    case PATHPROF_TAG_WIDE:
        if (record->length < sizeof *wide || wide->words < 2 || wide->words > PATHPROF_MOST_WORDS ||
            !are_items(record->length - sizeof *wide, function->count, wide->words))
            return false;
        break;
    case PATHPROF_TAG_FUNCTION:
    case PATHPROF_TAG_TARGETS:
        if (record->length < sizeof *function ||
            !are_items(record->length - sizeof *function, function->count, 1))
            return false;
        break;
    default:
        return true;
    }
    items = items_of(record);
    return before->above >= PATHPROF_TAG_UNIT && function->index <= UINT32_MAX &&
           rank_in_unit(record) >= before->rank && are_rising(&items);
}

static const char not_ours[] = "is not a pathprof data file";

/* What a header of which SIZE bytes are there is of, if not of a file of LENGTH bytes. */
static const char *check_header(const char *bytes, size_t size, size_t length)
{
    const struct pathprof_data_header *header = (const void *)bytes;
    if (size < 8 || header->magic != PATHPROF_DATA_MAGIC)
        return not_ours;
    if (size >= 16 && header->version != PATHPROF_FORMAT_VERSION)
        return "was written by another version of pathprof";
    if (size < sizeof *header || header->length != length || length % 8)
        return "is truncated or has been changed";
    return NULL;
}

/* Whether a record like this, of which nothing but its head has been read, may be in a file, with
   what has been checked before. */
static bool is_possible(const struct pathprof_record *record, struct checked *checked)
{
    if (record->tag == PATHPROF_TAG_ABSORBED)
        return record->length <= PATHPROF_MOST_ABSORBED * sizeof(struct pathprof_absorbed);
    return record->tag != 0 &&
           (is_known(record) || record->length <= PATHPROF_MOST_UNKNOWN - checked->unknown);
}

/* Goes on to check a file of SIZE bytes, of which HAVE are there, where it has not been CHECKED
   yet.  Returns NULL, or what keeps it from being one that can be merged with: what the tools
   refuse (plugin/core/format/data.c) is refused here, so that nothing is added to a file that
   nobody can read.  Lengths and order are checked, so that merging need not. */
static const char *check_part(struct checked *checked, const char *bytes, size_t have, size_t size)
{
    const struct pathprof_data_header *header = (const void *)bytes;
    if (checked->place == 0) {
        if (have < sizeof *header && have < size)
            return NULL;
        const char *wrong = check_header(bytes, have, size);
        if (wrong)
            return wrong;
        checked->place = sizeof *header;
    }
    while (checked->place < size && have - checked->place >= sizeof(struct pathprof_record)) {
        const struct pathprof_record *record = (const void *)(bytes + checked->place);
        size_t rest = size - checked->place;
        if (record->length > rest - sizeof *record || record->length % 8 ||
            !is_possible(record, checked))
            return "is damaged";
        if (record->length > have - checked->place - sizeof *record)
            return NULL;
        if (!is_good(record, checked))
            return "is damaged";
        if (is_known(record)) {
            bool in_unit = record->tag > PATHPROF_TAG_UNIT;
            checked->above = in_unit ? PATHPROF_TAG_UNIT : record->tag;
            checked->rank = in_unit ? rank_in_unit(record) + 1 : 0;
        } else {
            checked->unknown += record->length;
        }
        checked->last_tag = record->tag;
        checked->place += sizeof *record + record->length;
    }
    if (have < size)
        return NULL;
    bool good = checked->place == size &&
                header->check == fnv1a(FNV_BASIS, header + 1, size - sizeof *header);
    return good ? NULL : "is damaged";
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

/* Appends the sum of two records of the same function or call, whose numbers have as many words. */
static bool sum_items(struct buffer *into, const struct pathprof_record *a,
                      const struct pathprof_record *b)
{
    struct items x = items_of(a), y = items_of(b);
    size_t start = into->size, head = sizeof *a + head_size(a), size = x.words + 1;
    if (!buffer_reserve(into, sizeof *a + a->length + b->length))
        return false;
    uint64_t *first = (void *)(into->bytes + start + head), *sum = first;
    while (x.first < x.end || y.first < y.end) {
        int order = y.first == y.end   ? -1
                    : x.first == x.end ? 1
                                       : compare_items(x.first, y.first, x.words);
        struct items *from = order <= 0 ? &x : &y;
        copy_item(sum, from->first, size);
        from->first += size;
        if (order == 0) {
            sum[x.words] = saturating(sum[x.words], y.first[y.words]);
            y.first += size;
        }
        sum += size;
    }
    struct pathprof_record *record = (void *)(into->bytes + start);
    memcpy(record, a, head);
    record->length = (uint64_t)((char *)sum - (char *)(record + 1));
    ((struct pathprof_data_function *)(record + 1))->count = (uint64_t)(sum - first) / size;
    into->size += sizeof *record + record->length;
    return true;
}

/* Appends the sum of a module's old records and its new ones: units agree one by one, functions
   and calls go by rising index.  Returns NULL, "" for want of memory, or what is wrong with the old
   ones. */
static const char *sum_modules(struct buffer *into, struct cursor old, struct cursor new)
{
    const struct pathprof_record *theirs = next_record(&old), *ours = next_record(&new);
    while (theirs || ours) {
        bool good;
        if (theirs && theirs->tag == PATHPROF_TAG_PLACE) {
            step(&old); /* append_module has written ours */
            good = true;
        } else if (theirs && !is_known(theirs)) {
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
                    ((const struct pathprof_data_function *)(ours + 1))->checksum ||
                items_of(theirs).words != items_of(ours).words)
                return "is damaged";
            good = sum_items(into, theirs, ours);
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

/* Appends where the program is, if that is known. */
static bool append_place(struct buffer *into)
{
    uint64_t length = strlen(program_place());
    struct {
        struct pathprof_record record;
        struct pathprof_data_place place;
    } head = {{PATHPROF_TAG_PLACE, sizeof head.place + padded(length)}, {length}};
    return !length || (buffer_append(into, &head, sizeof head) &&
                       buffer_append_padded(into, program_place(), length));
}

static bool append_module(struct buffer *into, uint64_t stamp, uint64_t runs)
{
    uint64_t length = strlen(module_path());
    struct {
        struct pathprof_record record;
        struct pathprof_data_module module;
    } head = {{PATHPROF_TAG_MODULE, sizeof head.module + padded(length)}, {stamp, runs, length}};
    return buffer_append(into, &head, sizeof head) &&
           buffer_append_padded(into, module_path(), length) && append_place(into);
}

/* Whether the module of RECORD is this one, or another build of it: what has our path, and what has
   our name and STAMP, which is a copy that lay elsewhere.  Others of our name are not. */
static bool is_ours(const struct pathprof_record *record, uint64_t stamp)
{
    const struct pathprof_data_module *data = (const void *)(record + 1);
    const char *path = (const char *)(data + 1);
    size_t length = strlen(module_path()), name = strlen(module_name());
    if (data->name_length == length && memcmp(path, module_path(), length) == 0)
        return true;
    if (data->stamp != stamp || data->name_length < name)
        return false;
    path += data->name_length - name;
    return memcmp(path, module_name(), name) == 0 && (data->name_length == name || path[-1] == '/');
}

/* Since 1970. */
static uint64_t this_minute(void)
{
    return system_time() / 60000000000;
}

/* Whether ENTRY of the old file at PATH is still needed. */
static bool is_needed(const char *path, const struct pathprof_absorbed *entry, uint64_t now)
{
    return entry->number & PATHPROF_ABSORBED_GROUP ? group_is_there(entry, now)
                                                   : live_file_is_there(path, entry);
}

/* Appends which live files and groups the new file at PATH has in it: those of the OLD record that
   are still needed, and OWN, this process's, if it is not NULL. */
static bool append_absorbed(struct buffer *into, const char *path,
                            const struct pathprof_record *old, const struct pathprof_absorbed *own)
{
    const struct pathprof_absorbed *entries = old ? (const void *)(old + 1) : NULL;
    struct pathprof_record head = {PATHPROF_TAG_ABSORBED, 0};
    size_t start = into->size, count = old ? old->length / sizeof *entries : 0;
    uint64_t now = count ? this_minute()
                         : 0; /* asked for once: without help of the kernel's it is a system call */
    bool good = buffer_append(into, &head, sizeof head);
    for (size_t i = 0; i < count && good; i++)
        if ((!own || own->id != entries[i].id) && is_needed(path, &entries[i], now))
            good = buffer_append(into, &entries[i], sizeof *entries);
    if (good && own)
        good = buffer_append(into, own, sizeof *own);
    head.length = into->size - start - sizeof head;
    if (!good || head.length == 0)
        into->size = start;
    else
        memcpy(into->bytes + start, &head, sizeof head);
    return good;
}

/* Appends what was sampled: the sum of the OLD record, if it is at one, and of that with
   which NEW may begin.  Both go on behind them.  Returns as sum_modules does. */
static const char *append_samples(struct buffer *into, struct cursor *old, struct cursor *new)
{
    const struct pathprof_record *ours = next_record(new), *theirs = next_record(old);
    if (!ours || ours->tag != PATHPROF_TAG_SAMPLES)
        return NULL; /* theirs goes with what is not this module's */
    step(new);
    if (!theirs || theirs->tag != PATHPROF_TAG_SAMPLES)
        return buffer_append(into, ours, sizeof *ours + ours->length) ? NULL : "";
    step(old);
    return __pathprof_sampling->sum(into, theirs, ours);
}

/* Appends the sum of the records A and B of this module.  Returns as sum_modules does. */
static const char *sum_records(struct buffer *into, const struct buffer *a, const struct buffer *b)
{
    struct cursor x = {a->bytes, a->bytes + a->size}, y = {b->bytes, b->bytes + b->size};
    const char *wrong = append_samples(into, &x, &y);
    const struct pathprof_record *first = next_record(&x);
    if (!wrong && first && first->tag == PATHPROF_TAG_SAMPLES) { /* A's alone */
        if (!buffer_append(into, first, sizeof *first + first->length))
            return "";
        step(&x);
    }
    return wrong ? wrong : sum_modules(into, x, y);
}

/* How much of the group ID the file has, which is good; 0 if nothing. */
static uint64_t merged_of_group(const struct buffer *file, uint64_t id)
{
    const struct pathprof_record *record =
        (const void *)(file->bytes + sizeof(struct pathprof_data_header));
    if (file->size == 0 || file->size == sizeof(struct pathprof_data_header) ||
        record->tag != PATHPROF_TAG_ABSORBED)
        return 0;
    const struct pathprof_absorbed *entry = (const void *)(record + 1);
    for (size_t left = record->length / sizeof *entry; left; left--, entry++)
        if (entry->id == id && (entry->number & PATHPROF_ABSORBED_GROUP))
            return entry->number & (((uint64_t)1 << PATHPROF_ABSORBED_TIME) - 1);
    return 0;
}

/* Makes the new file at PATH in INTO.  RUNS: how many processes are in it for the first time.  OWN: a
   live file or group that it then has in it, or NULL.  Returns as sum_modules does; *OTHER_STAMP is
   set, and "other" returned, where the old file counts another build of this module. */
static const char *make_file(struct buffer *into, const char *path, const struct buffer *old,
                             const struct buffer *records, uint64_t stamp, uint64_t runs,
                             const struct pathprof_absorbed *own, uint64_t *other_stamp)
{
    struct pathprof_data_header header = {PATHPROF_DATA_MAGIC, PATHPROF_FORMAT_VERSION, 0, 0};
    struct cursor new = {records->bytes, records->bytes + records->size};
    struct cursor cursor = {old->bytes, old->bytes + old->size};
    bool found = false;
    if (!buffer_append(into, &header, sizeof header))
        return "";
    if (old->size)
        cursor.place += sizeof header;
    const struct pathprof_record *record = next_record(&cursor);
    bool absorbed = record && record->tag == PATHPROF_TAG_ABSORBED;
    if (!append_absorbed(into, path, absorbed ? record : NULL, own))
        return "";
    if (absorbed)
        step(&cursor);
    const char *wrong = append_samples(into, &cursor, &new);
    if (wrong)
        return wrong;
    while ((record = next_record(&cursor))) {
        struct cursor whole = cursor; /* the module with all that belongs to it */
        do
            step(&cursor);
        while (next_record(&cursor) && next_record(&cursor)->tag != PATHPROF_TAG_MODULE);
        whole.end = cursor.place;
        if (record->tag != PATHPROF_TAG_MODULE || !is_ours(record, stamp)) {
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
        if (!append_module(into, stamp, saturating(data->runs, runs)))
            return "";
        wrong = sum_modules(into, whole, new);
        if (wrong)
            return wrong;
    }
    if (!found && !(append_module(into, stamp, runs ? runs : 1) &&
                    buffer_append(into, new.place, (size_t)(new.end - new.place))))
        return "";
    header.length = into->size;
    header.check = fnv1a(FNV_BASIS, into->bytes + sizeof header, into->size - sizeof header);
    memcpy(into->bytes, &header, sizeof header);
    return NULL;
}

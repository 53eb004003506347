/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A live file is memory: nothing in it is sorted, a path's count may lie in several places and is
   their sum.  So everything that has a count is listed, function by function, then sorted and
   summed up.  Whatever a killed process has left is read; what contradicts itself is refused. */
#define _GNU_SOURCE /* qsort_r */
#include "core/format/live-file.h"
#include "core/graph/graph.h"
#include "core/base/text.h"
#include "core/base/endian.h"
#include "runtime/format.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* What is found of one function: items of its path's words, lowest first, and a count. */
struct tally {
    uint64_t *items;
    size_t num, room; /* items */
    unsigned words;
};

struct live {
    const unsigned char *bytes;
    size_t size;
    struct pathprof_live_header head;
    const unsigned char *units, *functions, *targets; /* the lists */
    size_t *first;                                    /* of each unit: its first function */
    struct tally *tallies;                            /* by function */
    bool shared_seen, full;
};

/* Copies a struct of words. */
static void words_at(const unsigned char *bytes, void *words, size_t size)
{
    for (size_t i = 0; i < size / 8; i++)
        ((uint64_t *)words)[i] = pp_word_from(bytes + 8 * i);
}

static struct pathprof_live_unit unit_at(const struct live *l, size_t u)
{
    struct pathprof_live_unit unit;
    words_at(l->units + u * sizeof unit, &unit, sizeof unit);
    return unit;
}

static struct pathprof_function function_at(const struct live *l, size_t f)
{
    struct pathprof_function function;
    words_at(l->functions + f * sizeof function, &function, sizeof function);
    return function;
}

bool pp_live_begins(const unsigned char *bytes, size_t size)
{
    return size >= 8 && (pp_word_from(bytes) == PATHPROF_LIVE_MAGIC ||
                         __builtin_bswap64(pp_word_from(bytes)) == PATHPROF_LIVE_MAGIC);
}

/* Takes SIZE bytes for each of NUM things off *ROOM.  Returns false if they are not there. */
static bool take_room(uint64_t *room, uint64_t num, uint64_t size)
{
    if (num > *room / size)
        return false;
    *room -= num * size;
    return true;
}

static char *read_head(struct live *l)
{
    if (l->size < sizeof l->head || pp_word_from(l->bytes) != PATHPROF_LIVE_MAGIC)
        return pp_sentence("not a live file of pathprof, or one that was just being made");
    words_at(l->bytes, &l->head, sizeof l->head);
    const struct pathprof_live_header *h = &l->head;
    if (h->version != PATHPROF_FORMAT_VERSION)
        return pp_sentence("live file of format version %" PRIu64
                           ", but this pathprof reads version %d; use the pathprof that made it",
                           h->version, PATHPROF_FORMAT_VERSION);
    if (h->size > l->size)
        return pp_sentence("truncated: it has %zu of at least %" PRIu64 " bytes", l->size, h->size);
    uint64_t room = h->size - sizeof *h;
    if (h->size < sizeof *h || h->name_length > room ||
        room - h->name_length < (-h->name_length & 7))
        return pp_sentence("damaged: its header is impossible");
    room -= h->name_length + (-h->name_length & 7);
    l->units = l->bytes + h->size - room;
    if (!take_room(&room, h->num_units, sizeof(struct pathprof_live_unit)))
        return pp_sentence("damaged: it has no room for its units");
    l->functions = l->bytes + h->size - room;
    if (!take_room(&room, h->num_functions, sizeof(struct pathprof_function)))
        return pp_sentence("damaged: it has no room for its functions");
    l->targets = l->bytes + h->size - room;
    if (!take_room(&room, h->num_targets, sizeof(struct pathprof_pair)) || room)
        return pp_sentence("damaged: its lists have a wrong length");
    if (pp_fnv(PP_FNV_START, l->bytes + sizeof *h, h->size - sizeof *h) != h->check ||
        memchr(l->bytes + sizeof *h, 0, h->name_length))
        return pp_sentence("damaged: its check sum is wrong");
    return NULL;
}

/* Bytes of FUNCTION's counters; IMPOSSIBLE if they cannot be. */
#define IMPOSSIBLE UINT64_MAX
static uint64_t counters_bytes(const struct pathprof_function *function)
{
    uint64_t most = UINT32_MAX; /* more than any counters have */
    if (function->kind == PATHPROF_ARRAY && function->size <= most)
        return 8 * function->size;
    if (function->kind == PATHPROF_TABLE && function->size && function->size <= most)
        return PATHPROF_TABLE_BYTES(function->size);
    if (function->kind == PATHPROF_WIDE && function->size >= 2 &&
        function->size <= PATHPROF_MOST_WORDS)
        return sizeof(struct pathprof_wide_map);
    return IMPOSSIBLE;
}

static char *check_lists(struct live *l)
{
    uint64_t next = 0, all = l->size;
    l->first = pp_xmalloc((l->head.num_units + 1) * sizeof *l->first);
    for (size_t u = 0; u < l->head.num_units; u++) {
        struct pathprof_live_unit unit = unit_at(l, u);
        uint64_t used = 0;
        l->first[u] = next;
        /* Nothing overlaps, so that there are no more counts than the file has words. */
        if (unit.num_functions > l->head.num_functions - next || unit.place > l->size ||
            unit.size > all)
            return pp_sentence("damaged: unit %zu is impossible", u);
        all -= unit.size;
        for (uint64_t f = next; f < next + unit.num_functions; f++) {
            struct pathprof_function function = function_at(l, f);
            uint64_t bytes = counters_bytes(&function);
            used += bytes == IMPOSSIBLE ? 0 : bytes;
            if (bytes == IMPOSSIBLE || used > unit.size || function.offset > unit.size ||
                bytes > unit.size - function.offset || function.offset % 8 ||
                (function.index > UINT32_MAX &&
                 (function.index != PATHPROF_TARGETS || function.kind != PATHPROF_TABLE)))
                return pp_sentence("damaged: function %" PRIu64 " of unit %zu is impossible",
                                   f - next, u);
        }
        next += unit.num_functions;
    }
    l->first[l->head.num_units] = next;
    if (next != l->head.num_functions)
        return pp_sentence("damaged: not all functions belong to a unit");
    for (uint64_t i = 1; i < l->head.num_targets; i++)
        if (pp_word_from(l->targets + 16 * i) < pp_word_from(l->targets + 16 * (i - 1)))
            return pp_sentence("damaged: its targets are out of order");
    l->tallies = pp_xcalloc(next + 1, sizeof *l->tallies);
    for (size_t f = 0; f < next; f++) {
        struct pathprof_function function = function_at(l, f);
        l->tallies[f].words = function.kind == PATHPROF_WIDE ? (unsigned)function.size : 1;
    }
    return NULL;
}

/* ---- Counts.  */

/* Adds COUNT, modulo 2^64, to the path whose words are at PATH, or in WORD. */
static void tally(struct tally *t, const unsigned char *path, uint64_t word, uint64_t count)
{
    if (!count)
        return;
    t->items = pp_grow_long(t->items, &t->room, t->num, (t->words + 1) * sizeof *t->items);
    uint64_t *item = t->items + t->num++ * (t->words + 1);
    for (unsigned i = 0; i < t->words; i++)
        item[i] = path ? pp_word_from(path + 8 * i) : word;
    item[t->words] = count;
}

static void read_pairs(struct tally *t, const unsigned char *bytes, size_t size, uint64_t sign)
{
    for (size_t at = 0; size - at >= 16; at += 16)
        if (pp_word_from(bytes + at))
            tally(t, NULL, pp_word_from(bytes + at) - 1, sign * pp_word_from(bytes + at + 8));
}

static void read_array(struct tally *t, const unsigned char *bytes, size_t size, uint64_t sign)
{
    for (size_t i = 0; i < size / 8; i++)
        tally(t, NULL, i, sign * pp_word_from(bytes + 8 * i));
}

static void read_items(struct tally *t, const unsigned char *bytes, size_t size)
{
    size_t item = 8 * (t->words + 1);
    for (size_t at = 0; size - at >= item; at += item)
        tally(t, bytes + at + 8, 0, pp_word_from(bytes + at));
}

/* The counters of unit U, of which SIZE bytes are there; if TOLD, what is to be taken off. */
static void read_counters(struct live *l, size_t u, const unsigned char *bytes, uint64_t size,
                          bool told)
{
    for (size_t f = l->first[u]; f < l->first[u + 1]; f++) {
        struct pathprof_function function = function_at(l, f);
        uint64_t length = counters_bytes(&function);
        if (function.offset >= size || function.kind == PATHPROF_WIDE)
            continue;
        const unsigned char *counts = bytes + function.offset;
        if (length > size - function.offset)
            length = (size - function.offset) & ~(uint64_t)7;
        if (function.kind == PATHPROF_ARRAY)
            read_array(&l->tallies[f], counts, length, told ? UINT64_MAX : 1);
        else if (!told && length >= 64)
            read_pairs(&l->tallies[f], counts + 64, length - 64, 1);
    }
}

/* The extent whose header is HEAD; SIZE bytes of its content are there. */
static char *read_extent(struct live *l, const struct pathprof_live_extent *head,
                         const unsigned char *bytes, uint64_t size)
{
    uint64_t kind = head->kind;
    bool of_function = kind == PATHPROF_EXTENT_OVERFLOW || kind == PATHPROF_EXTENT_TOLD_OVERFLOW ||
                       kind == PATHPROF_EXTENT_WIDE || kind == PATHPROF_EXTENT_ARRAY;
    size_t place = (size_t)(bytes - l->bytes);
    if (kind == PATHPROF_EXTENT_SHARED && l->shared_seen)
        return pp_sentence("damaged: the counters that all threads share are there twice");
    if (kind == PATHPROF_EXTENT_SHARED) {
        l->shared_seen = true;
        l->full = head->full;
        for (size_t u = 0; u < l->head.num_units; u++) {
            struct pathprof_live_unit unit = unit_at(l, u);
            if (unit.place < size)
                read_counters(l, u, bytes + unit.place,
                              unit.size < size - unit.place ? unit.size : size - unit.place, false);
        }
        return NULL;
    }
    if (head->unit >= l->head.num_units)
        return pp_sentence("damaged: the extent at byte %zu belongs to no unit", place);
    size_t first = l->first[head->unit], functions = l->first[head->unit + 1] - first;
    if (of_function && head->function >= functions)
        return pp_sentence("damaged: the extent at byte %zu belongs to no function", place);
    struct tally *t = of_function ? &l->tallies[first + head->function] : NULL;
    if (of_function && (t->words > 1) != (kind == PATHPROF_EXTENT_WIDE))
        return pp_sentence("damaged: the extent at byte %zu has the wrong kind", place);
    if (kind == PATHPROF_EXTENT_BLOCK || kind == PATHPROF_EXTENT_TOLD)
        read_counters(l, head->unit, bytes, size, kind == PATHPROF_EXTENT_TOLD);
    else if (kind == PATHPROF_EXTENT_WIDE && size >= 16)
        read_items(t, bytes + 16, size - 16);
    else if (kind == PATHPROF_EXTENT_ARRAY && size >= 64)
        read_array(t, bytes + 64, size - 64, 1);
    else if (of_function && size >= 64)
        read_pairs(t, bytes + 64, size - 64, kind == PATHPROF_EXTENT_OVERFLOW ? 1 : UINT64_MAX);
    return NULL; /* of an unknown kind: a later version's */
}

static bool is_page(uint64_t size)
{
    return size >= PATHPROF_LEAST_PAGE && size <= PATHPROF_LARGEST_PAGE && !(size & (size - 1));
}

static uint64_t up_to(uint64_t size, uint64_t page)
{
    return (size + page - 1) / page * page;
}

static char *read_extents(struct live *l)
{
    const uint64_t least = PATHPROF_LEAST_PAGE;
    uint64_t at = up_to(l->head.size, least);
    char *wrong = NULL;
    while (!wrong && at < l->size && l->size - at > least) {
        struct pathprof_live_extent head;
        words_at(l->bytes + at, &head, sizeof head);
        bool is_extent = head.magic == PATHPROF_EXTENT_MAGIC &&
                         head.check == pp_fnv(PP_FNV_START, l->bytes + at,
                                              offsetof(struct pathprof_live_extent, check));
        uint64_t page = is_extent && is_page(head.page) ? head.page : least;
        if (page >= l->size - at)
            break;
        at += page;
        if (!is_extent)
            continue; /* the process was killed before it wrote the header */
        uint64_t room = l->size - at, size = head.size < room ? head.size : room;
        wrong = read_extent(l, &head, l->bytes + at, size);
        at += up_to(size, page);
    }
    return wrong;
}

/* ---- From lists to data.  */

static int compare_items(const void *a, const void *b, void *words)
{
    const uint64_t *x = a, *y = b;
    for (unsigned i = *(unsigned *)words; i-- > 0;)
        if (x[i] != y[i])
            return x[i] < y[i] ? -1 : 1;
    return 0;
}

/* Sorts T's items and makes one of those of the same path.  One of which more was taken off than is
   there was read while it was moved on: nothing is known of it. */
static void sum_up(struct tally *t)
{
    size_t size = t->words + 1, kept = 0;
    if (t->num)
        qsort_r(t->items, t->num, size * sizeof *t->items, compare_items, &t->words);
    for (size_t i = 0, next; i < t->num; i = next) {
        uint64_t *item = t->items + i * size, count = 0;
        for (next = i; next < t->num && compare_items(item, t->items + next * size, &t->words) == 0;
             next++)
            count += t->items[next * size + t->words];
        if (count == 0 || count >> 63)
            continue;
        memmove(t->items + kept * size, item, t->words * sizeof *item);
        t->items[kept++ * size + t->words] = count;
    }
    t->num = kept;
}

static struct pp_data_function make_function(struct pp_data *data, const struct tally *t,
                                             uint64_t index, uint64_t checksum)
{
    struct pp_data_function function = {.index = index, .checksum = checksum, .words = t->words};
    function.counts = pp_xmalloc(t->num * sizeof *function.counts + 1);
    for (size_t i = 0; i < t->num; i++) {
        const uint64_t *item = t->items + i * (t->words + 1);
        function.counts[function.num_counts++] =
            (struct pp_count){pp_num_make(data->numbers, item, t->words), item[t->words]};
    }
    return function;
}

/* The target at PLACE, as targets.c of the runtime finds it. */
static uint64_t target_at(const struct live *l, uint64_t place)
{
    uint64_t best = PATHPROF_NO_TARGET, low = 0, high = l->head.num_targets;
    while (low < high) {
        uint64_t middle = low + (high - low) / 2;
        if (pp_word_from(l->targets + 16 * middle) < place)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < l->head.num_targets && pp_word_from(l->targets + 16 * low) == place; low++)
        if (pp_word_from(l->targets + 16 * low + 8) < best)
            best = pp_word_from(l->targets + 16 * low + 8);
    return best == PATHPROF_NO_TARGET ? best : best & ~((uint64_t)1 << 63);
}

/* What a data file calls the lower half of KEY, as targets.c says it. */
static uint64_t name_of(const struct live *l, uint64_t key)
{
    return key >> 32 >= PATHPROF_FIRST_SITE ? (uint32_t)key : target_at(l, (uint32_t)key);
}

/* The calls of UNIT that T, summed up, tells of. */
static void make_calls(const struct live *l, struct pp_data *data, struct pp_data_unit *unit,
                       const struct tally *t)
{
    unit->calls = pp_xmalloc(t->num * sizeof *unit->calls + 1);
    for (size_t i = 0, next; i < t->num; i = next) {
        struct tally one = {.words = 1};
        uint64_t call = t->items[2 * i] >> 32;
        for (next = i; next < t->num && t->items[2 * next] >> 32 == call; next++)
            tally(&one, NULL, name_of(l, t->items[2 * next]), t->items[2 * next + 1]);
        sum_up(&one);
        unit->calls[unit->num_calls++] = make_function(data, &one, call, unit->stamp);
        free(one.items);
    }
}

static int by_index(const void *a, const void *b)
{
    const struct pp_data_function *x = a, *y = b;
    return (x->index > y->index) - (x->index < y->index);
}

static char *make_data(const struct live *l, struct pp_data *data)
{
    struct pp_data_module *module = pp_xcalloc(1, sizeof *module);
    char *name = pp_xmalloc(l->head.name_length + 1);
    memcpy(name, l->bytes + sizeof l->head, l->head.name_length);
    name[l->head.name_length] = 0;
    *module = (struct pp_data_module){.stamp = l->head.stamp, .runs = 1, .name = name};
    module->units = pp_xcalloc(l->head.num_units + 1, sizeof *module->units);
    data->modules = module;
    data->num_modules = 1;
    data->num_full = l->full;
    for (size_t u = 0; u < l->head.num_units; u++) {
        struct pathprof_live_unit from = unit_at(l, u);
        struct pp_data_unit *unit = &module->units[module->num_units++];
        *unit = (struct pp_data_unit){
            .stamp = from.stamp, .mode = from.mode, .most_functions = from.num_functions};
        unit->functions = pp_xmalloc(from.num_functions * sizeof *unit->functions + 1);
        for (size_t f = l->first[u]; f < l->first[u + 1]; f++) {
            struct pathprof_function function = function_at(l, f);
            sum_up(&l->tallies[f]);
            if (function.index == PATHPROF_TARGETS && !unit->calls)
                make_calls(l, data, unit, &l->tallies[f]);
            else if (function.index != PATHPROF_TARGETS && l->tallies[f].num)
                unit->functions[unit->num_functions++] =
                    make_function(data, &l->tallies[f], function.index, function.checksum);
        }
        if (unit->num_functions)
            qsort(unit->functions, unit->num_functions, sizeof *unit->functions, by_index);
        for (size_t f = 1; f < unit->num_functions; f++)
            if (unit->functions[f].index == unit->functions[f - 1].index)
                return pp_sentence("damaged: function %" PRIu64 " is there twice",
                                   unit->functions[f].index);
    }
    return NULL;
}

char *pp_live_read(struct pp_data *data, uint64_t *id, const unsigned char *bytes, size_t size)
{
    struct live l = {.bytes = bytes, .size = size};
    memset(data, 0, sizeof *data);
    data->numbers = pp_numbers_make(PP_MOST_WORDS);
    char *wrong = read_head(&l);
    if (!wrong)
        wrong = check_lists(&l);
    if (!wrong)
        wrong = read_extents(&l);
    if (!wrong)
        wrong = make_data(&l, data);
    *id = l.head.id;
    for (size_t f = 0; l.tallies && f < l.head.num_functions; f++)
        free(l.tallies[f].items);
    free(l.tallies);
    free(l.first);
    if (wrong)
        pp_data_free(data);
    return wrong;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reader of .ppda data files.  The bytes are anybody's: each length is checked against what is left
   before it is used, and nothing is allocated that is larger than a constant times the bytes read. */
#include "core/format/data.h"
#include "core/graph/graph.h"
#include "core/base/text.h"
#include "core/base/endian.h"
#include "runtime/format.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct reader {
    const unsigned char *bytes;
    size_t place, end; /* of what is being read; place <= end */
    char *error;       /* the first thing that was found wrong */
};

bool pp_data_begins(const unsigned char *bytes, size_t size)
{
    return size >= 8 && (pp_word_from(bytes) == PATHPROF_DATA_MAGIC ||
                         __builtin_bswap64(pp_word_from(bytes)) == PATHPROF_DATA_MAGIC);
}

/* The next word; the caller has checked that it is there. */
static uint64_t word(struct reader *r)
{
    uint64_t value = pp_word_from(r->bytes + r->place);
    r->place += 8;
    return value;
}

/* Makes room for one more element in an array of COUNT that grows by doubling. */
static void *grow(void *array, size_t count, size_t element)
{
    if (count & (count - 1)) /* not at a power of two */
        return array;
    return pp_xrealloc(array, (count ? 2 * count : 1) * element);
}

/* Whether the records of SIZE bytes may be those of a data file, by their heads alone: looked at
   before everything is, so that a file that says that it is large, and is not, costs nothing.  The
   runtime has the same limits. */
static bool are_possible(const unsigned char *bytes, size_t size)
{
    uint64_t unknown = 0;
    for (size_t place = sizeof(struct pathprof_data_header); place < size;) {
        if (size - place < sizeof(struct pathprof_record))
            return false;
        uint64_t tag = pp_word_from(bytes + place), length = pp_word_from(bytes + place + 8);
        place += sizeof(struct pathprof_record);
        if (tag == 0 || length > size - place || length % 8)
            return false;
        if (tag > PATHPROF_TAG_SAMPLES)
            unknown += length;
        if (unknown > PATHPROF_MOST_UNKNOWN ||
            (tag == PATHPROF_TAG_ABSORBED &&
             length > PATHPROF_MOST_ABSORBED * sizeof(struct pathprof_absorbed)))
            return false;
        place += length;
    }
    return true;
}

static void read_header(struct reader *r, size_t size)
{
    if (size >= 8 && pp_word_from(r->bytes) != PATHPROF_DATA_MAGIC) {
        r->error = pp_sentence("not a pathprof data file");
    } else if (size < sizeof(struct pathprof_data_header)) {
        if (size == 0)
            r->error = pp_sentence(
                "empty: the program that made it was stopped before it wrote its counts");
        else
            r->error = pp_sentence(
                "truncated: %zu bytes are not even a header; run the program again", size);
    } else if (pp_word_from(r->bytes + 8) != PATHPROF_FORMAT_VERSION) {
        r->error = pp_sentence("data format version %" PRIu64
                               ", but this pathprof reads version %d; use the "
                               "pathprof that made it, or compile and run the program again",
                               pp_word_from(r->bytes + 8), PATHPROF_FORMAT_VERSION);
    } else {
        uint64_t length = pp_word_from(r->bytes + 16);
        r->place = sizeof(struct pathprof_data_header);
        if (length > size)
            r->error =
                pp_sentence("truncated: it has %zu of its %" PRIu64 " bytes; run the program again",
                            size, length);
        else if (length < size)
            r->error = pp_sentence("damaged: it goes on after its end at byte %" PRIu64, length);
        else if (!are_possible(r->bytes, size))
            r->error = pp_sentence("damaged: its records are impossible; run the program again");
        else if (pp_word_from(r->bytes + 24) !=
                 pp_fnv(PP_FNV_START, r->bytes + r->place, size - r->place))
            r->error = pp_sentence("damaged: its check sum is wrong; run the program again");
    }
}

/* Each of these reads the content of one record, R->place to R->end.  What they refuse the runtime
   refuses as well (runtime/file/merge.c), and the other way round. */

/* Where the content of the first record begins. */
#define FIRST_CONTENT (sizeof(struct pathprof_data_header) + sizeof(struct pathprof_record))

/* A text of LENGTH bytes, with zeros behind it that pad it to all that is left; NULL if it is none. */
static char *read_text(struct reader *r, uint64_t length)
{
    uint64_t room = r->end - r->place;
    if (length > room || room - length >= 8 || memchr(r->bytes + r->place, 0, length))
        return NULL;
    char *text = pp_xmalloc(length + 1);
    memcpy(text, r->bytes + r->place, length);
    text[length] = 0;
    return text;
}

static void read_module(struct reader *r, struct pp_data *data)
{
    size_t length = r->end - r->place;
    if (length < sizeof(struct pathprof_data_module)) {
        r->error = pp_sentence("damaged: the module record at byte %zu is too short", r->place);
        return;
    }
    struct pp_data_module module = {.stamp = word(r)};
    module.runs = word(r);
    uint64_t name_length = word(r);
    module.name = read_text(r, name_length);
    if (!module.name) {
        r->error = pp_sentence("damaged: the module record at byte %zu has no proper name",
                               r->end - length);
        return;
    }
    data->modules = grow(data->modules, data->num_modules, sizeof module);
    data->modules[data->num_modules++] = module;
}

/* Of MODULE, whose record is the one before, or NULL. */
static void read_place(struct reader *r, struct pp_data_module *module)
{
    size_t start = r->place, length = r->end - start;
    if (module && length >= sizeof(struct pathprof_data_place)) {
        uint64_t path_length = word(r);
        module->place = read_text(r, path_length);
    }
    if (!module || !module->place)
        r->error = pp_sentence("damaged: the record at byte %zu is not a module's place", start);
}

const char *pp_data_place(const struct pp_data_module *module)
{
    return module->name[0] == '/' ? module->name : module->place;
}

static void read_unit(struct reader *r, struct pp_data_module *module)
{
    if (!module || r->end - r->place != sizeof(struct pathprof_data_unit)) {
        r->error = pp_sentence("damaged: the unit record at byte %zu %s", r->place,
                               module ? "has a wrong length" : "belongs to no module");
        return;
    }
    struct pp_data_unit unit = {.stamp = word(r)};
    unit.mode = word(r);
    unit.most_functions = word(r);
    module->units = grow(module->units, module->num_units, sizeof unit);
    module->units[module->num_units++] = unit;
}

/* The pairs of FUNCTION, by rising path; its record is at START.  There is room for them. */
static void read_counts(struct reader *r, struct pp_data_function *function,
                        struct pp_numbers *numbers, const char *what, size_t start)
{
    size_t count = function->num_counts;
    function->counts = pp_xmalloc(count ? count * sizeof *function->counts : 1);
    for (size_t i = 0; i < count; i++) {
        uint64_t words[PP_MOST_WORDS];
        for (unsigned k = 0; k < function->words; k++)
            words[k] = word(r);
        function->counts[i].path = pp_num_make(numbers, words, function->words);
        function->counts[i].count = word(r);
        if (i && pp_num_compare(function->counts[i].path, function->counts[i - 1].path) <= 0) {
            r->error =
                pp_sentence("damaged: the counts of %s %" PRIu64 " at byte %zu are out of order",
                            what, function->index, start);
            free(function->counts);
            return;
        }
    }
}

/* Which live files are in it already. */
static void read_absorbed(struct reader *r, struct pp_data *data)
{
    size_t length = r->end - r->place, count = length / sizeof(struct pathprof_absorbed);
    if (length % sizeof(struct pathprof_absorbed) || r->place != FIRST_CONTENT) {
        r->error = pp_sentence(
            "damaged: the record at byte %zu has a wrong length, or is not the first", r->place);
        return;
    }
    data->absorbed = pp_xmalloc(count * sizeof *data->absorbed + 1);
    for (; data->num_absorbed < count; data->num_absorbed++) {
        struct pp_absorbed *entry = &data->absorbed[data->num_absorbed];
        entry->id = word(r);
        entry->pid = word(r);
        entry->number = word(r);
    }
}

static void read_samples(struct reader *r, struct pp_data *data)
{
    size_t before = data->absorbed ? sizeof(struct pathprof_record) +
                                         data->num_absorbed * sizeof(struct pathprof_absorbed)
                                   : 0;
    if (r->place != FIRST_CONTENT + before) {
        r->error = pp_sentence("damaged: the samples at byte %zu are not where they belong, at the "
                               "beginning",
                               r->place);
        return;
    }
    data->samples = pp_xcalloc(1, sizeof *data->samples);
    r->error = pp_samples_read(data->samples, r->bytes + r->place, r->end - r->place, r->place);
}

/* A record of a function or of an indirect call, WHAT, which goes behind the *NUM of *LIST, unless
   this is CLOSED; if WIDE, one of numbers of several words. */
static void read_record(struct reader *r, const char *what, struct pp_data_function **list,
                        size_t *num, bool closed, struct pp_numbers *numbers, bool wide)
{
    size_t start = r->place, length = r->end - start;
    size_t least = wide ? sizeof(struct pathprof_data_wide) : sizeof(struct pathprof_data_function);
    if (!list || length < least) {
        r->error = pp_sentence("damaged: the %s record at byte %zu %s", what, start,
                               list ? "is too short" : "belongs to no unit");
        return;
    }
    struct pp_data_function function = {.index = word(r)};
    function.checksum = word(r);
    uint64_t count = word(r), words = wide ? word(r) : 1, room = r->end - r->place;
    if (wide && (words < 2 || words > PP_MOST_WORDS)) {
        r->error = pp_sentence(
            "damaged: the function record at byte %zu has path numbers of %" PRIu64 " words", start,
            words);
        return;
    }
    uint64_t size = 8 * (words + 1); /* of a pair */
    if (room % size || count != room / size) {
        r->error =
            pp_sentence("damaged: the %s record at byte %zu has a wrong length", what, start);
        return;
    }
    if (closed || function.index > UINT32_MAX ||
        (*num && (*list)[*num - 1].index >= function.index)) {
        r->error = pp_sentence("damaged: %s %" PRIu64 " at byte %zu is out of order", what,
                               function.index, start);
        return;
    }
    function.num_counts = count;
    function.words = (unsigned)words;
    read_counts(r, &function, numbers, what, start);
    if (r->error)
        return;
    *list = grow(*list, *num, sizeof function);
    (*list)[(*num)++] = function;
}

char *pp_data_read(struct pp_data *data, const unsigned char *bytes, size_t size)
{
    struct reader r = {.bytes = bytes};
    memset(data, 0, sizeof *data);
    data->numbers = pp_numbers_make(PP_MOST_WORDS);
    read_header(&r, size);
    uint64_t last_tag = 0;
    while (!r.error && r.place < size) {
        if (size - r.place < sizeof(struct pathprof_record)) {
            r.error = pp_sentence("damaged: it ends inside the record at byte %zu", r.place);
            break;
        }
        size_t start = r.place;
        uint64_t tag = word(&r), length = word(&r);
        if (length > size - r.place || length % 8) {
            r.error =
                pp_sentence("damaged: the record at byte %zu has an impossible length", start);
            break;
        }
        r.end = r.place + length;
        struct pp_data_module *module =
            data->num_modules ? &data->modules[data->num_modules - 1] : NULL;
        struct pp_data_unit *unit =
            module && module->num_units ? &module->units[module->num_units - 1] : NULL;
        if (tag == PATHPROF_TAG_MODULE)
            read_module(&r, data);
        else if (tag == PATHPROF_TAG_PLACE)
            read_place(&r, last_tag == PATHPROF_TAG_MODULE ? module : NULL);
        else if (tag == PATHPROF_TAG_UNIT)
            read_unit(&r, module);
        else if (tag == PATHPROF_TAG_FUNCTION || tag == PATHPROF_TAG_WIDE)
            read_record(&r, "function", unit ? &unit->functions : NULL,
                        unit ? &unit->num_functions : NULL, unit && unit->num_calls, data->numbers,
                        tag == PATHPROF_TAG_WIDE);
        else if (tag == PATHPROF_TAG_TARGETS)
            read_record(&r, "call", unit ? &unit->calls : NULL, unit ? &unit->num_calls : NULL,
                        false, data->numbers, false);
        else if (tag == PATHPROF_TAG_ABSORBED)
            read_absorbed(&r, data);
        else if (tag == PATHPROF_TAG_SAMPLES)
            read_samples(&r, data);
        last_tag = tag;
        r.place = r.end; /* what a tag that is not known holds is skipped */
    }
    if (r.error)
        pp_data_free(data);
    return r.error;
}

void pp_data_free(struct pp_data *data)
{
    for (size_t m = 0; m < data->num_modules; m++) {
        struct pp_data_module *module = &data->modules[m];
        for (size_t u = 0; u < module->num_units; u++) {
            for (size_t f = 0; f < module->units[u].num_functions; f++)
                free(module->units[u].functions[f].counts);
            free(module->units[u].functions);
            for (size_t c = 0; c < module->units[u].num_calls; c++)
                free(module->units[u].calls[c].counts);
            free(module->units[u].calls);
        }
        free(module->units);
        free(module->name);
        free(module->place);
    }
    free(data->modules);
    if (data->samples)
        pp_samples_free(data->samples);
    free(data->samples);
    free(data->absorbed);
    free(data->skipped);
    pp_numbers_free(data->numbers);
    memset(data, 0, sizeof *data);
}

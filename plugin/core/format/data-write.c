/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writer of .ppda data files: what data.c reads (doc/formats.md). */
#include "core/base/bytes.h"
#include "core/format/data-sum.h"
#include "core/format/data.h"
#include "core/base/endian.h"
#include "runtime/format.h"

#include <stdlib.h>
#include <string.h>

static void put_words(struct pp_bytes *b, const uint64_t *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        pp_put_word(b, words[i]);
}

static void put_function(struct pp_bytes *b, const struct pp_data_function *f, bool call)
{
    bool wide = f->words > 1;
    uint64_t tag = call ? PATHPROF_TAG_TARGETS : wide ? PATHPROF_TAG_WIDE : PATHPROF_TAG_FUNCTION;
    uint64_t item = 8 * ((uint64_t)f->words + 1);
    uint64_t length =
        (wide ? sizeof(struct pathprof_data_wide) : sizeof(struct pathprof_data_function)) +
        item * f->num_counts;
    put_words(b, (uint64_t[]){tag, length, f->index, f->checksum, f->num_counts}, 5);
    if (wide)
        pp_put_word(b, f->words);
    for (size_t i = 0; i < f->num_counts; i++) {
        for (unsigned k = 0; k < f->words; k++)
            pp_put_word(b, pp_num_word(f->counts[i].path, k));
        pp_put_word(b, f->counts[i].count);
    }
}

/* Whether anything of UNIT, or of MODULE, was counted. */
static bool unit_counts(const struct pp_data_unit *unit)
{
    return unit->num_functions || unit->num_calls;
}

static bool module_counts(const struct pp_data_module *module)
{
    for (size_t u = 0; u < module->num_units; u++)
        if (unit_counts(&module->units[u]))
            return true;
    return false;
}

static uint64_t padded(uint64_t length)
{
    return (length + 7) & ~(uint64_t)7;
}

static void put_module(struct pp_bytes *b, const struct pp_data_module *module, bool sparse)
{
    uint64_t length = strlen(module->name);
    put_words(b,
              (uint64_t[]){PATHPROF_TAG_MODULE,
                           sizeof(struct pathprof_data_module) + padded(length), module->stamp,
                           module->runs, length},
              5);
    pp_put_padded(b, module->name, length);
    if (module->place) {
        length = strlen(module->place);
        put_words(b,
                  (uint64_t[]){PATHPROF_TAG_PLACE,
                               sizeof(struct pathprof_data_place) + padded(length), length},
                  3);
        pp_put_padded(b, module->place, length);
    }
    for (size_t u = 0; u < module->num_units; u++) {
        const struct pp_data_unit *unit = &module->units[u];
        if (sparse && !unit_counts(unit))
            continue;
        put_words(b,
                  (uint64_t[]){PATHPROF_TAG_UNIT, sizeof(struct pathprof_data_unit), unit->stamp,
                               unit->mode, unit->most_functions},
                  5);
        for (size_t f = 0; f < unit->num_functions; f++)
            if (unit->functions[f].num_counts)
                put_function(b, &unit->functions[f], false);
        for (size_t c = 0; c < unit->num_calls; c++)
            if (unit->calls[c].num_counts)
                put_function(b, &unit->calls[c], true);
    }
}

unsigned char *pp_data_write(const struct pp_data *data, bool sparse, size_t *size)
{
    struct pp_bytes b = {0};
    put_words(&b, (uint64_t[]){PATHPROF_DATA_MAGIC, PATHPROF_FORMAT_VERSION, 0, 0}, 4);
    if (data->num_absorbed)
        put_words(&b,
                  (uint64_t[]){PATHPROF_TAG_ABSORBED,
                               data->num_absorbed * sizeof(struct pathprof_absorbed)},
                  2);
    for (size_t i = 0; i < data->num_absorbed; i++)
        put_words(
            &b, (uint64_t[]){data->absorbed[i].id, data->absorbed[i].pid, data->absorbed[i].number},
            3);
    if (data->samples) {
        struct pp_bytes record = {0};
        pp_samples_put(&record, data->samples);
        put_words(&b, (uint64_t[]){PATHPROF_TAG_SAMPLES, record.size}, 2);
        pp_put_block(&b, record.bytes, record.size);
        free(record.bytes);
    }
    for (size_t m = 0; m < data->num_modules; m++)
        if (!sparse || module_counts(&data->modules[m]))
            put_module(&b, &data->modules[m], sparse);
    size_t head = sizeof(struct pathprof_data_header);
    pp_word_to(b.bytes + 16, b.size);
    pp_word_to(b.bytes + 24, pp_fnv(PP_FNV_START, b.bytes + head, b.size - head));
    *size = b.size;
    return b.bytes;
}

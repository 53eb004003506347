/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reader of .ppda data files (runtime/format.h, doc/formats.md). */
#ifndef PATHPROF_DATA_H
#define PATHPROF_DATA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/num.h"
#include "core/format/samples.h"

struct pp_count {
    struct pp_num path;
    uint64_t count;
};

struct pp_data_function {
    uint64_t index, checksum;
    unsigned words;          /* a path number may have */
    struct pp_count *counts; /* by rising path */
    size_t num_counts;
};

struct pp_data_unit {
    uint64_t stamp, mode;
    struct pp_data_function *functions;
    size_t num_functions;
    struct pp_data_function *calls; /* indirect: index is the call's vertex, path a target */
    size_t num_calls;
    uint64_t most_functions; /* how many could have counts */
};

struct pp_data_module {
    uint64_t stamp, runs;
    char *name; /* of a program its file's name, of a shared object its path */
    struct pp_data_unit *units;
    size_t num_units;
    char *place; /* of a program its path, where it ran last; NULL if that is not known */
};

struct pp_absorbed {
    uint64_t id, pid, number;
};

struct pp_data {
    struct pp_data_module *modules;
    size_t num_modules;
    struct pp_absorbed *absorbed; /* live files whose counts are in it */
    size_t num_absorbed;
    struct pp_samples *samples; /* NULL: there are none */
    /* Beside it (input/live.c): of how many processes live files have been added since, and why the first of
       those that were not was not, malloc'd. */
    size_t num_live;
    size_t num_full; /* of these, where the process had no room for all counts */
    char *skipped;
    struct pp_numbers *numbers; /* of which the paths are */
};

/* The absolute path of MODULE's file when it ran; NULL if that is not known. */
const char *pp_data_place(const struct pp_data_module *module);

/* Are the SIZE bytes the beginning of a data file, in either order of bytes? */
bool pp_data_begins(const unsigned char *bytes, size_t size);

/* Parses SIZE bytes, whose words have the lowest byte first (byte-order.h).  Returns NULL, or a
   malloc'd sentence that says what is wrong; DATA is then empty.  Hostile-input safe: sizes are
   checked against SIZE before anything is allocated. */
char *pp_data_read(struct pp_data *data, const unsigned char *bytes, size_t size);
void pp_data_free(struct pp_data *data);

/* The content of a data file with DATA, malloc'd.  SPARSE: without units and modules that have no
   counts; programs cannot add to such a file, the command can read it. */
unsigned char *pp_data_write(const struct pp_data *data, bool sparse, size_t *size);

#endif

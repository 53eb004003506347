/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which data files are of programs that have something in common. */
#ifndef PATHPROF_RELATED_H
#define PATHPROF_RELATED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/bytes.h"
#include "core/format/data.h"

struct pp_stamp_seen {
    uint64_t stamp; /* of a module or a unit */
    size_t file;
};

/* What files have: fill with pp_related_add, all zero at first. */
struct pp_related {
    struct pp_stamp_seen *seen;
    size_t num, room;
    char **names; /* by file: of its first module; NULL: it has none */
    size_t num_files;
};

/* Takes the stamps of DATA, of file number FILE. */
void pp_related_add(struct pp_related *related, size_t file, const struct pp_data *data);
/* Two files are related if they have a module or a unit in common, or both are related to a third;
   one without any is related to all.  Returns a file that is not related to the first, or 0. */
size_t pp_unrelated(struct pp_related *related);
/* Adds to INTO each set of MORE as one file, by its first: however many files there are, memory is that of different
   sets. */
void pp_related_join(struct pp_related *into, struct pp_related *more);
/* As bytes, appended, for another process; and from there, added to RELATED.  Returns false if they are damaged. */
void pp_related_write(struct pp_bytes *bytes, const struct pp_related *related);
bool pp_related_read(struct pp_related *related, struct pp_input *in);
void pp_related_free(struct pp_related *related);

#endif

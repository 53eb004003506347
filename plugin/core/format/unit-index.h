/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The listing of a unit: what its notes are about. It stands before them, so that a reader
   interested in one source need not read those of the whole program. The second compile reads
   the units that know its source, and those that define a symbol that these define, too; what
   the others have executed it estimates from counts alone (skipped-units.h). */
#ifndef PATHPROF_UNIT_INDEX_H
#define PATHPROF_UNIT_INDEX_H

#include "core/base/bytes.h"
#include "core/format/notes-format.h"
#include "core/format/notes.h"

/* Writes the listing of the unit that is G. */
void pp_listing_write(struct pp_bytes *b, const struct pp_graph *g, const struct pp_unit *unit);

/* What a listing says, malloc'd. */
struct pp_listing {
    enum pp_mode mode;
    uint64_t *sources; /* hashes of the files that it knows */
    struct pp_listed_proc *procs;
    uint32_t num_sources, num_procs;
};
/* Returns false if the SIZE bytes are none; L is then empty. */
bool pp_listing_read(struct pp_listing *l, const unsigned char *bytes, size_t size);
void pp_listing_free(struct pp_listing *l);

/* Hashes of the name of a source, of which directories and suffixes do not count, and of a symbol,
   without what makes local ones unique under LTO. */
uint64_t pp_source_hash(const char *name);
uint64_t pp_symbol_hash(const char *symbol);

/* NEEDED[i]: is the unit of LISTINGS[i] to be read to know of SOURCES?  Returns how many know one
   of these themselves. */
uint32_t pp_listing_choose(const struct pp_listing *listings, uint32_t num,
                           const struct pp_sources *sources, bool *needed);

#endif

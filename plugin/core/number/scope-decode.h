/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From a path's number back to the path, over calls and returns (thesis algorithm 3.6.1). */
#ifndef PATHPROF_SCOPE_DECODE_H
#define PATHPROF_SCOPE_DECODE_H

#include "core/number/number.h"
#include "core/number/path.h"

/* Decodes paths of the unit whose starts are STARTS (NUM_STARTS of them).  All that is given here has to stay where it
   is. */
struct pp_scope_decoder *pp_scope_decoder_make(const struct pp_graph *g,
                                               const struct pp_numbering *n, enum pp_mode mode,
                                               const struct pp_start *starts, uint32_t num_starts);
void pp_scope_decoder_free(struct pp_scope_decoder *d);

/* The path numbered NUMBER: fills PATH's proc, edges (malloc'd), num_edges and active.  Returns false, and leaves PATH
   as it is, if there is no such path or it has more than MOST edges.  Numbers that rise take the least time. */
bool pp_decode_next(struct pp_scope_decoder *d, struct pp_num number, uint64_t most,
                    struct pp_path *path);

/* The same for one path alone. */
bool pp_decode_scope(const struct pp_graph *g, const struct pp_numbering *n, enum pp_mode mode,
                     const struct pp_start *starts, uint32_t num_starts, struct pp_num number,
                     uint64_t most, struct pp_path *path);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From a path's number back to the path, over calls and returns (thesis algorithm 3.6.1). */
#ifndef PATHPROF_SCOPE_DECODE_H
#define PATHPROF_SCOPE_DECODE_H

#include "core/number/number.h"
#include "core/number/path.h"

/* The path numbered NUMBER of the unit whose starts are STARTS (NUM_STARTS of
   them): fills PATH's proc, edges (malloc'd), num_edges and active.  Returns false if there is no
   such path or it has more than MOST edges. */
bool pp_decode_scope(const struct pp_graph *g, const struct pp_numbering *n, enum pp_mode mode,
                     const struct pp_start *starts, uint32_t num_starts, struct pp_num number,
                     uint64_t most, struct pp_path *path);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From a path's number back to the path, inside a procedure (thesis algorithm 3.6.1). */
#ifndef PATHPROF_DECODE_H
#define PATHPROF_DECODE_H

#include "core/number/number.h"

/* The path of PROC numbered NUMBER, as its live edges from Entry to Exit (thesis algorithm 3.6.1,
   erratum 5); in mode kpath with the back edges that it goes along.  Writes at most CAP edges to
   PATH; returns their number, or 0 if NUMBER is not below num_paths or CAP is too small. */
uint32_t pp_decode(const struct pp_graph *g, const struct pp_numbering *n, uint32_t proc,
                   uint64_t number, uint32_t *path, uint32_t cap);

/* No path of PROC has more edges. */
uint32_t pp_longest_path(const struct pp_graph *g, const struct pp_numbering *n, uint32_t proc);

/* Where the active-suffix of a decoded path begins (pp_path.active).  0, but in mode kpath: the
   first k - 1 iterations of a path that begins at the head of a loop have been counted with other
   paths; and in mode path-context: so has all before the last surrogate of a vertex that is split.
 */
uint32_t pp_active_suffix(const struct pp_graph *g, const struct pp_numbering *n,
                          const uint32_t *path, uint32_t length);

#endif

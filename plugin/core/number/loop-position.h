/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Mode kpath: where a path is, edge by edge. */
#ifndef PATHPROF_LOOP_POSITION_H
#define PATHPROF_LOOP_POSITION_H

#include "core/number/loops.h"

/* What is to be added to the value of E in a loop's last iteration.  The surrogates for back edges
   have their place behind all other edges, as in mode path; the back edges have it where they are.
 */
uint64_t pp_late_value(const struct pp_graph *g, const struct pp_numbering *n, uint32_t e);

/* Where a path is, for those who follow one edge by edge. */
struct pp_position {
    uint32_t loop; /* PP_NONE: in none */
    uint32_t left;
    bool whole; /* it began at the head of this loop and may not leave it yet */
    bool step;  /* it is in a step: a collapsed loop */
};

/* Can a path take E where it is at AT?  Live edges and back edges. */
bool pp_is_way_on(const struct pp_graph *g, const struct pp_numbering *n, uint32_t e,
                  const struct pp_position *at);
/* What E then adds to the path's number. */
uint64_t pp_value_at(const struct pp_graph *g, const struct pp_numbering *n, uint32_t e,
                     const struct pp_position *at);
/* Where it is after E. */
struct pp_position pp_position_after(const struct pp_graph *g, const struct pp_numbering *n,
                                     uint32_t e, const struct pp_position *at);

#endif

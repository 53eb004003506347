/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Natural loops: the vertices from which a back edge can be reached without passing its head. */
#ifndef PATHPROF_NATURAL_LOOPS_H
#define PATHPROF_NATURAL_LOOPS_H

#include "core/graph/graph.h"

/* Whether the paths of a loop can span several iterations. */
enum pp_loop_kind {
    PP_LOOP_GOOD,
    PP_LOOP_NONE,        /* no back edge leads to the vertex */
    PP_LOOP_OUTER,       /* it contains another loop that is not collapsed */
    PP_LOOP_IRREDUCIBLE, /* control may enter it elsewhere than at its head */
    PP_LOOP_NONLOCAL,    /* so may non-local transfers; or code would be where none can be */
    PP_LOOP_BROKEN,      /* paths end inside it, or on the way into it: too many paths otherwise */
};

/* Is V the head of a loop, whatever it is like? */
bool pp_is_loop_head(const struct pp_graph *g, uint32_t v);

/* Finds the natural loop of HEAD, in a procedure that has been transformed: writes its vertices,
   HEAD first, to BODY, which has room for all of the procedure, and their number to *SIZE; of a
   loop in it that is collapsed, the head alone (whose region is then another than HEAD's).  MARKS:
   one for each vertex of the procedure, its first at 0, none of them STAMP.  Linear in the loop's
   size. */
enum pp_loop_kind pp_find_loop(const struct pp_graph *g, uint32_t head, uint32_t *marks,
                               uint32_t stamp, uint32_t *body, uint32_t *size);

/* All of the natural loop of HEAD, whatever it is like and with all loops in it, to BODY; returns
   its size, 0 if it is no head. */
uint32_t pp_loop_body(const struct pp_graph *g, uint32_t head, uint32_t *marks, uint32_t stamp,
                      uint32_t *body);

#endif

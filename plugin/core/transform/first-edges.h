/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The order in which the edges out of a vertex are numbered, which the papers leave open: the likeliest first,
   the false one of two that GCC holds for equally likely.

   The value of an edge is what the edges in front of it in its list make up (thesis, equations (23) and (24)), so that
   of the first is 0, and along a way of such edges nothing adds up.  Increments along a path add up to what its values
   do (increment.h).  So nothing is added on likely ways, where otherwise one edge had to have the sum between any
   two places where the path is handed over.  In modes that do not cross calls that is once in each iteration of a loop,
   and gained nothing (doc/measurements/cheaper-calls.md): there the order is that of the list. */
#ifndef PATHPROF_FIRST_EDGES_H
#define PATHPROF_FIRST_EDGES_H

#include "core/graph/graph.h"

/* Marks, by their weights, the edges of PROC that are to be numbered first (PP_E_FIRST).  Retreating edges are marked
   as such. */
void pp_choose_first_edges(struct pp_graph *g, uint32_t proc);

/* Has the edges of PROC that are marked numbered first (pp_first_numbered). */
void pp_put_first_edges(struct pp_graph *g, uint32_t proc);

#endif

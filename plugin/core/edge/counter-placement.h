/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Mode callgraph: a small set of counters, on rarely executed edges, from which all needed
   counts follow. */
#ifndef PATHPROF_COUNTER_PLACEMENT_H
#define PATHPROF_COUNTER_PLACEMENT_H

#include "core/graph/graph.h"

/* Is the count of E asked for: of a way on from Entry, or of one into a call vertex? */
static inline bool pp_is_asked(const struct pp_graph *g, const struct pp_edge *e)
{
    bool enters = g->vertices[e->from].kind == PP_ENTRY && e->kind != PP_SURROGATE;
    return enters || g->vertices[e->to].kind == PP_CALL;
}

/* Sets counted[e] (indexed by edge of the whole graph) for the live edges of PROC, transformed.
   What counters on these edges cost by the weights is never more than what those of mode edge do.
   Returns false if there are edges that are asked for on which no code can be placed and whose
   counts follow from no others; *STUCK is then one of them. */
bool pp_choose_counters(const struct pp_graph *g, uint32_t proc, bool *counted, uint32_t *stuck);

/* Do the counts of all edges of PROC that are asked for follow from those that are COUNTED? */
bool pp_asked_follow(const struct pp_graph *g, uint32_t proc);

#endif

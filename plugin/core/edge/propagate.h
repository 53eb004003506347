/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counts of all edges from those of the edges that have counters: flow conservation. */
#ifndef PATHPROF_PROPAGATE_H
#define PATHPROF_PROPAGATE_H

#include "core/graph/graph.h"

/* mode edge: fills edge_counts of PROC from its counters by post-order over the spanning tree
   (edge-profiling survey, figure 3).  If PROC is `by_callers` it has been ENTERED so often. Returns
   false if the counts contradict each other (a count would be negative); such counts are set to 0. */
bool pp_propagate(const struct pp_graph *g, uint32_t proc, const uint64_t *counters,
                  uint64_t entered, uint64_t *edge_counts);

/* mode callgraph: sets known[e] (indexed by edge) for the live edges of PROC: does its count follow
   from the counters?  COUNTERS, if it is not NULL, are they: fills edge_counts, of edges that are
   not known with 0.  Returns as pp_propagate does. */
bool pp_follow(const struct pp_graph *g, uint32_t proc, const uint64_t *counters, uint64_t entered,
               uint64_t *edge_counts, bool *known);

#endif

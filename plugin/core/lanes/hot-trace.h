/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Hot-path tracing (thesis 2.2.1, figure 5): the hot-path graph is the cross product of the
   supergraph and the hot-path automaton, as far as it can be reached; and a profile is translated
   onto it. */
#ifndef PATHPROF_HOT_TRACE_H
#define PATHPROF_HOT_TRACE_H

#include "core/lanes/automaton.h"
#include "core/lanes/hotgraph.h"
#include "core/number/path.h"

/* Traces the procedures of A into H, which is to be freed with pp_hot_graph_free.  The vertices of
   each are consecutive; the states are A's, and every state but the roots has at most one vertex. */
void pp_trace(struct pp_hot_graph *h, const struct pp_automaton *a);

/* Adds the counts of INTRA (pp_intra_make) to H's vertices and edges.  Where in H the active-suffix
   of a path begins the path itself says, wherever control came from: no hot path leads on there
   that began before it.  So every count is exact when INTRA is.  Paths of procedures that are not
   in H are passed over. */
void pp_translate(struct pp_hot_graph *h, const struct pp_automaton *a,
                  const struct pp_profile *intra);

/* Where in H the active-suffix of PATH begins; pp_hot_out leads on.  PP_NONE: its procedure is not
   in H. */
uint32_t pp_hot_begin(const struct pp_hot_graph *h, const struct pp_automaton *a,
                      const struct pp_path *path);

#endif

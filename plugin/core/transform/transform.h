/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From the cyclic supergraph to the finite-path graph: which edges are cut, and what stands in
   for them.  Thesis 2.1 for mode path, 5.1 for path-context; Knuth's Exit->Entry for mode edge is
   the planner's. */
#ifndef PATHPROF_TRANSFORM_H
#define PATHPROF_TRANSFORM_H

#include "core/graph/graph.h"
#include "core/graph/mode.h"

/* Marks the retreating edges of PROC (PP_E_BACK), by a depth-first search from Entry over edges
   that are not surrogate.  So that no edge out of a computed goto is ever retreating (code cannot
   be placed there), the edges into a PP_V_GOTO vertex from its own strongly connected component
   count as retreating, where code can be placed on them, and the search goes on over the rest. */
void pp_mark_backedges(struct pp_graph *g, uint32_t proc);

/* Makes the graph of PROC finite for PARAMS.mode, and has the edges that are marked so numbered first.
   path: cuts every BACK edge, every edge into a RESTART vertex, and every edge already marked
   BROKEN; a cut u -> v gives its own surrogate u -> Exit and one shared surrogate Entry -> v.
   Surrogates out of Entry follow its own edges in order of v; a RESTART vertex that no edge
   enters has its Entry -> v all the same (PP_E_FAKE is then set on it, as on that of every
   RESTART vertex).
   path-context, or PARAMS.loops: the same, but a BACK edge into a vertex that can be split has that
   vertex's surrogate (split.h) in the place of Entry -> v. context, piecewise: as path (thesis 3.2,
   transformation 2); the calls are pp_follow_calls's. All five, if PARAMS.pending: every call vertex
   c where a path may be left under way has a PENDING surrogate c -> Exit, last in its list of edges
   (thesis 3.7.1, 3.7.2): MAY_LEAVE, and no path ends before the call in any case. edge, callgraph:
   cuts nothing; adds a FAKE surrogate v -> Exit for every MAY_LEAVE vertex and Entry -> v for every
   RESTART vertex. */
void pp_transform(struct pp_graph *g, uint32_t proc, const struct pp_params *params);

/* The live surrogate c -> Exit of option pending= of call vertex C; PP_NONE if it has none. */
uint32_t pp_pending_edge(const struct pp_graph *g, uint32_t c);

/* Context, piecewise: follows the calls of PROC whose call edges are live.  Their summary edges are
   cut, and so are their surrogates of option pending=: the callee has the path.  But where the
   return edge is cut, mode context keeps c -> r beside the call edge (thesis 3.5.4, figure 19), and
   mode piecewise begins a path at r (GEntry_P -> r; also where the return edge is
   UNBALANCED, 4.1.2). */
void pp_follow_calls(struct pp_graph *g, uint32_t proc, enum pp_mode mode);

/* Cuts EDGE; adds the surrogate by which the path under way takes it, to TO: Exit, where it ends,
   or the head of a collapsed loop. */
void pp_cut_with_surrogate(struct pp_graph *g, uint32_t edge, uint32_t to);

/* Makes BEGINS the surrogate of what is under way when EDGE, which is cut, has been taken. */
void pp_set_begin(struct pp_graph *g, uint32_t edge, uint32_t begins);

/* Cuts EDGE as a BROKEN one in a procedure already transformed. */
void pp_cut_edge(struct pp_graph *g, uint32_t edge, unsigned flag);

/* The same for every edge of PROC that is marked BROKEN and not cut, in linear time. */
void pp_cut_broken(struct pp_graph *g, uint32_t proc);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Mode kpath: loops whose paths span several iterations (Roy and Srikant 2009).

   The graph is cut as in mode path; what differs is the class of paths.  A path may go over the
   back edges of a loop with k > 1, all of them cut, k - 1 times, as if the loop stood in the graph
   k times, one after the other.  It ends at a back edge (by the surrogate to Exit that mode path
   has) only in the last iteration; and one that begins at the loop's head (by the surrogate out of
   Entry) stays in the loop for the first k - 1.

   Nothing is copied.  How many ways lead on from a vertex in a loop depends on how many there are
   at its back edge, and linearly so: psi = <a, b>, with a for the ways to the back edge and b for
   those out of the loop, exactly as psi depends on the ways on from Exit where calls are followed.
   The paper's val (e, i) is rho_e (on[left]), with left = k - i, and val - cval is rho_e.a *
   whole[left]: a path that may not leave counts no ways out. */
#ifndef PATHPROF_LOOPS_H
#define PATHPROF_LOOPS_H

#include "core/number/number.h"
#include "core/transform/collapse.h"
#include "core/transform/natural-loops.h"

/* Takes the loops of PROC with k > 1 into N.  Returns false if one of them cannot have it. */
bool pp_take_loops(const struct pp_graph *g, uint32_t proc, struct pp_numbering *n);

/* Chooses k for the loops of PROC, transformed and with at most params->max_paths paths if every k
   is 1: for each what is wanted (params->k for innermost loops, where that is not said), but where
   that would be too many paths, less for the coldest.  Takes them into N. */
void pp_choose_iterations(struct pp_graph *g, uint32_t proc, const struct pp_params *params,
                          struct pp_numbering *n);

/* The loop that V is in, as an index into n->loops; PP_NONE if in none. */
static inline uint32_t pp_loop_of(const struct pp_numbering *n, uint32_t v)
{
    return n->loop_of ? n->loop_of[v] : PP_NONE;
}

/* The loop that V is in as a step: V is the head of a collapsed loop. */
static inline uint32_t pp_loop_of_step(const struct pp_numbering *n, uint32_t v)
{
    return n->loop_of_step ? n->loop_of_step[v] : PP_NONE;
}

/* The loops that E comes from and leads to. */
static inline uint32_t pp_loop_from(const struct pp_graph *g, const struct pp_numbering *n,
                                    const struct pp_edge *e)
{
    return pp_leaves_step(g, e) ? pp_loop_of_step(n, e->from) : pp_loop_of(n, e->from);
}

static inline uint32_t pp_loop_to(const struct pp_graph *g, const struct pp_numbering *n,
                                  const struct pp_edge *e)
{
    return pp_leads_to_step(g, e) ? pp_loop_of_step(n, e->to) : pp_loop_of(n, e->to);
}

/* Is E, cut, a back edge of a loop in N?  Its `ends` is a way on in the last iteration only, E
   itself in all others. */
static inline bool pp_is_back_edge(const struct pp_graph *g, const struct pp_numbering *n,
                                   uint32_t e)
{
    const struct pp_edge *edge = &g->edges[e];
    uint32_t loop = pp_loop_of(n, edge->to);
    return loop != PP_NONE && (edge->flags & PP_E_BACK) && n->loops[loop].head == edge->to &&
           pp_region_from(g, edge) == g->vertices[edge->to].region;
}

/* Is E the surrogate that ends a path at the back edge of a loop in N? */
static inline bool pp_ends_at_back_edge(const struct pp_graph *g, const struct pp_numbering *n,
                                        uint32_t e)
{
    return g->edges[e].origin != PP_NONE && pp_is_back_edge(g, n, g->edges[e].origin);
}

/* Is E the surrogate that begins a path at the head of a loop in N, in its first iteration? */
static inline bool pp_begins_at_head(const struct pp_graph *g, const struct pp_numbering *n,
                                     uint32_t e)
{
    const struct pp_edge *edge = &g->edges[e];
    uint32_t loop = pp_loop_of(n, edge->to);
    return edge->kind == PP_SURROGATE && edge->origin == PP_NONE && !(edge->flags & PP_E_OVER) &&
           loop != PP_NONE && n->loops[loop].head == edge->to;
}

#endif

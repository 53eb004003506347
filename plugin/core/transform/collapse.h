/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Mode kpath: loops that are one step in the paths of the loop around them (Roy and Srikant
   2009, section 5: "all the contained inner loops can be collapsed into single node").

   A loop of which more than one iteration is wanted and that contains others has them collapsed. A
   path that comes to a collapsed loop goes on, in the next step, where control leaves that loop;
   which of its exits that was belongs to the path.  What was done inside is in paths of the loop's
   own, which begin where it is entered or iterates, and end where it iterates or is left.

   Vertices never move, so the head h of a collapsed loop is two: va, the step, in the graph of the
   paths outside, and vb, the head, in that of the paths inside.  The region of a vertex is the
   innermost collapsed loop that it is in, named by its head; that of h is h, which is vb's, and
   around[h] is va's.  The edges between regions:

     u -> h, into the loop.   Cut.  ends: u -> h, live, to va, its origin the edge that is cut: the
                              path outside goes on by it.  begins: Entry -> h, OVER, to vb.
     w -> x, out of the loop. Cut.  ends: w -> Exit.  begins: h -> x, OVER, out of va: by it the
                              path outside goes on.  In the graph outside that is an edge as others
                              are, and may be cut itself, with its own `ends` and `begins`: where it
                              enters a collapsed loop, leaves the next one around, or iterates. */
#ifndef PATHPROF_COLLAPSE_H
#define PATHPROF_COLLAPSE_H

#include "core/graph/graph.h"

/* Collapses the loops of PROC that are to be, by pp_vertex.wanted_k; back edges have been cut, and
   the surrogates of option pending= added.  A loop stays as it is, with all that it contains, if
   control may enter it, or a loop in it, elsewhere than at the head, or by a non-local transfer; if no code can be
   placed where a loop in it begins or ends; and if a path may be left under way in a loop in it. */
void pp_collapse_loops(struct pp_graph *g, uint32_t proc);

/* Is V the head of a collapsed loop? */
static inline bool pp_is_collapsed(const struct pp_graph *g, uint32_t v)
{
    return g->vertices[v].region == v;
}

/* Does E lead over a collapsed loop: h -> x, out of va? */
static inline bool pp_is_over(const struct pp_graph *g, const struct pp_edge *e)
{
    return (e->flags & PP_E_OVER) && g->vertices[e->from].kind != PP_ENTRY;
}

/* Does E begin a path where a collapsed loop is entered: Entry -> h? */
static inline bool pp_is_entering(const struct pp_graph *g, const struct pp_edge *e)
{
    return (e->flags & PP_E_OVER) && g->vertices[e->from].kind == PP_ENTRY;
}

/* Does E lead to a step: u -> h, to va? */
static inline bool pp_leads_to_step(const struct pp_graph *g, const struct pp_edge *e)
{
    return e->kind == PP_SURROGATE && e->origin != PP_NONE && g->vertices[e->to].kind != PP_EXIT;
}

/* Does E come from a step: is its source va? */
static inline bool pp_leaves_step(const struct pp_graph *g, const struct pp_edge *e)
{
    return pp_is_over(g, e) || (e->origin != PP_NONE && pp_is_over(g, &g->edges[e->origin]));
}

/* The region of E's source. */
static inline uint32_t pp_region_from(const struct pp_graph *g, const struct pp_edge *e)
{
    const struct pp_vertex *from = &g->vertices[e->from];
    return pp_leaves_step(g, e) ? from->around : from->region;
}

/* Of E, cut: the edge that stands for it in the path that was under way, if that goes on over a
   collapsed loop; else PP_NONE. */
static inline uint32_t pp_step_of(const struct pp_graph *g, const struct pp_edge *e)
{
    return (e->flags & PP_E_CUT) && e->ends != PP_NONE && pp_leads_to_step(g, &g->edges[e->ends])
               ? e->ends
               : PP_NONE;
}

/* Of E, cut: the edge by which the path goes on that waited while a collapsed loop ran, if E leaves
   one; else PP_NONE. */
static inline uint32_t pp_over_of(const struct pp_graph *g, const struct pp_edge *e)
{
    return (e->flags & PP_E_CUT) && e->begins != PP_NONE && pp_is_over(g, &g->edges[e->begins])
               ? e->begins
               : PP_NONE;
}

#endif

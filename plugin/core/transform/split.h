/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Mode path-context: the heads of loops whose paths keep the way to the loop (thesis 5.1).

   The thesis splits the head v into va and vb, with two edges va -> vb: the way into the first
   iteration, and the surrogate by which a path comes to a later one.  Vertices never move, so v
   stays whole: its surrogate is an edge v -> v, cut so that no order sees it, and in the `begins`
   of the back edges into v.  The other edge, whose value is 0, is not in the graph.  From an edge
   into v there are psi_v ways on over either of the two. */
#ifndef PATHPROF_SPLIT_H
#define PATHPROF_SPLIT_H

#include "core/graph/graph.h"

/* Which heads of loops are split. */
enum pp_head_kind {
    PP_HEAD_NONE, /* no back edge leads to the vertex */
    PP_HEAD_SPLIT,
    PP_HEAD_IRREDUCIBLE, /* control may enter the loop elsewhere */
    PP_HEAD_NONLOCAL,    /* so may non-local transfers; or a way into it can hold no code */
};

/* KINDS: one for each vertex of PROC, whose back edges have been marked, its first at 0. */
void pp_judge_heads(const struct pp_graph *g, uint32_t proc, enum pp_head_kind *kinds);

/* Is V split?  (Where calls are followed: recursion.h.) */
static inline bool pp_is_split(const struct pp_graph *g, uint32_t v)
{
    return g->vertices[v].split != PP_NONE;
}

/* Is E the surrogate of a vertex that is split? */
static inline bool pp_is_again(const struct pp_edge *e)
{
    return e->kind == PP_SURROGATE && e->from == e->to;
}

#endif

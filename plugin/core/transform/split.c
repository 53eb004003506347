/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A loop keeps its context where every way to its back edges passes the head: then what the path
   was there has been saved.  That is so where the head dominates their sources (the loop is
   reducible). */
#include "core/transform/split.h"

#include "core/graph/dominate.h"
#include "core/graph/dfs.h"

static bool is_back(const struct pp_edge *e)
{
    return pp_inside(e) && (e->flags & PP_E_BACK);
}

static enum pp_head_kind judge(const struct pp_graph *g, const struct pp_dominators *d, uint32_t v)
{
    enum pp_head_kind kind = PP_HEAD_NONE;
    bool nonlocal = g->vertices[v].flags & PP_V_RESTART;
    for (uint32_t e = g->vertices[v].first_in; e != PP_NONE; e = g->edges[e].next_in) {
        const struct pp_edge *edge = &g->edges[e];
        nonlocal |= pp_inside(edge) && (edge->flags & PP_E_ABNORMAL);
        if (!is_back(edge))
            continue;
        if (!pp_dominates(d, v, edge->from))
            kind = PP_HEAD_IRREDUCIBLE;
        else if (kind == PP_HEAD_NONE)
            kind = PP_HEAD_SPLIT;
    }
    return kind != PP_HEAD_NONE && nonlocal ? PP_HEAD_NONLOCAL : kind;
}

void pp_judge_heads(const struct pp_graph *g, uint32_t proc, enum pp_head_kind *kinds)
{
    const struct pp_proc *p = &g->procs[proc];
    struct pp_dominators d;
    pp_dominators_make(&d, g, proc);
    for (uint32_t v = 0; v < p->num_vertices; v++)
        kinds[v] = judge(g, &d, p->first_vertex + v);
    pp_dominators_free(&d);
}

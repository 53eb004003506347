/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The number of an inner path is an event count as that of any path is: its increments are made of its own labels on
   the tree from which the others are, so that they are placed where those are, or on fewer edges. */
#include "core/plan/plan-inner.h"

#include "core/graph/dfs.h"
#include "core/plan/increment.h"
#include "core/transform/recursion.h"

#include <stdlib.h>

/* The labels of EDGE and, where it is cut, of what begins and ends there. */
static void label(const struct pp_inner_paths *paths, const struct pp_graph *g,
                  const struct pp_proc *p, uint32_t edge, struct pp_linear *labels)
{
    const struct pp_edge *e = &g->edges[edge];
    struct pp_linear own = pp_constant(pp_word(paths->label[edge - p->first_edge]));
    if (pp_live(g, edge))
        labels[edge] = own;
    else if (e->ends != PP_NONE)
        labels[e->ends] = own;
}

/* Where less than this share of the paths that begin at a head are expected to be inner ones, the others may pay more
   for asking than these save.  With 0, 0.7 and 0.9 pdp11, expat, lua and phalanx run 0.3, 0.5 and 1.4 % more. */
static const double LEAST_SHARE = 0.5;

/* Which share of the paths that come to each vertex are inner ones from there on, by the weights.  The caller frees
   it. */
static double *find_shares(const struct pp_graph *g, const struct pp_proc *p,
                           const struct pp_order *order)
{
    double *share = pp_xcalloc(p->num_vertices, sizeof *share);
    for (uint32_t i = 0; i < order->num_vertices; i++) {
        uint32_t v = order->postorder[i];
        double all = 0, inner = 0;
        for (uint32_t e = pp_first_out(g, v); e != PP_NONE; e = pp_next_out(g, e)) {
            const struct pp_edge *edge = &g->edges[e];
            all += edge->weight;
            if (edge->kind == PP_SURROGATE)
                inner += edge->weight;
            else if (pp_inside(edge))
                inner += edge->weight * share[edge->to - p->first_vertex];
        }
        if (pp_followed_call(g, v) == PP_NONE && all > 0)
            share[v - p->first_vertex] = inner / all;
    }
    return share;
}

/* Takes the heads that are not worth it out, and follows the others' paths.  Returns whether there are any. */
static bool choose_heads(struct pp_inner_plan *inner, const struct pp_graph *g, uint32_t proc)
{
    const struct pp_proc *p = &g->procs[proc];
    struct pp_order order;
    pp_order_make(&order, g, proc, PP_ORDER_LIVE);
    double *share = find_shares(g, p, &order);
    bool any = false;
    inner->through = pp_xcalloc(p->num_vertices, sizeof *inner->through);
    for (uint32_t v = 0; v < p->num_vertices; v++) {
        if (share[v] < LEAST_SHARE)
            inner->paths.first[v] = PP_NONE;
        inner->through[v] = inner->paths.first[v] != PP_NONE;
        any |= inner->through[v];
    }
    for (uint32_t i = order.num_vertices; i-- > 0;) {
        uint32_t v = order.postorder[i];
        for (uint32_t e = pp_first_out(g, v); e != PP_NONE; e = pp_next_out(g, e)) {
            uint32_t to = g->edges[e].to - p->first_vertex;
            if (inner->through[v - p->first_vertex] && pp_inside(&g->edges[e]) &&
                inner->paths.ways[to])
                inner->through[to] = true;
        }
    }
    pp_order_free(&order);
    free(share);
    return any;
}

void pp_inner_plan_make(struct pp_inner_plan *inner, const struct pp_graph *g, uint32_t proc,
                        const struct pp_params *params, const struct pp_numbering *n,
                        const bool *on_tree)
{
    const struct pp_proc *p = &g->procs[proc];
    *inner = (struct pp_inner_plan){0};
    pp_inner_paths_make(&inner->paths, g, proc, params);
    if (!inner->paths.num || n->numbers->words > 1 || !choose_heads(inner, g, proc))
        return;
    /* Written for the live edges of the procedure, and read for no others. */
    struct pp_linear *labels = pp_xmalloc(g->num_edges * sizeof *labels);
    inner->increments = pp_xmalloc(g->num_edges * sizeof *inner->increments);
    for (uint32_t v = p->first_vertex; v < p->first_vertex + p->num_vertices; v++)
        for (uint32_t e = pp_first_out(g, v); e != PP_NONE; e = pp_next_out(g, e))
            labels[e] = pp_constant(pp_word(0));
    for (uint32_t e = p->first_edge; e < p->first_edge + p->num_edges; e++)
        if (pp_inside(&g->edges[e]))
            label(&inner->paths, g, p, e, labels);
    for (uint32_t e = p->first_edge; e < p->first_edge + p->num_edges; e++) {
        uint32_t begins = pp_begins_inside(g, e);
        uint32_t first =
            begins == PP_NONE ? PP_NONE : inner->paths.first[g->edges[begins].to - p->first_vertex];
        if (first != PP_NONE)
            labels[begins] = pp_constant(pp_word(first));
    }
    struct pp_numbering own = {.numbers = n->numbers, .rho = labels};
    pp_increments(g, proc, &own, on_tree, inner->increments);
    free(labels);
}

void pp_inner_plan_free(struct pp_inner_plan *inner)
{
    pp_inner_paths_free(&inner->paths);
    free(inner->through);
    free(inner->increments);
}

void pp_act_on_inner(const struct pp_inner_plan *inner, const struct pp_graph *g, uint32_t edge,
                     struct pp_action *a)
{
    if (!inner->increments)
        return;
    const struct pp_edge *e = &g->edges[edge];
    const struct pp_proc *p = &g->procs[g->vertices[e->from].proc];
    bool from = inner->through[e->from - p->first_vertex];
    bool to = inner->through[e->to - p->first_vertex];
    if (!(e->flags & PP_E_CUT)) {
        a->inner_value = inner->increments[edge].b.low;
        pp_have_do(a, PP_DO_INNER, pp_inside(e) && from && to && a->inner_value);
        return;
    }
    if (from && pp_does(a, PP_DO_RECORD)) {
        pp_have_do(a, PP_DO_COUNT_INNER, true);
        a->inner_index = inner->increments[e->ends].b.low;
    }
    uint32_t begins = pp_begins_inside(g, edge);
    if (a->update == PP_SET && begins != PP_NONE &&
        inner->paths.first[g->edges[begins].to - p->first_vertex] != PP_NONE) {
        pp_have_do(a, PP_DO_INNER, true);
        a->inner_value = inner->increments[begins].b.low;
    }
}

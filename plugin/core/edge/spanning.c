/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Maximum spanning tree (Kruskal 1956) of a live graph with Exit -> Entry (Knuth and Stevenson
   1973; edge-profiling survey, section 2.2). */
#include "core/edge/spanning.h"

#include "core/transform/call-order.h"
#include "core/base/union-find.h"

#include <assert.h>
#include <stdlib.h>

/* In the order in which edges are offered to the tree. */
enum rank {
    NO_CODE,   /* no code can be placed on it: it must be in the tree */
    COSTS,     /* by falling weight */
    COST_FREE, /* whatever is placed on it is placed with something else */
};

struct offer {
    double weight;
    uint32_t edge;
    enum rank rank;
    bool critical; /* code on it needs a block and a jump of its own: at equal weight, rather not */
    /* 1: it leads to a call, and a counter there tells the callee how often it is entered (by-callers.h), so at equal
       weight rather there; 2: to a block's first call, still rather. */
    unsigned before_call;
};

static int in_order(const void *a, const void *b)
{
    const struct offer *x = a, *y = b;
    if (x->rank != y->rank)
        return x->rank < y->rank ? -1 : 1;
    if (x->weight != y->weight)
        return x->weight > y->weight ? -1 : 1;
    if (x->critical != y->critical)
        return x->critical ? -1 : 1;
    if (x->before_call != y->before_call)
        return x->before_call > y->before_call ? 1 : -1;
    return x->edge < y->edge ? -1 : x->edge > y->edge;
}

static enum rank rank(const struct pp_edge *e, bool cost_free)
{
    if (cost_free)
        return COST_FREE;
    return e->flags & (PP_E_ABNORMAL | PP_E_FAKE) ? NO_CODE : COSTS;
}

/* Does E lead from one of several ways on to one of several ways in?  (Surrogates end the lists.) */
static bool critical(const struct pp_graph *g, const struct pp_edge *e)
{
    uint32_t out = g->edges[g->vertices[e->from].first_out].next_out;
    uint32_t in = g->edges[g->vertices[e->to].first_in].next_in;
    return out != PP_NONE && g->edges[out].kind != PP_SURROGATE && in != PP_NONE &&
           g->edges[in].kind != PP_SURROGATE;
}

static unsigned before_call(const struct pp_graph *g, const struct pp_edge *e)
{
    if (g->vertices[e->to].kind != PP_CALL)
        return 0;
    return g->vertices[e->from].kind == PP_RETURN_SITE ? 1 : 2;
}

/* Collects the live edges of P that are not CONTRACTED.  Returns how many there are. */
static uint32_t collect(const struct pp_graph *g, const struct pp_proc *p, const bool *cost_free,
                        const bool *contracted, struct offer **offers)
{
    uint32_t num = 0;
    for (uint32_t v = p->first_vertex; v < p->first_vertex + p->num_vertices; v++)
        for (uint32_t e = pp_first_out(g, v); e != PP_NONE; e = pp_next_out(g, e))
            num += pp_stays(&g->edges[e]);
    *offers = pp_xmalloc((num ? num : 1) * sizeof **offers);
    num = 0;
    for (uint32_t v = p->first_vertex; v < p->first_vertex + p->num_vertices; v++)
        for (uint32_t e = pp_first_out(g, v); e != PP_NONE; e = pp_next_out(g, e))
            if (pp_stays(&g->edges[e]) && !(contracted && contracted[e]))
                (*offers)[num++] = (struct offer){
                    .weight = g->edges[e].weight,
                    .edge = e,
                    .rank = rank(&g->edges[e], cost_free && cost_free[e]),
                    .critical = critical(g, &g->edges[e]),
                    .before_call = cost_free || contracted ? 0 : before_call(g, &g->edges[e]),
                };
    return num;
}

/* Joins what is one vertex from the beginning: Exit and Entry, unless it is known how much flows from
   the one to the other; where paths are handed over; and the ends of CONTRACTED edges. */
static void join_first(const struct pp_graph *g, const struct pp_proc *p, const bool *contracted,
                       struct pp_sets *sets)
{
    if (!p->by_callers)
        pp_sets_unite(sets, p->exit - p->first_vertex, p->entry - p->first_vertex);
    for (uint32_t v = p->first_vertex; v < p->first_vertex + p->num_vertices; v++) {
        if (pp_hands_over(g, v))
            pp_sets_unite(sets, v - p->first_vertex, p->entry - p->first_vertex);
        for (uint32_t e = pp_first_out(g, v); contracted && e != PP_NONE; e = pp_next_out(g, e))
            if (contracted[e])
                pp_sets_unite(sets, v - p->first_vertex, g->edges[e].to - p->first_vertex);
    }
}

bool pp_spanning_tree(const struct pp_graph *g, uint32_t proc, const bool *cost_free,
                      const bool *contracted, bool *on_tree, uint32_t *stuck)
{
    assert(proc < g->num_procs);
    const struct pp_proc *p = &g->procs[proc];
    struct offer *offers;
    uint32_t num = collect(g, p, cost_free, contracted, &offers);
    struct pp_sets sets;
    pp_sets_make(&sets, p->num_vertices);
    join_first(g, p, contracted, &sets);
    if (num)
        qsort(offers, num, sizeof *offers, in_order);
    bool good = true;
    for (uint32_t i = 0; i < num; i++) {
        const struct pp_edge *e = &g->edges[offers[i].edge];
        bool joins = pp_sets_unite(&sets, e->from - p->first_vertex, e->to - p->first_vertex);
        on_tree[offers[i].edge] = joins;
        if (!joins && offers[i].rank == NO_CODE && good) {
            good = false;
            *stuck = offers[i].edge;
        }
    }
    free(offers);
    pp_sets_free(&sets);
    return good;
}

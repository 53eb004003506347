/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/transform/first-edges.h"

#include <assert.h>

/* GCC's weakest guesses say that a condition is true two times in three.  Of these no more than half are, and of those
   for which it has no guess 39 % (doc/measurements/cheaper-calls.md). */
#define SURE 2.1

/* Whether A is likelier than B, an edge in front of it in its list.  Where GCC has not guessed at all, -O0, the list's
   order is kept. */
static bool is_likelier(const struct pp_proc *p, const struct pp_edge *a, const struct pp_edge *b)
{
    if (p->static_weights)
        return a->weight > b->weight;
    if (a->flags & PP_E_FALSE)
        return SURE * a->weight >= b->weight;
    if (b->flags & PP_E_FALSE)
        return a->weight > SURE * b->weight;
    return a->weight > b->weight;
}

/* The likeliest edge out of V, the first of several; PP_NONE if there is but one way.  A call comes back, as a rule:
   that is its first edge already. */
static uint32_t likeliest(const struct pp_graph *g, uint32_t v)
{
    const struct pp_proc *p = &g->procs[g->vertices[v].proc];
    uint32_t best = PP_NONE, ways = 0;
    if (g->vertices[v].kind == PP_CALL)
        return PP_NONE;
    for (uint32_t e = g->vertices[v].first_out; e != PP_NONE; e = g->edges[e].next_out) {
        if (g->edges[e].kind != PP_FLOW)
            continue;
        ways++;
        if (best == PP_NONE || is_likelier(p, &g->edges[e], &g->edges[best]))
            best = e;
    }
    return ways > 1 ? best : PP_NONE;
}

void pp_choose_first_edges(struct pp_graph *g, uint32_t proc)
{
    assert(proc < g->num_procs);
    const struct pp_proc *p = &g->procs[proc];
    for (uint32_t v = p->first_vertex; v < p->first_vertex + p->num_vertices; v++) {
        uint32_t e = likeliest(g, v);
        /* What is in front already needs no mark, but if a surrogate will be numbered in its place. */
        if (e != PP_NONE && (e != g->vertices[v].first_out || (g->edges[e].flags & PP_E_BACK)))
            g->edges[e].flags |= PP_E_FIRST;
    }
}

void pp_put_first_edges(struct pp_graph *g, uint32_t proc)
{
    assert(proc < g->num_procs);
    const struct pp_proc *p = &g->procs[proc];
    for (uint32_t e = p->first_edge; e < p->first_edge + p->num_edges; e++)
        if (g->edges[e].flags & PP_E_FIRST)
            g->vertices[g->edges[e].from].numbered_first = e;
}

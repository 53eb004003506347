/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/redirect/redirect.h"

#include <assert.h>
#include <stdlib.h>

#include "core/base/pair-map.h"
#include "core/lanes/tracer.h"

struct redirecting {
    struct pp_hot_graph with_returns; /* H with return edges that cannot be executed */
    struct pp_pair_map returns;       /* (exit, label) -> return edge of it */
    uint32_t *to;                     /* by edge: where it leads now */
    struct pp_hot_graph *out;
    uint32_t *vertex_of;
};

/* What arrives along edge E: does it imply what is known at V? */
static bool suits(const struct pp_hot_graph *h, const struct pp_knowledge *k, uint32_t e,
                  uint32_t v)
{
    const struct pp_hot_edge *edge = &h->edges[e];
    uint32_t from = pp_like(k, edge->from), at = pp_like(k, v);
    return edge->call == PP_NONE
               ? k->arrives(k->context, from, edge->edge, at)
               : k->comes_back(k->context, from, pp_like(k, edge->call), edge->edge, at);
}

/* Figure 72. */
static uint32_t best_target(const struct pp_hot_graph *h, const struct pp_knowledge *k,
                            const struct pp_subsumption *s, uint32_t e)
{
    uint32_t best = h->edges[e].to;
    for (uint32_t v = pp_next_subsuming(s, best, PP_NONE); v != PP_NONE;
         v = pp_next_subsuming(s, best, v))
        if (v != best && suits(h, k, e, v))
            best = v;
    return best;
}

static uint32_t copy_of(struct redirecting *d, uint32_t v)
{
    if (d->vertex_of[v] == PP_NONE)
        d->vertex_of[v] = pp_hot_add_vertex(d->out, d->with_returns.vertices[v].vertex, v);
    return d->vertex_of[v];
}

static void grow(void *context, uint32_t v)
{
    struct redirecting *d = context;
    const struct pp_hot_graph *h = &d->with_returns;
    uint32_t of = d->out->vertices[v].state;
    for (uint32_t e = h->vertices[of].first_out; e != PP_NONE; e = h->edges[e].next_out)
        if (h->edges[e].call == PP_NONE && !pp_hot_is_summary(h, e))
            pp_hot_add_edge(d->out, v, copy_of(d, d->to[e]), h->edges[e].edge);
}

static uint32_t come_back(void *context, uint32_t c, uint32_t x)
{
    struct redirecting *d = context;
    uint32_t e = pp_pair_get(&d->returns, d->out->vertices[x].state, d->out->vertices[c].state);
    assert(e != PP_NONE);
    return copy_of(d, d->to[e]);
}

static uint32_t restart(void *context, uint32_t vertex)
{
    struct redirecting *d = context;
    return copy_of(d, pp_hot_copies(&d->with_returns, vertex));
}

/* OUT, of what is still reached. */
static void make(struct redirecting *d)
{
    const struct pp_hot_graph *h = &d->with_returns;
    struct pp_growth growth = {d, grow, come_back, restart};
    struct pp_tracer tracer;
    uint32_t *procs = pp_xmalloc(((size_t)h->num_procs + 1) * sizeof *procs);
    for (uint32_t p = 0; p < h->num_procs; p++)
        procs[p] = h->procs[p].proc;
    pp_hot_graph_init(d->out, h->graph, procs, h->num_procs);
    d->out->calls = h->calls;
    pp_tracer_init(&tracer, d->out, &growth);
    for (uint32_t p = 0; p < h->num_procs; p++) {
        if (h->procs[p].outside == PP_NONE)
            continue;
        d->out->procs[p].outside = copy_of(d, h->procs[p].outside);
        pp_tracer_run(&tracer, d->out->procs[p].outside);
    }
    pp_tracer_free(&tracer);
    free(procs);
}

void pp_redirect(struct pp_hot_graph *out, uint32_t *vertex_of, const struct pp_hot_graph *h,
                 const struct pp_knowledge *knowledge, const bool *pinned)
{
    struct redirecting d = {.out = out, .vertex_of = vertex_of};
    struct pp_hot_graph *with = &d.with_returns;
    struct pp_subsumption s;
    pp_hot_copy(with, h);
    pp_subsume(&s, with, knowledge, pinned);
    d.to = pp_xmalloc(((size_t)with->num_edges + 1) * sizeof *d.to);
    for (uint32_t e = 0; e < with->num_edges; e++) {
        d.to[e] =
            pp_hot_is_summary(with, e) ? with->edges[e].to : best_target(with, knowledge, &s, e);
        if (with->edges[e].call != PP_NONE)
            *pp_pair_at(&d.returns, with->edges[e].from, with->edges[e].call) = e;
    }
    for (uint32_t v = 0; v < h->num_vertices; v++)
        vertex_of[v] = PP_NONE;
    make(&d);
    pp_subsumption_free(&s);
    pp_pair_map_free(&d.returns);
    pp_hot_graph_free(with);
    free(d.to);
}

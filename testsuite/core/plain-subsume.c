/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Figures 67 to 69, pair by pair. */
#include "random-lane-calls.h"

#include "core/redirect/subsume.h"

#include <stdlib.h>
#include <string.h>

/* Of two copies of one vertex: may the first subsume the second (YES); was it found lately that it may not (NEW)? */
enum { NO, YES, NEW };

struct plain {
    struct pp_hot_graph *h;
    const struct pp_knowledge *k;
    uint32_t num;
    uint8_t *may; /* by num times the one and the other */
};

static uint8_t *pair(const struct plain *x, uint32_t a, uint32_t b)
{
    return &x->may[a * x->num + b];
}

static void deny(const struct plain *x, uint32_t a, uint32_t b, bool *changed)
{
    if (a == b || *pair(x, a, b) != YES)
        return;
    *pair(x, a, b) = NEW;
    *changed = true;
}

/* Back from all pairs that are NEW, over edges that are alike. */
static void propagate(const struct plain *x, enum pp_edge_kind not_over)
{
    const struct pp_hot_graph *h = x->h;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t e = 0; e < h->num_edges; e++)
            for (uint32_t f = 0; f < h->num_edges; f++)
                if (h->edges[e].edge == h->edges[f].edge && h->edges[e].call == h->edges[f].call &&
                    h->graph->edges[h->edges[e].edge].kind != not_over &&
                    *pair(x, h->edges[e].to, h->edges[f].to) == NEW)
                    deny(x, h->edges[e].from, h->edges[f].from, &changed);
    }
    for (uint32_t i = 0; i < x->num * x->num; i++)
        x->may[i] = x->may[i] == YES ? YES : NO;
}

static uint32_t return_of(const struct pp_hot_graph *h, uint32_t exit, uint32_t call)
{
    uint32_t e = 0;
    while (e < h->num_edges && (h->edges[e].from != exit || h->edges[e].call != call))
        e++;
    return e < h->num_edges ? e : PP_NONE;
}

static void add_return(const struct plain *x, uint32_t exit, uint32_t call, uint32_t edge)
{
    struct pp_hot_graph *h = x->h;
    const struct pp_knowledge *k = x->k;
    uint32_t best = PP_NONE;
    for (uint32_t r = 0; r < x->num; r++)
        if (h->vertices[r].vertex == h->graph->edges[edge].to &&
            k->comes_back(k->context, exit, call, edge, r) &&
            (best == PP_NONE || *pair(x, r, best) == YES))
            best = r;
    if (best == PP_NONE)
        return;
    uint32_t e = pp_hot_add_edge(h, exit, best, edge);
    h->edges[e].call = call;
}

static void add_returns(const struct plain *x)
{
    const struct pp_hot_graph *h = x->h;
    for (uint32_t call = 0; call < x->num; call++) {
        uint32_t e = h->vertices[call].first_out;
        if (e == PP_NONE || h->graph->edges[h->edges[e].edge].kind != PP_CALL_EDGE)
            continue;
        uint32_t back = pp_return_edge(h->graph, h->edges[e].edge);
        for (uint32_t exit = 0; exit < x->num; exit++)
            if (h->vertices[exit].vertex == h->graph->edges[back].from &&
                return_of(h, exit, call) == PP_NONE)
                add_return(x, exit, call, back);
    }
}

static void compare_exits(const struct plain *x)
{
    const struct pp_hot_graph *h = x->h;
    bool changed;
    for (uint32_t e = 0; e < h->num_edges; e++)
        for (uint32_t exit = 0; exit < x->num; exit++) {
            if (h->edges[e].call == PP_NONE ||
                h->vertices[exit].vertex != h->vertices[h->edges[e].from].vertex)
                continue;
            uint32_t back = return_of(h, exit, h->edges[e].call);
            if (back == PP_NONE || *pair(x, h->edges[back].to, h->edges[e].to) != YES)
                deny(x, exit, h->edges[e].from, &changed);
        }
}

bool subsumes_plainly(const struct pp_subsumption *s, const struct pp_hot_graph *with,
                      const struct pp_hot_graph *of, const struct pp_knowledge *k,
                      const bool *pinned)
{
    struct pp_hot_graph h;
    uint32_t num = of->num_vertices;
    struct plain x = {&h, k, num, pp_xmalloc((size_t)num * num + 1)};
    pp_hot_copy(&h, of);
    for (uint32_t a = 0; a < num; a++)
        for (uint32_t b = 0; b < num; b++)
            *pair(&x, a, b) = a == b || (!(pinned && pinned[b]) &&
                                         of->vertices[a].vertex == of->vertices[b].vertex &&
                                         k->implies(k->context, a, b))
                                  ? YES
                                  : NEW;
    propagate(&x, PP_RETURN);
    if (h.calls) {
        add_returns(&x);
        compare_exits(&x);
        propagate(&x, PP_CALL_EDGE);
    }
    bool same = with->num_edges == h.num_edges;
    for (uint32_t e = 0; same && e < h.num_edges; e++)
        same = h.edges[e].from == with->edges[e].from && h.edges[e].to == with->edges[e].to &&
               h.edges[e].edge == with->edges[e].edge && h.edges[e].call == with->edges[e].call;
    for (uint32_t a = 0; same && a < num; a++)
        for (uint32_t b = 0; b < num; b++)
            same &= of->vertices[a].vertex != of->vertices[b].vertex ||
                    *pp_subsumes(s, a, b) == (*pair(&x, a, b) == YES);
    pp_hot_graph_free(&h);
    free(x.may);
    return same;
}

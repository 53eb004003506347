/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/redirect/alternate.h"

#include <stdlib.h>

#include "core/reduce/partition.h"
#include "core/reduce/quotient.h"
#include "core/redirect/alike.h"
#include "core/redirect/redirect.h"
#include "core/lanes/translate.h"

struct alternating {
    struct pp_alternation *r;
    const struct pp_hot_graph *h;
    const struct pp_automaton *a;
    const struct pp_profile *profile;
    struct pp_knowledge k; /* of r->graph */
};

/* The graph is now NEXT; AT[v] is what its v is there. */
static void replace(struct alternating *t, struct pp_hot_graph *next, const uint32_t *at)
{
    struct pp_alternation *r = t->r;
    uint32_t *like = pp_xmalloc(((size_t)next->num_vertices + 1) * sizeof *like);
    for (uint32_t v = r->graph.num_vertices; v-- > 0;)
        if (at[v] != PP_NONE)
            like[at[v]] = r->like[v];
    for (uint32_t v = 0; v < t->h->num_vertices; v++)
        if (r->vertex_of[v] != PP_NONE)
            r->vertex_of[v] = at[r->vertex_of[v]];
    free(r->like);
    r->like = like;
    t->k.like = like;
    pp_hot_graph_free(&r->graph);
    r->graph = *next;
}

static void partition(struct alternating *t)
{
    struct pp_hot_graph next;
    uint32_t *block = pp_xmalloc(((size_t)t->r->graph.num_vertices + 1) * sizeof *block);
    pp_find_alike(block, NULL, &t->r->graph, &t->k);
    pp_partition(&t->r->graph, block);
    pp_quotient(&next, &t->r->graph, block);
    replace(t, &next, block);
    free(block);
}

static void redirect(struct alternating *t)
{
    const struct pp_alternation *r = t->r;
    struct pp_hot_graph next;
    uint32_t *at = pp_xmalloc(((size_t)r->graph.num_vertices + 1) * sizeof *at);
    bool *pinned = NULL;
    if (t->profile) {
        pinned = pp_xcalloc((size_t)r->graph.num_vertices + 1, sizeof *pinned);
        pp_find_pinned(pinned, &r->graph, r->vertex_of, t->h, t->a, t->profile);
    }
    pp_redirect(&next, at, &r->graph, &t->k, pinned);
    replace(t, &next, at);
    free(at);
    free(pinned);
}

void pp_alternate(struct pp_alternation *result, const struct pp_hot_graph *h,
                  const struct pp_automaton *a, const struct pp_profile *profile,
                  const struct pp_knowledge *knowledge, const struct pp_alternation_watch *watch)
{
    struct alternating t = {.r = result, .h = h, .a = a, .profile = profile, .k = *knowledge};
    pp_hot_copy(&result->graph, h);
    result->vertex_of = pp_xmalloc(((size_t)h->num_vertices + 1) * sizeof *result->vertex_of);
    result->like = pp_xmalloc(((size_t)h->num_vertices + 1) * sizeof *result->like);
    for (uint32_t v = 0; v < h->num_vertices; v++)
        result->vertex_of[v] = result->like[v] = v;
    t.k.like = result->like;
    for (unsigned i = 0; i < 2; i++) {
        partition(&t);
        if (watch)
            watch->step(watch->context, false, &result->graph);
        redirect(&t);
        if (watch)
            watch->step(watch->context, true, &result->graph);
    }
    for (uint32_t v = 0; v < result->graph.num_vertices; v++)
        result->graph.vertices[v].count = 0;
    for (uint32_t e = 0; e < result->graph.num_edges; e++)
        result->graph.edges[e].count = 0;
    if (profile)
        pp_translate_onto(&result->graph, result->vertex_of, h, a, profile);
}

void pp_alternation_free(struct pp_alternation *alternation)
{
    pp_hot_graph_free(&alternation->graph);
    free(alternation->vertex_of);
    free(alternation->like);
    *alternation = (struct pp_alternation){0};
}

/* ---- Facts, seen through LIKE. */

static uint32_t gained(void *context, uint32_t v)
{
    const struct pp_facts_of *of = context;
    return of->facts->gained(of->facts->context, of->like[v]);
}

static bool keeps(void *context, uint32_t v, uint32_t copy)
{
    const struct pp_facts_of *of = context;
    return of->facts->keeps(of->facts->context, of->like[v], of->like[copy]);
}

static void meet(void *context, uint32_t into, uint32_t v)
{
    const struct pp_facts_of *of = context;
    of->facts->meet(of->facts->context, into, of->like[v]);
}

static uint32_t lasting(void *context, uint32_t v)
{
    const struct pp_facts_of *of = context;
    return of->facts->lasting(of->facts->context, of->like[v]);
}

static bool executable(void *context, uint32_t v)
{
    const struct pp_facts_of *of = context;
    return of->facts->executable(of->facts->context, of->like[v]);
}

static uint32_t only(void *context, uint32_t v)
{
    const struct pp_facts_of *of = context;
    return of->facts->only(of->facts->context, of->like[v]);
}

static bool whole(void *context, uint32_t vertex)
{
    const struct pp_facts_of *of = context;
    return of->facts->whole(of->facts->context, vertex);
}

struct pp_facts pp_facts_like(struct pp_facts_of *of)
{
    const struct pp_facts *f = of->facts;
    return (struct pp_facts){.context = of,
                             .gained = gained,
                             .keeps = keeps,
                             .meet = f->meet ? meet : NULL,
                             .lasting = f->lasting ? lasting : NULL,
                             .executable = f->executable ? executable : NULL,
                             .only = f->only ? only : NULL,
                             .whole = f->whole ? whole : NULL};
}

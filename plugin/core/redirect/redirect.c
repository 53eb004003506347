/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/redirect/redirect.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/memory.h"
#include "core/base/pair-map.h"
#include "core/lanes/tracer.h"

struct redirecting {
    struct pp_hot_graph with_returns; /* H with return edges that cannot be executed */
    struct pp_pair_map returns;       /* (exit, label) -> return edge of it */
    uint32_t *to;                     /* by edge: where it leads now */
    struct pp_hot_graph *out;
    uint32_t *vertex_of;
};

/* ---- Where edges lead (figure 72).  What is known is the same at all copies of a block; so is what arrives along
   copies of one edge from copies of one block, in calls of one block: these are of one kind, and go through
   together. */

struct choosing {
    const struct pp_hot_graph *h;
    const struct pp_knowledge *k;
    const struct pp_subsumption *s;
    uint32_t *in_block;   /* vertices, block by block */
    uint32_t *begin;      /* where those of a block begin there; one more for the end */
    uint32_t *next_alike; /* by edge: the next one of its kind */
    /* Of the kind at hand, by rank of the copies of where it leads: */
    uint8_t *may;     /* does what arrives imply what is known there, or has that not been asked? */
    uint8_t *asked;   /* it has, and does */
    uint32_t *chosen; /* where an edge leads now that led there; PP_NONE: no such edge yet */
    const uint32_t *at; /* the copies */
    uint32_t num;       /* of these */
};

static void make_blocks(struct choosing *x)
{
    uint32_t num = x->h->num_vertices, sum = 0;
    x->begin = pp_xcalloc((size_t)num + 1, sizeof *x->begin);
    x->in_block = pp_xmalloc(((size_t)num + 1) * sizeof *x->in_block);
    for (uint32_t v = 0; v < num; v++)
        x->begin[x->s->block[v]]++;
    for (uint32_t b = 0; b <= num; b++)
        x->begin[b] = sum += x->begin[b];
    for (uint32_t v = num; v-- > 0;)
        x->in_block[--x->begin[x->s->block[v]]] = v;
}

static bool suits(const struct choosing *x, uint32_t e, uint32_t v)
{
    const struct pp_hot_edge *edge = &x->h->edges[e];
    const struct pp_knowledge *k = x->k;
    uint32_t from = pp_like(k, edge->from), at = pp_like(k, v);
    return edge->call == PP_NONE
               ? k->arrives(k->context, from, edge->edge, at)
               : k->comes_back(k->context, from, pp_like(k, edge->call), edge->edge, at);
}

/* Does what arrives along E imply what is known at the copy of rank RANK?  Asked once for a block. */
static bool suits_rank(struct choosing *x, uint32_t e, uint32_t rank)
{
    uint32_t block = x->s->block[x->at[rank]];
    if (x->asked[rank])
        return true;
    bool yes = suits(x, e, x->at[rank]);
    uint8_t *answer = yes ? x->asked : x->may;
    for (uint32_t i = x->begin[block]; i < x->begin[block + 1]; i++)
        answer[x->s->rank[x->in_block[i]]] = yes;
    return yes;
}

/* The first rank from RANK on, below NUM, at which A and B, of 0 and 1, are 1; NUM. */
static uint32_t next_of_both(const uint8_t *a, const uint8_t *b, uint32_t rank, uint32_t num)
{
    for (; rank + 8 <= num; rank += 8) {
        uint64_t eight_of_a, eight_of_b;
        memcpy(&eight_of_a, a + rank, 8);
        memcpy(&eight_of_b, b + rank, 8);
        if (eight_of_a & eight_of_b)
            break;
    }
    while (rank < num && !(a[rank] & b[rank]))
        rank++;
    return rank;
}

static uint32_t best_target(struct choosing *x, uint32_t e)
{
    uint32_t best = x->h->edges[e].to;
    const uint8_t *subsuming = pp_all_subsuming(x->s, best);
    for (uint32_t r = 0; (r = next_of_both(subsuming, x->may, r, x->num)) < x->num; r++)
        if (x->at[r] != best && suits_rank(x, e, r)) {
            best = x->at[r];
            subsuming = pp_all_subsuming(x->s, best);
        }
    return best;
}

/* The edges from FIRST on, which are of one kind. */
static void choose_alike(struct choosing *x, uint32_t *to, uint32_t first)
{
    uint32_t of = x->h->vertices[x->h->edges[first].to].vertex - x->h->first_vertex;
    x->num = x->s->num[of];
    x->at = &x->s->copy[x->s->first_copy[of]];
    memset(x->may, true, x->num);
    memset(x->asked, false, x->num);
    for (uint32_t r = 0; r < x->num; r++)
        x->chosen[r] = PP_NONE;
    for (uint32_t e = first; e != PP_NONE; e = x->next_alike[e]) {
        uint32_t *chosen = &x->chosen[x->s->rank[x->h->edges[e].to]];
        if (*chosen == PP_NONE)
            *chosen = best_target(x, e);
        to[e] = *chosen;
    }
}

/* What (A, B) is in MAP, which numbers pairs as they come. */
static uint32_t number_of(struct pp_pair_map *map, uint32_t a, uint32_t b)
{
    uint32_t *number = pp_pair_at(map, a, b);
    if (*number == PP_NONE)
        *number = map->num - 1;
    return *number;
}

/* Fills in NEXT_ALIKE, and FIRST by kind (space for one for each edge).  Returns how many kinds there are. */
static uint32_t find_kinds(struct choosing *x, uint32_t *first)
{
    const struct pp_hot_graph *h = x->h;
    struct pp_pair_map origins = {0}, kinds = {0};
    for (uint32_t e = h->num_edges; e-- > 0;) {
        const struct pp_hot_edge *edge = &h->edges[e];
        if (pp_hot_is_summary(h, e))
            continue;
        uint32_t call = edge->call == PP_NONE ? PP_NONE : x->s->block[edge->call];
        uint32_t num = kinds.num;
        uint32_t kind =
            number_of(&kinds, number_of(&origins, x->s->block[edge->from], call), edge->edge);
        x->next_alike[e] = kind < num ? first[kind] : PP_NONE;
        first[kind] = e;
    }
    uint32_t num = kinds.num;
    pp_pair_map_free(&origins);
    pp_pair_map_free(&kinds);
    return num;
}

/* Where each edge leads. */
static void choose_targets(uint32_t *to, const struct pp_hot_graph *h, const struct pp_knowledge *k,
                           const struct pp_subsumption *s)
{
    struct choosing x = {.h = h, .k = k, .s = s};
    size_t vertices = (size_t)h->num_vertices + 1, edges = (size_t)h->num_edges + 1;
    uint32_t *first = pp_xmalloc(edges * sizeof *first);
    make_blocks(&x);
    x.next_alike = pp_xmalloc(edges * sizeof *x.next_alike);
    x.may = pp_xmalloc(vertices);
    x.asked = pp_xmalloc(vertices);
    x.chosen = pp_xmalloc(vertices * sizeof *x.chosen);
    for (uint32_t e = 0; e < h->num_edges; e++)
        to[e] = h->edges[e].to;
    for (uint32_t kind = find_kinds(&x, first); kind-- > 0;)
        choose_alike(&x, to, first[kind]);
    free(first);
    free(x.in_block);
    free(x.begin);
    free(x.next_alike);
    free(x.may);
    free(x.asked);
    free(x.chosen);
}

/* ---- What is reached. */

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
    choose_targets(d.to, with, knowledge, &s);
    for (uint32_t e = 0; e < with->num_edges; e++)
        if (with->edges[e].call != PP_NONE)
            *pp_pair_at(&d.returns, with->edges[e].from, with->edges[e].call) = e;
    for (uint32_t v = 0; v < h->num_vertices; v++)
        vertex_of[v] = PP_NONE;
    make(&d);
    pp_subsumption_free(&s);
    pp_pair_map_free(&d.returns);
    pp_hot_graph_free(with);
    free(d.to);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/reduce/reduce.h"
#include "core/reduce/irreducible.h"
#include "core/reduce/copy-cost.h"
#include "core/reduce/compatible.h"
#include "core/reduce/partition.h"
#include "core/reduce/quotient.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/profile/profile.h"

struct reducer {
    const struct pp_hot_graph *h;
    const struct pp_facts *facts;
    struct pp_reduction *r;
    struct pp_candidate *candidates; /* vertices of some benefit, the greatest first */
    uint32_t num_candidates;
    uint32_t num_blocks; /* of the partition */
};

static int falling(const void *a, const void *b)
{
    const struct pp_candidate *x = a, *y = b;
    if (x->benefit != y->benefit)
        return x->benefit < y->benefit ? 1 : -1;
    return x->vertex < y->vertex ? -1 : 1;
}

static void find_candidates(struct reducer *d)
{
    const struct pp_hot_graph *h = d->h;
    d->candidates = pp_xmalloc(((size_t)h->num_vertices + 1) * sizeof *d->candidates);
    for (uint32_t v = 0; v < h->num_vertices; v++) {
        uint64_t count = h->vertices[v].count;
        uint32_t gained = count ? d->facts->gained(d->facts->context, v) : 0;
        uint64_t benefit = pp_multiply(count, gained), lasting = benefit;
        if (gained && d->facts->lasting)
            lasting = pp_multiply(count, d->facts->lasting(d->facts->context, v));
        d->r->benefit = pp_add(d->r->benefit, benefit);
        if (benefit > 0)
            d->candidates[d->num_candidates++] = (struct pp_candidate){benefit, lasting, v};
    }
    qsort(d->candidates, d->num_candidates, sizeof *d->candidates, falling);
}

/* How many candidates cover PERCENT of all benefit. */
static uint32_t cover(const struct reducer *d, double percent)
{
    double wanted = (double)d->r->benefit * percent / 100, covered = 0;
    uint32_t num = 0;
    while (num < d->num_candidates && covered < wanted)
        covered += (double)d->candidates[num++].benefit;
    return num;
}

/* Makes the first NUM candidates hot, and of vertex_of the coarsest partition that the others
   allow.  Returns how many statements one vertex a block has, without blocks to which control
   cannot come: they will not be code. */
static uint64_t partition(struct reducer *d, uint32_t num)
{
    const struct pp_hot_graph *h = d->h;
    struct pp_reduction *r = d->r;
    memset(r->hot, 0, h->num_vertices * sizeof *r->hot);
    for (uint32_t i = 0; i < num; i++)
        r->hot[d->candidates[i].vertex] = true;
    r->num_hot = num;
    pp_compatible(h, d->facts, r->hot, r->vertex_of);
    d->num_blocks = pp_partition(h, r->vertex_of);
    uint64_t stmts = 0;
    memset(r->comes, 0, h->num_vertices * sizeof *r->comes);
    for (uint32_t v = 0; v < h->num_vertices; v++) {
        bool *comes = &r->comes[r->vertex_of[v]];
        if (*comes || (d->facts->executable && !d->facts->executable(d->facts->context, v)))
            continue;
        *comes = true;
        stmts += h->graph->vertices[h->vertices[v].vertex].stmts;
    }
    return stmts;
}

/* What a statement more costs: PRICE times what an average one is executed. */
static double price_of_statement(const struct reducer *d, double price)
{
    const struct pp_hot_graph *h = d->h;
    double work = 0;
    for (uint32_t v = 0; v < h->num_vertices; v++)
        work += (double)h->vertices[v].count * h->graph->vertices[h->vertices[v].vertex].stmts;
    return d->r->stmts ? price * work / (double)d->r->stmts : 0;
}

/* Drops candidates among the first NUM until copies, at EACH for a statement, and loops with
   several entries are worth what they cost.  Returns how many statements there are then; the
   candidates that are left come first. */
static uint64_t drop_worthless(struct reducer *d, uint32_t *num, double each, double entries)
{
    uint64_t stmts = partition(d, *num);
    while (*num > 0) {
        const uint32_t *block = d->r->vertex_of;
        uint32_t left = *num;
        if (each > 0)
            left =
                pp_drop_worthless(d->h, d->facts, block, d->num_blocks, each, d->candidates, *num);
        if (left == *num && entries > 0)
            left =
                pp_drop_tangled(d->h, d->facts, block, d->num_blocks, entries, d->candidates, *num);
        if (left == *num)
            break;
        d->r->priced = true;
        *num = left;
        stmts = partition(d, left);
    }
    return stmts;
}

/* Partitions for the most hot vertices that price and growth allow: what they are worth falls along
   the list. */
static void partition_within(struct reducer *d, const struct pp_reduce_params *params)
{
    double more = (double)d->r->stmts * params->growth / 100, least = (double)params->least;
    double most = (double)d->r->stmts + (more > least ? more : least);
    uint32_t low = 0, high = cover(d, params->benefit);
    double each = price_of_statement(d, params->price);
    if ((double)drop_worthless(d, &high, each, params->entries) <= most)
        return;
    d->r->limited = true;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if ((double)partition(d, middle) <= most)
            low = middle;
        else
            high = middle;
    }
    while ((double)drop_worthless(d, &low, 0, params->entries) > most)
        low /= 2;
}

/* Tells the caller which vertices each vertex of the reduced graph is made of. */
static void tell(struct reducer *d)
{
    uint32_t num = d->r->graph.num_vertices;
    uint32_t *head = pp_xmalloc(((size_t)num + 1) * sizeof *head);
    uint32_t *next = pp_xmalloc(((size_t)d->h->num_vertices + 1) * sizeof *next);
    for (uint32_t b = 0; b < num; b++)
        head[b] = PP_NONE;
    for (uint32_t v = d->h->num_vertices; v-- > 0;) {
        next[v] = head[d->r->vertex_of[v]];
        head[d->r->vertex_of[v]] = v;
    }
    for (uint32_t b = 0; b < num; b++)
        for (uint32_t v = head[b]; v != PP_NONE; v = next[v])
            d->facts->meet(d->facts->context, b, v);
    free(head);
    free(next);
}

/* Statements of the vertices that H has copies of, each once. */
static uint64_t original_stmts(const struct pp_hot_graph *h)
{
    uint64_t stmts = 0;
    for (uint32_t v = h->first_vertex; v < h->first_vertex + h->num_of; v++)
        if (pp_hot_copies(h, v) != PP_NONE)
            stmts += h->graph->vertices[v].stmts;
    return stmts;
}

void pp_reduce(struct pp_reduction *reduction, const struct pp_hot_graph *h,
               const struct pp_facts *facts, const struct pp_reduce_params *params)
{
    struct reducer d = {.h = h, .facts = facts, .r = reduction};
    assert(!h->calls || params->entries == 0);
    *reduction = (struct pp_reduction){.stmts = original_stmts(h), .hot_stmts = pp_hot_stmts(h)};
    reduction->vertex_of = pp_xmalloc(((size_t)h->num_vertices + 1) * sizeof(uint32_t));
    reduction->hot = pp_xcalloc((size_t)h->num_vertices + 1, sizeof *reduction->hot);
    reduction->comes = pp_xcalloc((size_t)h->num_vertices + 1, sizeof *reduction->comes);
    find_candidates(&d);
    partition_within(&d, params);
    for (uint32_t i = 0; i < reduction->num_hot; i++)
        reduction->hot_benefit = pp_add(reduction->hot_benefit, d.candidates[i].benefit);
    pp_quotient(&reduction->graph, h, reduction->vertex_of);
    for (uint32_t b = 0; b < reduction->graph.num_vertices; b++)
        if (reduction->comes[b])
            reduction->reduced_stmts +=
                h->graph->vertices[reduction->graph.vertices[b].vertex].stmts;
    reduction->worth = (double)reduction->hot_benefit -
                       price_of_statement(&d, params->price) *
                           ((double)reduction->reduced_stmts - (double)reduction->stmts);
    if (facts->meet)
        tell(&d);
    free(d.candidates);
}

void pp_reduction_free(struct pp_reduction *reduction)
{
    pp_hot_graph_free(&reduction->graph);
    free(reduction->vertex_of);
    free(reduction->hot);
    free(reduction->comes);
    *reduction = (struct pp_reduction){0};
}

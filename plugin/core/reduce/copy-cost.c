/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether copies are worth what they cost.  Copies of vertices that follow one another, such as
   those of the body of a loop, are made together, for all facts in them: a region.  What a region
   gains is what the hot vertices in it do, and it costs the statements that it adds. */
#include <math.h>
#include <stdlib.h>

#include "core/reduce/reduce.h"
#include "core/reduce/copy-cost.h"

#include "core/base/union-find.h"

struct region {
    double benefit, lasting, cost;
    uint32_t candidates, seen;
    bool loops; /* headers are copied */
};

struct regions {
    const struct pp_hot_graph *h;
    uint32_t *blocks; /* by the supergraph's vertices from first_vertex on: where control comes */
    uint32_t *parent; /* the same way: towards the vertex that stands for the region */
    struct region *of;
};

static void count_blocks(struct regions *r, const struct pp_facts *facts, const uint32_t *block,
                         uint32_t num_blocks)
{
    bool *seen = pp_xcalloc((size_t)num_blocks + 1, sizeof *seen);
    for (uint32_t v = 0; v < r->h->num_vertices; v++) {
        if (seen[block[v]] || (facts->executable && !facts->executable(facts->context, v)))
            continue;
        seen[block[v]] = true;
        r->blocks[r->h->vertices[v].vertex - r->h->first_vertex]++;
    }
    free(seen);
}

static uint32_t find(struct regions *r, uint32_t u)
{
    return pp_find_root(r->parent, u);
}

static bool is_header(const struct pp_graph *g, uint32_t vertex)
{
    for (uint32_t e = g->vertices[vertex].first_in; e != PP_NONE; e = g->edges[e].next_in)
        if (pp_inside(&g->edges[e]) && (g->edges[e].flags & PP_E_BACK))
            return true;
    return false;
}

/* What copies of vertex U of the supergraph, from first_vertex on, cost. */
static void add_cost(struct regions *r, const struct pp_facts *facts, uint32_t u, double price)
{
    const struct pp_graph *g = r->h->graph;
    const struct pp_vertex *vertex = &g->vertices[r->h->first_vertex + u];
    struct region *region = &r->of[find(r, u)];
    bool header = is_header(g, r->h->first_vertex + u);
    region->cost += price * ((r->blocks[u] - 1) *
                                 (vertex->stmts + (vertex->kind == PP_CALL ? PP_PRICE_CALL : 0)) +
                             (header ? PP_PRICE_LOOP : 0));
    region->loops |= header;
    if (header && facts->whole && facts->whole(facts->context, r->h->first_vertex + u))
        region->cost = HUGE_VAL;
}

static bool is_worth_it(const struct region *region)
{
    return (region->loops ? region->lasting : region->benefit) >= region->cost;
}

static void find_regions(struct regions *r)
{
    const struct pp_hot_graph *h = r->h;
    for (uint32_t u = 0; u < h->num_of; u++)
        r->parent[u] = u;
    for (uint32_t e = 0; e < h->num_edges; e++) {
        uint32_t from = h->vertices[h->edges[e].from].vertex - h->first_vertex;
        uint32_t to = h->vertices[h->edges[e].to].vertex - h->first_vertex;
        if (r->blocks[from] > 1 && r->blocks[to] > 1)
            r->parent[find(r, from)] = find(r, to);
    }
}

static struct region *region_of(struct regions *r, const struct pp_candidate *candidate)
{
    return &r->of[find(r, r->h->vertices[candidate->vertex].vertex - r->h->first_vertex)];
}

uint32_t pp_drop_worthless(const struct pp_hot_graph *h, const struct pp_facts *facts,
                           const uint32_t *block, uint32_t num_blocks, double price,
                           struct pp_candidate *candidates, uint32_t num)
{
    struct regions r = {.h = h,
                        .blocks = pp_xcalloc((size_t)h->num_of + 1, sizeof *r.blocks),
                        .parent = pp_xmalloc(((size_t)h->num_of + 1) * sizeof *r.parent),
                        .of = pp_xcalloc((size_t)h->num_of + 1, sizeof *r.of)};
    uint32_t left = 0;
    count_blocks(&r, facts, block, num_blocks);
    find_regions(&r);
    for (uint32_t u = 0; u < h->num_of; u++)
        if (r.blocks[u] > 1)
            add_cost(&r, facts, u, price);
    for (uint32_t i = 0; i < num; i++) {
        struct region *region = region_of(&r, &candidates[i]);
        region->benefit += (double)candidates[i].benefit;
        region->lasting += (double)candidates[i].lasting;
        region->candidates++;
    }
    for (uint32_t i = 0; i < num; i++) {
        struct region *region = region_of(&r, &candidates[i]);
        if (is_worth_it(region) || region->seen++ < region->candidates / 2)
            candidates[left++] = candidates[i];
    }
    free(r.blocks);
    free(r.parent);
    free(r.of);
    return left;
}

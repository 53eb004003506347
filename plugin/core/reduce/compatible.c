/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The compatibility partition (thesis 9.2.2) and the heuristics that make it one which the coarsest
   partition has less to split in (9.2.3): the copies of a vertex are divided after those of its
   successors, and copies whose successors are already known to be apart are not put together. */
#include <stdlib.h>

#include "core/graph/dfs.h"
#include "core/reduce/reduce.h"
#include "core/reduce/compatible.h"

struct compatible {
    const struct pp_hot_graph *h;
    const struct pp_facts *facts;
    const bool *hot;
    uint32_t *block;        /* PP_NONE: not yet divided */
    uint32_t *last;         /* by block: its last member */
    uint32_t *before;       /* by member: the one before it in its block; PP_NONE */
    uint32_t first, blocks; /* those of the vertex at hand begin at first */
};

/* Do equal edges lead to equal blocks, as far as those are known?  All copies of a vertex are
   divided at a time, so that one member can speak for its block.  Of return edges, and of summary
   edges of calls that are followed, which come last, nobody knows which are equal. */
static bool lead_alike(const struct compatible *c, uint32_t v, uint32_t member)
{
    uint32_t e = c->h->vertices[v].first_out, f = c->h->vertices[member].first_out;
    bool exit = c->h->graph->vertices[c->h->vertices[v].vertex].kind == PP_EXIT;
    for (; e != PP_NONE && !exit && !pp_hot_is_summary(c->h, e);
         e = c->h->edges[e].next_out, f = c->h->edges[f].next_out)
        if (c->block[c->h->edges[e].to] != c->block[c->h->edges[f].to])
            return false;
    return true;
}

static bool fits(const struct compatible *c, uint32_t v, uint32_t block)
{
    if (!lead_alike(c, v, c->last[block]))
        return false;
    for (uint32_t m = c->last[block]; m != PP_NONE; m = c->before[m]) {
        if (c->hot[v] && !c->facts->keeps(c->facts->context, v, m))
            return false;
        if (c->hot[m] && !c->facts->keeps(c->facts->context, m, v))
            return false;
    }
    return true;
}

/* Puts V into the first of its vertex's blocks that it fits. */
static void put(struct compatible *c, uint32_t v)
{
    uint32_t b = c->first;
    while (b < c->blocks && !fits(c, v, b))
        b++;
    c->before[v] = b < c->blocks ? c->last[b] : PP_NONE;
    c->blocks += b == c->blocks;
    c->last[b] = v;
}

/* A block's members must not have one while others are compared with them: a self-loop's target is
   not known yet. */
static void divide(struct compatible *c, uint32_t vertex)
{
    c->first = c->blocks;
    for (uint32_t v = pp_hot_copies(c->h, vertex); v != PP_NONE; v = c->h->vertices[v].next_copy)
        if (c->hot[v])
            put(c, v);
    for (uint32_t v = pp_hot_copies(c->h, vertex); v != PP_NONE; v = c->h->vertices[v].next_copy)
        if (!c->hot[v])
            put(c, v);
    for (uint32_t b = c->first; b < c->blocks; b++)
        for (uint32_t m = c->last[b]; m != PP_NONE; m = c->before[m])
            c->block[m] = b;
}

void pp_compatible(const struct pp_hot_graph *h, const struct pp_facts *facts, const bool *hot,
                   uint32_t *block)
{
    size_t num = (size_t)h->num_vertices + 1;
    struct compatible c = {.h = h,
                           .facts = facts,
                           .hot = hot,
                           .block = block,
                           .last = pp_xmalloc(num * sizeof *c.last),
                           .before = pp_xmalloc(num * sizeof *c.before)};
    for (uint32_t v = 0; v < h->num_vertices; v++)
        block[v] = PP_NONE;
    for (uint32_t p = 0; p < h->num_procs; p++) {
        struct pp_order order;
        pp_order_make(&order, h->graph, h->procs[p].proc, PP_ORDER_PROGRAM);
        for (uint32_t i = 0; i < order.num_vertices; i++)
            divide(&c, order.postorder[i]);
        pp_order_free(&order);
    }
    free(c.last);
    free(c.before);
}

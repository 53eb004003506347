/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The compatibility partition (thesis 9.2.2) and the heuristics that make it one which the coarsest
   partition has less to split in (9.2.3): the copies of a vertex are divided after those of its
   successors, and copies whose successors are already known to be apart are not put together. */
#include <stdlib.h>

#include "core/base/pair-map.h"
#include "core/graph/dfs.h"
#include "core/reduce/reduce.h"
#include "core/reduce/compatible.h"

struct compatible {
    const struct pp_hot_graph *h;
    const struct pp_facts *facts;
    const bool *hot;
    uint32_t *block;    /* PP_NONE: not yet divided */
    uint32_t *last;     /* by block: its last member ... */
    uint32_t *last_hot; /* ... and its last hot one, before which are no others; PP_NONE */
    uint32_t *before;   /* by member: the one before it in its block; PP_NONE */
    uint32_t *next;     /* by block: the next one whose members lead to the same blocks; PP_NONE */
    uint32_t first, blocks; /* those of the vertex at hand begin at first */
    struct pp_pair_map
        names; /* (name of a list, block) -> name of the list with that block behind it */
    struct pp_pair_map blocks_of; /* (name of where members lead, vertex) -> the first such block */
    uint32_t num_names;
};

/* A name for the list of the blocks to which the edges of V lead, as far as those are known: lists are
   equal if their names are.  All copies of a vertex are divided at a time, so that the list of a block's
   members is that of each.  Of return edges, and of summary edges of calls that are followed, which come
   last, nobody knows which are equal. */
static uint32_t leads_to(struct compatible *c, uint32_t v)
{
    uint32_t name = 0;
    if (c->h->graph->vertices[c->h->vertices[v].vertex].kind == PP_EXIT)
        return name;
    for (uint32_t e = c->h->vertices[v].first_out; e != PP_NONE && !pp_hot_is_summary(c->h, e);
         e = c->h->edges[e].next_out) {
        uint32_t *longer = pp_pair_at(&c->names, name, c->block[c->h->edges[e].to]);
        if (*longer == PP_NONE)
            *longer = ++c->num_names;
        name = *longer;
    }
    return name;
}

/* Hot copies are put into blocks before the others, and only of a hot one something is to be kept. */
static bool fits(const struct compatible *c, uint32_t v, uint32_t block)
{
    for (uint32_t m = c->last_hot[block]; m != PP_NONE; m = c->before[m]) {
        if (c->hot[v] && !c->facts->keeps(c->facts->context, v, m))
            return false;
        if (!c->facts->keeps(c->facts->context, m, v))
            return false;
    }
    return true;
}

/* Puts V into the first of its vertex's blocks that it fits, of those that lead where it leads. */
static void put(struct compatible *c, uint32_t v)
{
    uint32_t *b = pp_pair_at(&c->blocks_of, leads_to(c, v), c->h->vertices[v].vertex);
    while (*b != PP_NONE && !fits(c, v, *b))
        b = &c->next[*b];
    bool fresh = *b == PP_NONE;
    if (fresh) {
        *b = c->blocks++;
        c->next[*b] = c->last_hot[*b] = PP_NONE;
    }
    c->before[v] = fresh ? PP_NONE : c->last[*b];
    c->last[*b] = v;
    if (c->hot[v])
        c->last_hot[*b] = v;
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
                           .last_hot = pp_xmalloc(num * sizeof *c.last_hot),
                           .next = pp_xmalloc(num * sizeof *c.next),
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
    pp_pair_map_free(&c.names);
    pp_pair_map_free(&c.blocks_of);
    free(c.last);
    free(c.last_hot);
    free(c.next);
    free(c.before);
}

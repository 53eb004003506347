/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "first-fit.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/memory.h"
#include "core/graph/dfs.h"

struct plain {
    const struct pp_hot_graph *h;
    const struct pp_facts *facts;
    const bool *hot;
    uint32_t *block;   /* of vertices that were divided; else PP_NONE */
    uint32_t *joining; /* those of the copies at hand */
};

/* Edge by edge, but for what calls come back by. */
static bool lead_alike(const struct plain *x, uint32_t u, uint32_t v)
{
    const struct pp_hot_graph *h = x->h;
    uint32_t e = h->vertices[u].first_out, f = h->vertices[v].first_out;
    if (h->graph->vertices[h->vertices[u].vertex].kind == PP_EXIT)
        return true;
    for (; e != PP_NONE && !pp_hot_is_summary(h, e);
         e = h->edges[e].next_out, f = h->edges[f].next_out)
        if (x->block[h->edges[e].to] != x->block[h->edges[f].to])
            return false;
    return true;
}

static bool may_be_one(const struct plain *x, uint32_t u, uint32_t v)
{
    const struct pp_facts *facts = x->facts;
    return lead_alike(x, u, v) && (!x->hot[u] || facts->keeps(facts->context, u, v)) &&
           (!x->hot[v] || facts->keeps(facts->context, v, u));
}

/* The first block, from FIRST on, all members of which V may be one with. */
static uint32_t find_block(const struct plain *x, uint32_t v, uint32_t first)
{
    for (uint32_t b = first;; b++) {
        bool fits = true;
        for (uint32_t u = pp_hot_copies(x->h, x->h->vertices[v].vertex); u != PP_NONE;
             u = x->h->vertices[u].next_copy)
            fits &= x->joining[u] != b || may_be_one(x, u, v);
        if (fits)
            return b;
    }
}

/* Hot copies first; returns how many blocks there are then. */
static uint32_t divide(struct plain *x, uint32_t vertex, uint32_t first)
{
    const struct pp_hot_graph *h = x->h;
    uint32_t end = first;
    for (int hot = 1; hot >= 0; hot--)
        for (uint32_t v = pp_hot_copies(h, vertex); v != PP_NONE; v = h->vertices[v].next_copy)
            if (x->hot[v] == hot) {
                x->joining[v] = find_block(x, v, first);
                end = x->joining[v] >= end ? x->joining[v] + 1 : end;
            }
    for (uint32_t v = pp_hot_copies(h, vertex); v != PP_NONE; v = h->vertices[v].next_copy)
        x->block[v] = x->joining[v];
    return end;
}

bool is_first_fit(const struct pp_hot_graph *h, const struct pp_facts *facts, const bool *hot,
                  const uint32_t *block)
{
    size_t size = (h->num_vertices + 1) * sizeof(uint32_t);
    struct plain x = {h, facts, hot, pp_xmalloc(size), pp_xmalloc(size)};
    uint32_t blocks = 0;
    memset(x.block, 0xff, size);
    memset(x.joining, 0xff, size);
    for (uint32_t p = 0; p < h->num_procs; p++) {
        struct pp_order order;
        pp_order_make(&order, h->graph, h->procs[p].proc, PP_ORDER_PROGRAM);
        for (uint32_t i = 0; i < order.num_vertices; i++)
            blocks = divide(&x, order.postorder[i], blocks);
        pp_order_free(&order);
    }
    bool same = !memcmp(x.block, block, h->num_vertices * sizeof *block);
    free(x.block);
    free(x.joining);
    return same;
}

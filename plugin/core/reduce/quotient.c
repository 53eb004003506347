/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/reduce/quotient.h"

#include <stdlib.h>

#include "core/base/pair-map.h"
#include "core/profile/profile.h"

struct quotient {
    struct pp_hot_graph *q;
    struct pp_pair_map edges; /* (from, to) -> the last edge between them */
    uint32_t *before;         /* by edge: the one before it between the same */
    uint32_t room;
};

/* The edge FROM -> TO that is a copy of what OF is one of, labelled CALL; made if need be. */
static uint32_t edge_of(struct quotient *u, uint32_t from, uint32_t to, uint32_t of, uint32_t call)
{
    uint32_t *last = pp_pair_at(&u->edges, from, to);
    for (uint32_t e = *last; e != PP_NONE; e = u->before[e])
        if (u->q->edges[e].edge == of && u->q->edges[e].call == call)
            return e;
    u->before = pp_grow(u->before, &u->room, u->q->num_edges, 1, sizeof *u->before);
    u->before[u->q->num_edges] = *last;
    *last = pp_hot_add_edge(u->q, from, to, of);
    u->q->edges[*last].call = call;
    return *last;
}

void pp_quotient(struct pp_hot_graph *q, const struct pp_hot_graph *h, const uint32_t *block)
{
    struct quotient u = {.q = q};
    uint32_t *procs = pp_xmalloc(((size_t)h->num_procs + 1) * sizeof *procs);
    for (uint32_t p = 0; p < h->num_procs; p++)
        procs[p] = h->procs[p].proc;
    pp_hot_graph_init(q, h->graph, procs, h->num_procs);
    q->calls = h->calls;
    for (uint32_t v = 0; v < h->num_vertices; v++) {
        if (block[v] == q->num_vertices)
            pp_hot_add_vertex(q, h->vertices[v].vertex, block[v]);
        uint64_t *count = &q->vertices[block[v]].count;
        *count = pp_add(*count, h->vertices[v].count);
    }
    for (uint32_t v = 0; v < h->num_vertices; v++)
        for (uint32_t e = h->vertices[v].first_out; e != PP_NONE; e = h->edges[e].next_out) {
            const struct pp_hot_edge *edge = &h->edges[e];
            uint32_t call = edge->call == PP_NONE ? PP_NONE : block[edge->call];
            uint32_t to = edge_of(&u, block[v], block[edge->to], edge->edge, call);
            q->edges[to].count = pp_add(q->edges[to].count, edge->count);
        }
    for (uint32_t p = 0; p < h->num_procs; p++)
        if (h->procs[p].outside != PP_NONE)
            q->procs[p].outside = block[h->procs[p].outside];
    pp_pair_map_free(&u.edges);
    free(u.before);
    free(procs);
}

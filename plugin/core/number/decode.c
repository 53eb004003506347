/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From a path's number back to the path (thesis algorithm 3.6.1 with erratum 5).  Mode kpath: a
   path may take back edges, and an edge's value depends on the iteration (Roy and Srikant, algorithm
   2).  Mode path-context: where the head of a loop has been split, the surrogate may lie behind an
   edge into it. */
#include "core/number/loops.h"
#include "core/transform/split.h"
#include "core/number/decode.h"
#include "core/number/loop-position.h"

#include <assert.h>

/* The last way on from V whose value is not above WHAT: of several with equal values all but the
   last have no completion.  Values rise along the list. */
static uint32_t choose(const struct pp_graph *g, const struct pp_numbering *n, uint32_t v,
                       const struct pp_position *at, uint64_t what)
{
    uint32_t chosen = PP_NONE;
    for (uint32_t e = pp_first_numbered(g, v); e != PP_NONE; e = pp_next_numbered(g, e)) {
        if (!pp_is_way_on(g, n, e, at))
            continue;
        if (pp_value_at(g, n, e, at) > what)
            break;
        chosen = e;
    }
    return chosen;
}

uint32_t pp_decode(const struct pp_graph *g, const struct pp_numbering *n, uint32_t proc,
                   uint64_t number, uint32_t *path, uint32_t cap)
{
    assert(proc < g->num_procs);
    const struct pp_proc *p = &g->procs[proc];
    struct pp_position at = {.loop = PP_NONE};
    uint32_t length = 0;
    if (number >= p->num_paths)
        return 0;
    for (uint32_t v = p->entry; v != p->exit; v = g->edges[path[length - 1]].to) {
        uint32_t e = choose(g, n, v, &at, number);
        if (e == PP_NONE || length == cap)
            return 0;
        path[length++] = e;
        number -= pp_value_at(g, n, e, &at);
        at = pp_position_after(g, n, e, &at);
        uint32_t again = g->vertices[g->edges[e].to].split;
        if (again == PP_NONE || number < pp_at_one(n->rho[again]))
            continue;
        if (length == cap)
            return 0;
        path[length++] = again;
        number -= pp_at_one(n->rho[again]);
    }
    return length;
}

uint32_t pp_longest_path(const struct pp_graph *g, const struct pp_numbering *n, uint32_t proc)
{
    const struct pp_proc *p = &g->procs[proc];
    uint32_t edges = p->num_vertices, room = PP_NONE / 2;
    for (uint32_t v = p->first_vertex; v < p->first_vertex + p->num_vertices; v++) {
        uint32_t loop = pp_loop_of(n, v);
        uint32_t more = loop == PP_NONE ? pp_is_split(g, v) : n->loops[loop].k - 1;
        loop = pp_loop_of_step(n, v);
        if (pp_is_collapsed(g, v))
            more += loop == PP_NONE ? 1 : n->loops[loop].k;
        edges = edges < room - more ? edges + more : room;
    }
    return edges;
}

uint32_t pp_active_suffix(const struct pp_graph *g, const struct pp_numbering *n,
                          const uint32_t *path, uint32_t length)
{
    for (uint32_t i = length; i > 0; i--)
        if (pp_is_again(&g->edges[path[i - 1]]))
            return i;
    if (!length || !pp_begins_at_head(g, n, path[0]))
        return 0;
    uint32_t left = n->loops[pp_loop_of(n, g->edges[path[0]].to)].k - 1, i = 1;
    for (; left && i < length; i++)
        left -= pp_is_back_edge(g, n, path[i]);
    return i;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the code of a function goes whose calls have turned out to come back in two processes. */
#include "gcc/base/compat.h"
#include "gcc/extract/forked.h"
extern "C" {
#include "core/graph/forks.h"
}

void pp_move_forked(const struct pp_graph *g, uint32_t proc, struct pp_sites *sites)
{
    const struct pp_proc *p = &g->procs[proc];
    for (uint32_t i = 0; i < sites->num_edges; i++) {
        const struct pp_edge *e = &g->edges[p->first_edge + i];
        if (e->kind == PP_SUMMARY && pp_is_forked(g, e->to)) {
            struct pp_site before = {};
            before.before = sites->vertices[e->from - p->first_vertex].before;
            sites->edges[i] = before;
        }
        if (pp_is_forked(g, e->from))
            sites->edges[i].tail_call = NULL;
    }
}

void pp_believe_forked(const struct pp_graph *g, uint32_t proc, struct pp_beliefs *beliefs)
{
    const struct pp_proc *p = &g->procs[proc];
    unsigned call = 0;
    for (uint32_t v = p->first_vertex; v < p->first_vertex + p->num_vertices; v++) {
        if (g->vertices[v].kind != PP_CALL)
            continue;
        while (call < beliefs->calls.length() && !(beliefs->calls[call] & PP_BELIEF_VERTEX))
            call++;
        if (call < beliefs->calls.length() && v + 1 < p->first_vertex + p->num_vertices &&
            pp_is_forked(g, v + 1))
            beliefs->calls[call] |= PP_BELIEF_FORKS;
        call++;
    }
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/graph/call-lists.h"

#include "core/base/pair-map.h"

#include <stdlib.h>

/* All but the lists themselves. */
static struct pp_call_lists range(const struct pp_graph *g, uint32_t first_proc, uint32_t num_procs)
{
    assert(first_proc + num_procs <= g->num_procs);
    struct pp_call_lists lists = {.first_proc = first_proc, .num_procs = num_procs};
    if (num_procs) {
        const struct pp_proc *last = &g->procs[first_proc + num_procs - 1];
        lists.first_vertex = g->procs[first_proc].first_vertex;
        lists.num_vertices = last->first_vertex + last->num_vertices - lists.first_vertex;
    }
    return lists;
}

void pp_call_lists_make(struct pp_call_lists *lists, const struct pp_graph *g, uint32_t first_proc,
                        uint32_t num_procs, const uint32_t *callees)
{
    struct pp_call_lists l = range(g, first_proc, num_procs);
    const struct pp_vertex *vertices = g->vertices + l.first_vertex;
    l.first = pp_xcalloc((size_t)num_procs + 2, sizeof *l.first);
    for (uint32_t v = 0; v < l.num_vertices; v++)
        if (vertices[v].kind == PP_CALL && callees[v] != PP_NONE)
            l.first[callees[v] - first_proc + 2]++;
    for (uint32_t p = 0; p < num_procs; p++)
        l.first[p + 2] += l.first[p + 1];
    size_t calls = (size_t)l.first[num_procs + 1] + 1;
    l.call = pp_xmalloc(calls * sizeof *l.call);
    l.caller = pp_xmalloc(calls * sizeof *l.caller);
    for (uint32_t v = 0; v < l.num_vertices; v++)
        if (vertices[v].kind == PP_CALL && callees[v] != PP_NONE) {
            uint32_t at = l.first[callees[v] - first_proc + 1]++;
            l.call[at] = l.first_vertex + v;
            l.caller[at] = vertices[v].proc - first_proc;
        }
    *lists = l;
}

void pp_call_lists_by_name(struct pp_call_lists *lists, const struct pp_graph *g,
                           uint32_t first_proc, uint32_t num_procs)
{
    struct pp_call_lists l = range(g, first_proc, num_procs);
    struct pp_pair_map names = {0};
    uint32_t *callees = pp_xmalloc(((size_t)l.num_vertices + 1) * sizeof *callees);
    for (uint32_t p = first_proc; p < first_proc + num_procs; p++)
        *pp_pair_at(&names, g->procs[p].name, 0) = p;
    for (uint32_t v = 0; v < l.num_vertices; v++) {
        uint32_t name = g->vertices[l.first_vertex + v].callee; /* 0: it has none */
        callees[v] = name ? pp_pair_get(&names, name, 0) : PP_NONE;
    }
    pp_call_lists_make(lists, g, first_proc, num_procs, callees);
    pp_pair_map_free(&names);
    free(callees);
}

void pp_call_lists_free(struct pp_call_lists *lists)
{
    free(lists->first);
    free(lists->call);
    free(lists->caller);
    *lists = (struct pp_call_lists){0};
}

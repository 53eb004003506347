/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A worklist from the procedures that fork to their callers. */
#include "core/graph/forks.h"

#include "core/base/scc.h"
#include "core/graph/call-lists.h"

#include <stdlib.h>

/* The return site of call C; PP_NONE if it never returns. */
static uint32_t return_site(const struct pp_graph *g, uint32_t c)
{
    for (uint32_t e = g->vertices[c].first_out; e != PP_NONE; e = g->edges[e].next_out)
        if (g->edges[e].kind == PP_SUMMARY)
            return g->edges[e].to;
    return PP_NONE;
}

/* By procedure: does it fork, or what it calls? */
static bool *find_forking(const struct pp_graph *g, const struct pp_call_lists *callers)
{
    uint32_t *stack = pp_xmalloc((g->num_procs + 1) * sizeof *stack), depth = 0;
    bool *forks = pp_xcalloc((size_t)g->num_procs + 1, sizeof *forks);
    for (uint32_t v = 0; v < g->num_vertices; v++) {
        uint32_t p = g->vertices[v].proc;
        if (pp_is_forked(g, v) && !forks[p]) {
            forks[p] = true;
            stack[depth++] = p;
        }
    }
    while (depth > 0) {
        uint32_t p = stack[--depth];
        for (uint32_t i = callers->first[p]; i < callers->first[p + 1]; i++) {
            if (forks[callers->caller[i]])
                continue;
            forks[callers->caller[i]] = true;
            stack[depth++] = callers->caller[i];
        }
    }
    free(stack);
    return forks;
}

void pp_mark_forks(struct pp_graph *g, const uint32_t *callees, bool linking)
{
    struct pp_call_lists callers;
    pp_call_lists_make(&callers, g, 0, g->num_procs, callees);
    bool *forks = find_forking(g, &callers);
    uint32_t *component = pp_xmalloc((g->num_procs + 1) * sizeof *component);
    struct pp_adjacency calls = {g->num_procs, callers.first, callers.caller};
    pp_components(&calls, component, NULL);
    for (uint32_t p = 0; p < g->num_procs; p++)
        for (uint32_t i = callers.first[p]; forks[p] && i < callers.first[p + 1]; i++) {
            uint32_t c = callers.call[i], r = return_site(g, c);
            if (r != PP_NONE && pp_call_edge(g, c) == PP_NONE &&
                (!linking || component[p] == component[callers.caller[i]]))
                g->vertices[r].flags |= PP_V_RESTART | PP_V_FORKED;
        }
    free(component);
    free(forks);
    pp_call_lists_free(&callers);
}

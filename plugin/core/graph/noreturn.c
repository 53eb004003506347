/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which calls always come back: a worklist from the procedures that may be left in another way
   to their callers. */
#include "core/graph/noreturn.h"

#include <stdlib.h>
#include <string.h>

/* PP_NONE-terminated lists of the call vertices of each callee, threaded through NEXT. */
struct calls {
    uint32_t *first; /* by procedure */
    uint32_t *next;  /* by vertex */
};

static void push(uint32_t *stack, uint32_t *depth, bool *leaves, uint32_t proc)
{
    if (!leaves[proc]) {
        leaves[proc] = true;
        stack[(*depth)++] = proc;
    }
}

void pp_settle_calls(struct pp_graph *g, const uint32_t *callees)
{
    uint32_t procs = g->num_procs, depth = 0;
    uint32_t *stack = pp_xcalloc(procs + 1, sizeof *stack);
    bool *leaves = pp_xcalloc(procs + 1, sizeof *leaves);
    struct calls calls = {pp_xmalloc((procs + 1) * sizeof(uint32_t)),
                          pp_xmalloc((g->num_vertices + 1) * sizeof(uint32_t))};
    memset(calls.first, 0xff, (procs + 1) * sizeof(uint32_t));
    for (uint32_t v = 0; v < g->num_vertices; v++) {
        const struct pp_vertex *c = &g->vertices[v];
        if (c->kind != PP_CALL || !(c->flags & PP_V_MAY_LEAVE))
            continue;
        uint32_t callee = callees[v];
        if (callee == PP_NONE) {
            push(stack, &depth, leaves, c->proc);
        } else {
            calls.next[v] = calls.first[callee];
            calls.first[callee] = v;
        }
    }
    for (uint32_t e = 0; e < g->num_edges; e++)
        if (g->edges[e].flags & PP_E_NORETURN)
            push(stack, &depth, leaves, g->vertices[g->edges[e].from].proc);
    while (depth) {
        uint32_t p = stack[--depth];
        for (uint32_t v = calls.first[p]; v != PP_NONE; v = calls.next[v])
            push(stack, &depth, leaves, g->vertices[v].proc);
    }
    for (uint32_t p = 0; p < procs; p++)
        for (uint32_t v = calls.first[p]; !leaves[p] && v != PP_NONE; v = calls.next[v])
            g->vertices[v].flags &= (uint8_t)~PP_V_MAY_LEAVE;
    free(stack);
    free(leaves);
    free(calls.first);
    free(calls.next);
}

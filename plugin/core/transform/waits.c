/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/transform/waits.h"

#include "core/graph/dfs.h"
#include "core/transform/transform.h"

#include <assert.h>

/* Does E leave a call for a landing pad? */
static bool is_caught(const struct pp_edge *e)
{
    return pp_inside(e) && (e->flags & PP_E_EH) && !(e->flags & PP_E_ABNORMAL);
}

bool pp_waits(const struct pp_graph *g, uint32_t proc)
{
    const struct pp_proc *p = &g->procs[proc];
    for (uint32_t v = p->first_vertex; v < p->first_vertex + p->num_vertices; v++)
        if (pp_pending_edge(g, v) != PP_NONE)
            return true;
    return false;
}

bool pp_resumes(const struct pp_graph *g, uint32_t e)
{
    assert(e < g->num_edges);
    const struct pp_edge *edge = &g->edges[e];
    return (is_caught(edge) || edge->kind == PP_SUMMARY) &&
           pp_pending_edge(g, edge->from) != PP_NONE;
}

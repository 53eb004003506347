/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "tool/insights/alike.h"

#include "core/graph/dfs.h"
#include "core/lines/columns.h"
#include "tool/path/route.h"

bool pp_same_place(const struct pp_graph *g, uint32_t v, uint32_t w)
{
    struct pp_line x = pp_line_within(g, v), y = pp_line_within(g, w);
    return g->vertices[v].proc == g->vertices[w].proc && x.file == y.file && x.line == y.line &&
           pp_column(g, v) == pp_column(g, w);
}

/* Is W, of the procedure of branch V, a branch on its place?  A call that may throw is none like a test. */
static bool is_alike(const struct pp_graph *g, uint32_t v, uint32_t w)
{
    bool call = g->vertices[v].kind == PP_CALL, other = g->vertices[w].kind == PP_CALL;
    return call == other && pp_branches(g, w) && pp_same_place(g, v, w);
}

uint32_t pp_which_alike(const struct pp_graph *g, uint32_t v, uint32_t *of)
{
    const struct pp_proc *proc = &g->procs[g->vertices[v].proc];
    uint32_t which = 1;
    *of = 0;
    for (uint32_t w = proc->first_vertex; w < proc->first_vertex + proc->num_vertices; w++)
        *of += is_alike(g, v, w);
    if (*of < 2)
        return which;
    struct pp_order order;
    pp_order_make(&order, g, g->vertices[v].proc, PP_ORDER_PROGRAM);
    for (uint32_t i = order.num_vertices; i-- > 0 && order.postorder[i] != v;)
        which += is_alike(g, v, order.postorder[i]);
    pp_order_free(&order);
    return which;
}

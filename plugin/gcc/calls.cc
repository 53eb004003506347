/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calls between the procedures of one graph: which call vertex calls which procedure, and which
   procedures may be entered by what the graph does not show. */
#include "compat.h"
#include "emit.h"
#include "instrument.h"

/* Where control comes back if and only if the callee returns, and only once. */
static bool comes_back_plainly(const struct pp_graph *g, uint32_t c)
{
    uint32_t e = g->vertices[c].first_out;
    return e != PP_NONE && g->edges[e].next_out == PP_NONE && g->edges[e].kind == PP_SUMMARY &&
           !(g->vertices[g->edges[e].to].flags & PP_V_RESTART);
}

/* The origin of the function that CALL, in CALLER, names; NULL if it names none.  *CERTAIN says
   whether that is what is entered, with nothing in between. */
static struct cgraph_node *named_callee(struct cgraph_node *caller, gimple *call, bool *certain)
{
    tree decl = gimple_call_fndecl(call);
    struct cgraph_node *node = decl ? cgraph_node::get(decl) : NULL;
    if (!node)
        return NULL;
    enum availability availability;
    struct cgraph_node *target = node->ultimate_alias_target(&availability, caller);
    /* What is "not available" is entered through its clones only. */
    *certain = availability != AVAIL_INTERPOSABLE && !target->thunk;
    return pp_origin(target);
}

void pp_link_calls(struct pp_graph *g, const vec<cgraph_node *> &nodes,
                   const struct pp_sites *sites)
{
    hash_map<tree, uint32_t> procs;
    hash_set<tree> instrumented;
    unsigned n = nodes.length();
    for (unsigned i = 0; i < n; i++) {
        procs.put(nodes[i]->decl, i);
        instrumented.add(nodes[i]->decl);
    }
    for (unsigned i = 0; i < n; i++)
        g->procs[i].outside |= !pp_only_called_from(nodes[i], &instrumented);
    for (unsigned i = 0; i < n; i++) {
        const struct pp_proc p = g->procs[i];
        for (uint32_t v = 0; v < p.num_vertices; v++) {
            uint32_t c = p.first_vertex + v;
            if (g->vertices[c].kind != PP_CALL)
                continue;
            bool certain;
            struct cgraph_node *target =
                named_callee(nodes[i], sites[i].vertices[v].before, &certain);
            uint32_t *callee = target ? procs.get(target->decl) : NULL;
            if (!callee)
                continue;
            if (certain && comes_back_plainly(g, c))
                pp_link_call(g, c, *callee);
            else
                g->procs[*callee].outside = true;
        }
    }
}

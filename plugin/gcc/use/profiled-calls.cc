/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gcc/base/compat.h"
#include "gcc/base/function-name.h"
#include "gcc/use/profiled-calls.h"
#include "gcc/use/use-calls.h"

static int by_callee(const void *a, const void *b)
{
    const struct pp_profiled_call *x = (const struct pp_profiled_call *)a;
    const struct pp_profiled_call *y = (const struct pp_profiled_call *)b;
    if (x->callee != y->callee)
        return x->callee < y->callee ? -1 : 1;
    return (x->vertex > y->vertex) - (x->vertex < y->vertex);
}

/* The one procedure of each symbol in a profile; PP_NONE: there are several. */
typedef hash_map<nofree_string_hash, uint32_t> procs_by_symbol;

static void list_symbol(procs_by_symbol *procs, const char *symbol, uint32_t p)
{
    bool known;
    uint32_t &proc = procs->get_or_insert(symbol, &known);
    proc = known && proc != p ? PP_NONE : p;
}

/* Other units may call a function by an alias, as they do most constructors. */
static void list_symbols(const struct pp_graph *g, procs_by_symbol *procs)
{
    for (uint32_t p = 0; p < g->num_procs; p++)
        list_symbol(procs, pp_text(g, g->procs[p].name), p);
    for (uint32_t i = 0; i < g->num_aliases; i++)
        if (g->aliases[i].proc != PP_NONE)
            list_symbol(procs, pp_text(g, g->aliases[i].symbol), g->aliases[i].proc);
}

/* The calls of USED, which is procedure PROC of a profile with graph G. */
static void list_calls(const struct pp_used *used, const struct pp_graph *g, uint32_t proc,
                       procs_by_symbol *procs, vec<struct pp_profiled_call> *calls)
{
    for (uint32_t v = 0; v < used->sites.num_vertices; v++) {
        uint32_t vertex = g->procs[proc].first_vertex + v;
        gimple *call = g->vertices[vertex].kind == PP_CALL ? used->sites.vertices[v].before : NULL;
        struct cgraph_edge *e = call ? used->node->get_edge(call) : NULL;
        if (!e || !e->callee)
            continue;
        tree decl = e->callee->ultimate_alias_target()->decl;
        uint32_t *callee = procs->get(pp_assembler_name(decl));
        if (callee && *callee != PP_NONE)
            calls->safe_push({vertex, *callee, used, call, decl});
    }
}

void pp_list_profiled_calls(const struct pp_use *use, unsigned i,
                            vec<struct pp_profiled_call> *calls)
{
    const struct pp_graph *g = &use->profiles.list[i]->notes.graph;
    procs_by_symbol procs;
    list_symbols(g, &procs);
    for (unsigned p = 0; p < use->used.length(); p++) {
        uint32_t proc = pp_proc_in_profile(use, p, i);
        if (proc != PP_NONE)
            list_calls(&use->used[p], g, proc, &procs, calls);
    }
    calls->qsort(by_callee);
}

unsigned pp_calls_of_same(const vec<struct pp_profiled_call> &calls, unsigned first)
{
    unsigned end = first + 1;
    while (end < calls.length() && calls[end].callee == calls[first].callee)
        end++;
    return end;
}

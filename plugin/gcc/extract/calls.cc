/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calls between the procedures of one graph: which call vertex calls which procedure, and which
   procedures may be entered by what the graph does not show. */
#include "gcc/base/compat.h"
#include "gcc/extract/calls.h"
#include "gcc/extract/callers.h"
#include "gcc/base/function-name.h"
#include "gcc/base/hot-part.h"
extern "C" {
#include "core/graph/call-lists.h"
}

/* Where control comes back if and only if the callee returns, and only once. */
static bool comes_back_plainly(const struct pp_graph *g, uint32_t c)
{
    uint32_t e = g->vertices[c].first_out;
    return e != PP_NONE && g->edges[e].next_out == PP_NONE && g->edges[e].kind == PP_SUMMARY &&
           !(g->vertices[g->edges[e].to].flags & PP_V_RESTART);
}

struct cgraph_node *pp_certain_target(struct cgraph_node *caller, struct cgraph_node *node,
                                      bool *bound)
{
    enum availability availability;
    struct cgraph_node *target = node->ultimate_alias_target(&availability, caller);
    struct cgraph_node *origin = pp_origin(target);
    if (tree whole = pp_whole_of(origin->decl))
        origin = cgraph_node::get(whole);
    *bound = decl_binds_to_current_def_p(node->decl) && decl_binds_to_current_def_p(origin->decl);
    /* What is "not available" is entered through its clones only. */
    return availability != AVAIL_INTERPOSABLE && !target->thunk ? origin : NULL;
}

/* What the call graph has as the callee of CALL in NODE's body or in the same body's clones; NULL
   if it has none: it may know better than the statement, which is updated last. */
static struct cgraph_node *graph_callee(struct cgraph_node *node, gcall *call)
{
    struct cgraph_edge *e = node->get_edge(call);
    if (e && e->callee)
        return e->callee;
    for (struct cgraph_node *clone = node->clones; clone; clone = clone->next_sibling_clone)
        if (struct cgraph_node *callee = graph_callee(clone, call))
            return callee;
    return NULL;
}

static struct cgraph_node *certain_callee(struct cgraph_node *caller, gimple *call, bool *bound)
{
    /* An indirect call may be direct in a clone that was made for one of its targets only. */
    tree decl = gimple_call_fndecl(call);
    if (!decl)
        return NULL;
    struct cgraph_node *node = graph_callee(caller, as_a<gcall *>(call));
    if (!node)
        node = cgraph_node::get(decl);
    return node ? pp_certain_target(caller, node, bound) : NULL;
}

/* What CALL in NODE's body calls if it is of a thunk that is inlined, else NULL.  GCC's inliner changes `this` in front
   of the call, and what the thunk's own body counts is not counted there, which may have been inlined into. */
static tree behind_inlined_thunk(struct cgraph_node *node, gcall *call)
{
    struct cgraph_node *callee = graph_callee(node, call);
    if (!callee || !callee->inlined_to || !callee->thunk)
        return NULL_TREE;
    while (callee->inlined_to && callee->thunk && callee->callees)
        callee = callee->callees->callee;
    return pp_origin(callee)->decl;
}

/* Whether a call of NODE or a clone of it is none of KNOWN. */
static bool has_unknown_call(struct cgraph_node *node, hash_set<gimple *> *known)
{
    for (struct cgraph_edge *e = node->callers; e; e = e->next_caller)
        if (!e->call_stmt || !known->contains(e->call_stmt))
            return true;
    for (struct cgraph_node *clone = node->clones; clone; clone = clone->next_sibling_clone)
        if (has_unknown_call(clone, known))
            return true;
    return false;
}

void pp_callees_init(struct pp_callees *callees, const struct pp_graph *g)
{
    callees->procs = XNEWVEC(uint32_t, g->num_vertices + 1);
    callees->bound = XCNEWVEC(bool, g->num_vertices + 1);
    memset(callees->procs, 0xff, g->num_vertices * sizeof *callees->procs);
}

void pp_callees_free(struct pp_callees *callees)
{
    XDELETEVEC(callees->procs);
    XDELETEVEC(callees->bound);
}

static void add_alias(struct pp_graph *g, tree decl, uint32_t proc)
{
    char *name = pp_function_name(decl);
    pp_add_alias(g, pp_assembler_name(decl), name, proc);
    free(name);
}

void pp_find_callees(struct pp_graph *g, const vec<cgraph_node *> &nodes,
                     const struct pp_sites *sites, struct pp_callees *callees)
{
    hash_map<tree, uint32_t> procs;
    hash_set<tree> removed;
    hash_set<gimple *> known;
    unsigned n = nodes.length();
    for (unsigned i = 0; i < n; i++)
        procs.put(nodes[i]->decl, i);
    for (unsigned i = 0; i < n; i++)
        for (uint32_t v = 0; v < g->procs[i].num_vertices; v++) {
            uint32_t c = g->procs[i].first_vertex + v;
            if (g->vertices[c].kind != PP_CALL)
                continue;
            gcall *call = as_a<gcall *>(sites[i].vertices[v].before);
            if (tree decl = behind_inlined_thunk(nodes[i], call))
                g->vertices[c].callee = pp_string(g, pp_assembler_name(decl));
            struct cgraph_node *target = certain_callee(nodes[i], call, &callees->bound[c]);
            uint32_t *callee = target ? procs.get(target->decl) : NULL;
            if (!callee)
                continue;
            callees->procs[c] = *callee;
            known.add(call);
            tree named = gimple_call_fndecl(call);
            if (!symtab_node::get(named) && !removed.add(named))
                add_alias(g, named, *callee);
        }
    for (unsigned i = 0; i < n; i++)
        g->procs[i].outside |= has_unknown_call(nodes[i], &known);
}

void pp_link_calls(struct pp_graph *g, const vec<cgraph_node *> &nodes,
                   const struct pp_callees *callees)
{
    hash_set<tree> instrumented;
    unsigned n = nodes.length();
    for (unsigned i = 0; i < n; i++)
        instrumented.add(nodes[i]->decl);
    for (unsigned i = 0; i < n; i++)
        g->procs[i].outside |= !pp_only_called_from(nodes[i], &instrumented);
    uint32_t vertices = g->num_vertices;
    for (uint32_t c = 0; c < vertices; c++) {
        uint32_t callee = callees->procs[c];
        if (callee == PP_NONE)
            continue;
        if (callees->bound[c] && comes_back_plainly(g, c))
            pp_link_call(g, c, callee);
        else
            g->procs[callee].outside = true;
    }
}

/* Are the calls of procedure P of A the same as of B? */
static bool same_calls(const struct pp_call_lists *a, const struct pp_call_lists *b, uint32_t p)
{
    uint32_t num = a->first[p + 1] - a->first[p];
    return num == b->first[p + 1] - b->first[p] &&
           !memcmp(a->call + a->first[p], b->call + b->first[p], num * sizeof *a->call);
}

void pp_find_entered_by_name(struct pp_graph *g, const vec<cgraph_node *> &nodes,
                             const struct pp_callees *callees)
{
    hash_set<tree> instrumented;
    struct pp_call_lists calls, by_name;
    for (unsigned i = 0; i < nodes.length(); i++)
        instrumented.add(nodes[i]->decl);
    pp_call_lists_make(&calls, g, 0, g->num_procs, callees->procs);
    pp_call_lists_by_name(&by_name, g, 0, g->num_procs);
    /* GCC may make calls of a function that it knows, when nobody can see them. */
    for (unsigned i = 0; i < nodes.length(); i++)
        g->procs[i].by_callers = !g->procs[i].outside && !fndecl_built_in_p(nodes[i]->decl) &&
                                 pp_only_called_from(nodes[i], &instrumented) &&
                                 same_calls(&calls, &by_name, i);
    pp_call_lists_free(&calls);
    pp_call_lists_free(&by_name);
}

/* An alias that is weak, or of an alias, is the body's too: another definition has a body of its
   own, or is not of this program. */
static void add_aliases(struct pp_graph *g, uint32_t proc, symtab_node *node,
                        hash_set<symtab_node *> *known)
{
    struct ipa_ref *ref;
    known->add(node);
    for (unsigned i = 0; node->iterate_direct_aliases(i, ref); i++) {
        struct cgraph_node *alias = dyn_cast<cgraph_node *>(ref->referring);
        if (!alias || alias->weakref || alias->ifunc_resolver)
            continue;
        add_alias(g, alias->decl, proc);
        add_aliases(g, proc, alias, known);
    }
}

void pp_list_aliases(struct pp_graph *g, const vec<cgraph_node *> &nodes)
{
    hash_set<symtab_node *> known;
    struct cgraph_node *node;
    for (unsigned i = 0; i < nodes.length(); i++)
        add_aliases(g, i, nodes[i], &known);
    FOR_EACH_FUNCTION(node)
    if (node->callers && !node->clone_of && !known.contains(node) && !pp_whole_of(node->decl) &&
        !strncmp(pp_assembler_name(node->decl), "_Z", 2))
        add_alias(g, node->decl, PP_NONE);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gcc/base/compat.h"
#include "gcc/extract/block-parts.h"
#include "gcc/use/inlined/marks.h"
#include "gcc/use/inlined/keep-counts.h"
#include "gcc/use/profiled-calls.h"
#include "gcc/use/use-calls.h"
extern "C" {
#include "core/base/endian.h"
#include "core/lanes/call-counts.h"
#include "core/lanes/intra.h"
}

/* ---- Names and places of calls. */

/* Of call vertex C of a profile's graph. */
static int64_t name_of_call(const struct pp_graph *g, uint32_t c)
{
    const struct pp_proc *p = &g->procs[g->vertices[c].proc];
    const char *name = pp_text(g, p->name);
    uint64_t numbers[] = {p->checksum, c - p->first_vertex};
    return pp_as_name(
        pp_fnv(pp_fnv(PP_FNV_START, name, strlen(name) + 1), numbers, sizeof numbers));
}

static struct pp_call_place place_of_call(const struct pp_profiled_call *c)
{
    struct pp_call_place place = {};
    auto_vec<struct pp_call_place> parts;
    pp_list_parts(c->call, c->in->node->decl, c->decl, &parts);
    for (unsigned i = 0; i < parts.length(); i++)
        place = pp_place_then(place, parts[i]);
    return place;
}

/* ---- What is kept. */

/* Edges of procedure P of G that lead from one block to another; WHICH of them, from its first on. */
static void list_edges(const struct pp_graph *g, const struct pp_proc *p,
                       vec<struct pp_inlined_edge> *edges, vec<uint32_t> *which)
{
    uint32_t from = 0;
    for (uint32_t v = 0; v < p->num_vertices; v++) {
        from = pp_can_be_marked(g, p, v) ? v : from;
        const struct pp_vertex *vertex = &g->vertices[p->first_vertex + v];
        /* Of the program, whether a profile has cut them or not. */
        for (uint32_t e = vertex->kind == PP_ENTRY ? PP_NONE : vertex->first_out; e != PP_NONE;
             e = g->edges[e].next_out) {
            uint32_t to = g->edges[e].to - p->first_vertex;
            if (g->edges[e].kind != PP_FLOW || pp_inner_edge(g, &g->edges[e]) ||
                g->edges[e].to == p->exit)
                continue;
            edges->safe_push({from, to});
            which->safe_push(e - p->first_edge);
        }
    }
}

/* Where control comes into procedure P of G: its edge, and by that the vertex. */
static uint32_t entry_edge(const struct pp_graph *g, const struct pp_proc *p)
{
    return g->vertices[p->entry].first_out;
}

/* A callee and what is kept of it. */
struct keeping {
    const struct pp_graph *g;
    const struct pp_proc *p;
    struct pp_inlined_function *f; /* NULL: nothing can be */
    auto_vec<uint32_t> which;      /* by edge of F, the procedure's */
    unsigned bits;
};

/* Of procedure CALLEE of G, the function DECL. */
static void begin_keeping(struct keeping *k, const struct pp_graph *g, uint32_t callee, tree decl,
                          unsigned bits, struct pp_inlined_functions *functions)
{
    auto_vec<struct pp_inlined_edge> edges;
    k->g = g;
    k->p = &g->procs[callee];
    k->bits = bits;
    list_edges(g, k->p, &edges, &k->which);
    uint32_t entry = entry_edge(g, k->p);
    /* Here it may be called by an alias. */
    int64_t name = TREE_PUBLIC(decl) ? pp_name_of_symbol(pp_text(g, k->p->name))
                                     : pp_name_of_function(decl, false);
    k->f = pp_inlined_function_at(
        functions, name, k->p->num_vertices, edges.length(),
        entry == PP_NONE ? PP_NONE : g->edges[entry].to - k->p->first_vertex, edges.address());
    if (k->f)
        pp_add_several(k->f, pp_name_of_several(decl));
}

/* Adds to CALL that K's callee was called so many TIMES; EDGES are from the procedure's first on. */
static void add_counts(const struct keeping *k, struct pp_inlined_call *call, uint64_t times,
                       const uint64_t *edges)
{
    call->times = pp_add(call->times, pp_shorten(times, k->bits));
    for (uint32_t v = 0; v < k->p->num_vertices; v++) {
        uint64_t in = 0;
        for (uint32_t e = k->g->vertices[k->p->first_vertex + v].first_in; e != PP_NONE;
             e = k->g->edges[e].next_in)
            if (e - k->p->first_edge < k->p->num_edges)
                in = pp_add(in, edges[e - k->p->first_edge]);
        call->vertices[v] = pp_add(call->vertices[v], pp_shorten(in, k->bits));
    }
    for (uint32_t e = 0; e < k->f->num_edges; e++)
        call->edges[e] = pp_add(call->edges[e], pp_shorten(edges[k->which[e]], k->bits));
}

/* By a chain of NUM CALLS. */
static void keep_counts(const struct keeping *k, const int64_t *calls, unsigned num, uint64_t times,
                        const uint64_t *edges)
{
    add_counts(k, pp_inlined_call_of(k->f, calls, num), times, edges);
}

/* CALLS, NUM of them, are of one procedure, which is divided among them. */
static void keep_callee(const struct pp_profile *profile, const struct pp_profile *by_call,
                        const struct pp_profiled_call *calls, unsigned num, unsigned bits,
                        struct pp_inlined_functions *functions)
{
    struct pp_division d;
    struct keeping k;
    auto_vec<uint32_t> vertices;
    begin_keeping(&k, &profile->notes->graph, calls->callee, calls->decl, bits, functions);
    if (!k.f)
        return;
    for (unsigned i = 0; i < num; i++)
        vertices.safe_push(calls[i].vertex);
    pp_divide(&d, profile, by_call, calls->callee, vertices.address(), num);
    for (unsigned i = 0; i < num; i++) {
        int64_t name = name_of_call(k.g, calls[i].vertex);
        keep_counts(&k, &name, 1, d.times[i], &d.edges[i * (size_t)k.p->num_edges]);
    }
    pp_division_free(&d);
}

/* FIRST is a call of the callee of CHAIN. */
static void keep_chain(const struct pp_graph *g, const struct pp_call_chain *chain,
                       const struct pp_profiled_call *first, unsigned bits,
                       struct pp_inlined_functions *functions)
{
    int64_t names[PP_LONGEST_CHAIN];
    struct keeping k;
    begin_keeping(&k, g, chain->callee, first->decl, bits, functions);
    if (!k.f)
        return;
    for (unsigned i = 0; i < chain->num; i++)
        names[i] = name_of_call(g, chain->calls[i]);
    uint32_t entry = entry_edge(g, k.p);
    keep_counts(&k, names, chain->num, entry == PP_NONE ? 0 : chain->edges[entry - k.p->first_edge],
                chain->edges);
}

/* Chains are kept in which the callee has executed this part of the program's statements. */
#define LEAST_OF_CHAIN 1e-5

/* What a copy inside a copy does; such chains as are rare make no difference. */
static void keep_chains(const struct pp_use *use, const struct pp_profile *profile,
                        const vec<struct pp_profiled_call> &calls,
                        struct pp_inlined_functions *functions)
{
    const struct pp_graph *g = &profile->notes->graph;
    hash_map<int_hash<int64_t, -1, -2>, unsigned> by_vertex;
    struct pp_call_chains chains;
    for (unsigned i = 0; i < calls.length(); i++)
        by_vertex.put(calls[i].vertex, i);
    pp_call_chains_make(&chains, profile, pp_program_stmts(use) * LEAST_OF_CHAIN, PP_MOST_MARKS);
    for (size_t i = 0; i < chains.num; i++) {
        unsigned *first = by_vertex.get(chains.list[i].calls[0]);
        if (first && calls[*first].callee == chains.list[i].callee)
            keep_chain(g, &chains.list[i], &calls[*first], use->used[0].bits, functions);
    }
    pp_call_chains_free(&chains);
}

/* Does BY_CALL tell what was done in PROC for one call and for another? */
static bool tells_apart(const struct pp_profile *by_call, uint32_t proc)
{
    size_t num;
    const struct pp_path *paths = pp_intra_of(by_call, proc, &num);
    return num && paths[num - 1].by_call;
}

bool pp_tells_calls_apart(const struct pp_use *use, uint32_t proc)
{
    bool any = false;
    for (unsigned i = 0; i < use->profiles.num; i++) {
        uint32_t there = pp_proc_in_profile(use, proc, i);
        any |= there != PP_NONE && tells_apart(&use->by_call[i], there);
    }
    return any;
}

/* What the functions of the unit did at all, of which profile I tells calls apart. */
static void keep_all(const struct pp_use *use, unsigned i, struct pp_inlined_functions *functions)
{
    const struct pp_profile *profile = &use->profiles.list[i]->profile;
    const struct pp_graph *g = &profile->notes->graph;
    for (unsigned p = 0; p < use->used.length(); p++) {
        uint32_t proc = pp_proc_in_profile(use, p, i);
        struct keeping k;
        if (proc == PP_NONE || g->procs[proc].num_vertices > PP_MOST_MARKS ||
            !tells_apart(&use->by_call[i], proc))
            continue;
        begin_keeping(&k, g, proc, use->used[p].node->decl, use->used[p].bits, functions);
        if (!k.f)
            continue;
        if (!k.f->all)
            k.f->all = pp_inlined_call_make(k.f);
        k.f->own = pp_name_of_function(use->used[p].node->decl, false);
        add_counts(&k, k.f->all, profile->calls[proc],
                   &profile->edge_counts[g->procs[proc].first_edge]);
    }
}

/* What profile I says of calls. */
static void keep_profile(const struct pp_use *use, unsigned i,
                         struct pp_inlined_functions *functions)
{
    const struct pp_weights *w = use->profiles.list[i];
    const struct pp_graph *g = &w->notes.graph;
    auto_vec<struct pp_profiled_call> calls;
    bool any = false;
    pp_list_profiled_calls(use, i, &calls);
    for (unsigned first = 0, end; first < calls.length(); first = end) {
        end = pp_calls_of_same(calls, first);
        uint32_t callee = calls[first].callee;
        if (!tells_apart(&use->by_call[i], callee))
            continue;
        any = true;
        if (g->procs[callee].num_vertices <= PP_MOST_MARKS)
            keep_callee(&w->profile, &use->by_call[i], &calls[first], end - first,
                        use->used[0].bits, functions);
    }
    if (!any)
        return;
    for (unsigned k = 0; k < calls.length(); k++)
        functions->places->put(name_of_call(g, calls[k].vertex), place_of_call(&calls[k]));
    keep_chains(use, &w->profile, calls, functions);
}

void pp_keep_inlined(const struct pp_use *use, struct pp_inlined_functions *functions)
{
    for (unsigned i = 0; i < use->profiles.num; i++)
        keep_profile(use, i, functions);
    for (unsigned i = 0; i < use->profiles.num; i++)
        keep_all(use, i, functions);
    pp_find_places(functions);
}

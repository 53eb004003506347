/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gcc/base/compat.h"
#include "gcc/base/function-name.h"
#include "gcc/use/outside-calls.h"
extern "C" {
#include "core/lanes/call-choice.h"
#include "core/lanes/call-counts.h"
}

/* A call vertex of the profile, and the procedure there that it calls. */
struct site {
    uint32_t vertex, callee;
    struct pp_known_call call;
};

static int by_callee(const void *a, const void *b)
{
    const struct site *x = (const struct site *)a, *y = (const struct site *)b;
    if (x->callee != y->callee)
        return x->callee < y->callee ? -1 : 1;
    return (x->vertex > y->vertex) - (x->vertex < y->vertex);
}

/* The one procedure of PROFILE of each symbol; PP_NONE: there are several. */
typedef hash_map<nofree_string_hash, uint32_t> procs_by_symbol;

static void list_symbols(const struct pp_graph *g, procs_by_symbol *procs)
{
    for (uint32_t p = 0; p < g->num_procs; p++) {
        bool known;
        uint32_t &proc = procs->get_or_insert(pp_text(g, g->procs[p].name), &known);
        proc = known ? PP_NONE : p;
    }
}

/* The calls of USED, which is procedure PROC of profile W. */
static void list_sites(const struct pp_used *used, const struct pp_weights *w, uint32_t proc,
                       double program, procs_by_symbol *procs, vec<struct site> *sites)
{
    const struct pp_graph *g = &w->notes.graph;
    for (uint32_t v = 0; v < used->sites.num_vertices; v++) {
        uint32_t vertex = g->procs[proc].first_vertex + v;
        if (g->vertices[vertex].kind != PP_CALL ||
            pp_call_is_rare(w->profile.vertex_counts[vertex], program))
            continue;
        gimple *call = used->sites.vertices[v].before;
        struct cgraph_edge *e = used->node->get_edge(call);
        if (!e || !e->callee || gimple_has_body_p(e->callee->ultimate_alias_target()->decl))
            continue;
        uint32_t *callee = procs->get(pp_assembler_name(e->callee->decl));
        if (!callee || *callee == PP_NONE)
            continue;
        struct site s = {
            vertex, *callee, {e->callee->decl, LOCATION_LOCUS(gimple_location(call)), 0, 0, 0}};
        sites->safe_push(s);
    }
}

/* What copy K of D's callee did for its call. */
static void look_at_copy(const struct pp_division *d, size_t k, struct pp_known_call *call)
{
    const struct pp_graph *g = &d->profile->notes->graph;
    const struct pp_proc *p = &g->procs[d->callee];
    double executed = 0;
    for (uint32_t v = 0; v < p->num_vertices; v++) {
        uint32_t stmts = g->vertices[p->first_vertex + v].stmts;
        uint64_t times = pp_divided_vertex(d, k, v);
        executed += (double)times * stmts;
        *(times ? &call->hot : &call->cold) += stmts;
    }
    call->stmts = d->times[k] ? executed / (double)d->times[k] : 0;
}

/* SITES call one procedure. */
static void look_at_callee(const struct pp_profile *profile, const struct pp_profile *by_call,
                           struct site *sites, unsigned num, vec<struct pp_known_call> *outside)
{
    struct pp_division d;
    auto_vec<uint32_t> vertices;
    for (unsigned i = 0; i < num; i++)
        vertices.safe_push(sites[i].vertex);
    pp_divide(&d, profile, by_call, sites[0].callee, vertices.address(), num);
    for (unsigned i = 0; i < num && d.exact; i++) {
        look_at_copy(&d, i, &sites[i].call);
        outside->safe_push(sites[i].call);
    }
    pp_division_free(&d);
}

void pp_list_outside_calls(const struct pp_use *use, const struct pp_profile *by_call,
                           double program, vec<struct pp_known_call> *outside)
{
    for (unsigned i = 0; i < use->profiles.num; i++) {
        const struct pp_weights *w = use->profiles.list[i];
        procs_by_symbol procs;
        auto_vec<struct site> sites;
        list_symbols(&w->notes.graph, &procs);
        for (unsigned p = 0; p < use->used.length(); p++) {
            const struct pp_used *used = &use->used[p];
            if (used->profiles.length() == 1 && used->profiles[0] == &w->profile)
                list_sites(used, w, used->procs[0], program, &procs, &sites);
        }
        sites.qsort(by_callee);
        for (unsigned first = 0, end; first < sites.length(); first = end) {
            for (end = first + 1; end < sites.length() && sites[end].callee == sites[first].callee;
                 end++)
                ;
            look_at_callee(&w->profile, &by_call[i], &sites[first], end - first, outside);
        }
    }
}

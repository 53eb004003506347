/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The pipeline of the interprocedural modes, for a scope at once. */
#include "scope.h"

#include "order.h"
#include "transform.h"

static bool has_cycle(const struct pp_graph *g, uint32_t proc)
{
    struct pp_order order;
    pp_order_make(&order, g, proc, PP_ORDER_LIVE);
    bool cycle = order.num_retreating != 0;
    pp_order_free(&order);
    return cycle;
}

/* Calls in PROC are not followed. */
static void follow_no_calls(struct pp_graph *g, uint32_t proc)
{
    const struct pp_proc *p = &g->procs[proc];
    for (uint32_t c = p->first_vertex; c < p->first_vertex + p->num_vertices; c++) {
        uint32_t e = g->vertices[c].kind == PP_CALL ? pp_call_edge(g, c) : PP_NONE;
        if (e != PP_NONE)
            pp_cut_call(g, e, PP_E_BROKEN);
    }
}

/* PROC is not instrumented: what it calls may be entered by what is not counted, and nobody hands
   anything over to it. */
static void leave_out(struct pp_graph *g, uint32_t proc)
{
    const struct pp_proc *p = &g->procs[proc];
    follow_no_calls(g, proc);
    for (uint32_t c = p->first_vertex; c < p->first_vertex + p->num_vertices; c++) {
        uint32_t e = g->vertices[c].kind == PP_CALL ? pp_call_edge(g, c) : PP_NONE;
        if (e != PP_NONE)
            g->procs[g->vertices[g->edges[e].to].proc].outside = true;
    }
    for (uint32_t e = g->vertices[p->entry].first_in; e != PP_NONE; e = g->edges[e].next_in)
        if (g->edges[e].kind == PP_CALL_EDGE)
            pp_cut_call(g, e, PP_E_BROKEN);
}

/* Transformation 2 in every procedure (thesis 3.2); what cannot be instrumented is left out. */
static void transform_procs(struct pp_graph *g, const struct pp_scope *scope,
                            const struct pp_params *params)
{
    for (uint32_t p = scope->first_proc; p < scope->first_proc + scope->num_procs; p++) {
        g->procs[p].storage = PP_STORE_UNIT;
        pp_mark_backedges(g, p);
        pp_transform(g, p, params);
        if (has_cycle(g, p))
            pp_refuse(g, p, "its graph has a cycle that no cut breaks");
        else if (!pp_can_plan(g, p)) {
            /* Where paths are handed over code must be placed; on the edges of computed gotos none
               can be. */
            follow_no_calls(g, p);
            g->procs[p].storage = PP_STORE_UNIT;
            g->procs[p].why = 0;
            pp_can_plan(g, p);
        }
        if (g->procs[p].storage == PP_STORE_NONE)
            leave_out(g, p);
    }
}

/* Cuts what has been marked BROKEN, and follows the calls that are left. */
static void cut_and_open(struct pp_graph *g, const struct pp_scope *scope, enum pp_mode mode)
{
    for (uint32_t p = scope->first_proc; p < scope->first_proc + scope->num_procs; p++) {
        if (g->procs[p].storage == PP_STORE_NONE)
            continue;
        pp_cut_broken(g, p);
        pp_open_calls(g, p, mode);
    }
}

static uint64_t num_paths_of(const struct pp_numbering *n, const struct pp_proc *p)
{
    return p->storage == PP_STORE_NONE ? 0 : pp_apply(n->psi[p->entry], 1);
}

void pp_scope_pipeline(struct pp_graph *g, struct pp_unit *unit, struct pp_numbering *n,
                       struct pp_plan *plans)
{
    const struct pp_params *params = &unit->params;
    struct pp_scope scope = {unit->first_proc, unit->num_procs};
    struct pp_call_order order;
    transform_procs(g, &scope, params);
    pp_call_order_make(&order, g, &scope, true);
    pp_find_roots(g, &scope);
    pp_limit_scope(g, &scope, params, &order);
    pp_find_roots(g, &scope);
    cut_and_open(g, &scope, params->mode);
    bool fits = pp_number_scope(g, &scope, params->mode, &order, n, &unit->num_paths) &&
                unit->num_paths <= params->max_paths;
    for (uint32_t i = 0; i < scope.num_procs; i++) {
        uint32_t p = scope.first_proc + i;
        if (!fits)
            pp_refuse(g, p,
                      "the unit has more paths than the limit even with every edge broken; "
                      "raise the limit");
        else if (g->procs[p].storage != PP_STORE_NONE)
            pp_plan_proc(g, p, params, n, &plans[i]);
        g->procs[p].num_paths = fits ? num_paths_of(n, &g->procs[p]) : 0;
    }
    if (!fits)
        unit->num_paths = 0;
    unit->storage = !fits                                    ? PP_STORE_NONE
                    : unit->num_paths <= params->array_limit ? PP_STORE_ARRAY
                                                             : PP_STORE_TABLE;
    pp_call_order_free(&order);
}

bool pp_scope_prepare(struct pp_graph *g, const struct pp_unit *unit, struct pp_numbering *n)
{
    struct pp_scope scope = {unit->first_proc, unit->num_procs};
    struct pp_call_order order;
    uint64_t total = 0;
    for (uint32_t p = scope.first_proc; p < scope.first_proc + scope.num_procs; p++) {
        if (g->procs[p].storage == PP_STORE_NONE)
            continue;
        pp_mark_backedges(g, p);
        pp_transform(g, p, &unit->params);
    }
    cut_and_open(g, &scope, unit->params.mode);
    bool good = pp_call_order_make(&order, g, &scope, false) &&
                pp_number_scope(g, &scope, unit->params.mode, &order, n, &total) &&
                total == unit->num_paths;
    pp_call_order_free(&order);
    return good;
}

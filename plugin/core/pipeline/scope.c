/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The pipeline of the interprocedural modes, for a scope at once. */
#include "core/pipeline/scope.h"
#include "core/plan/plan-calls.h"
#include "core/plan/plan.h"
#include "core/number/scope-number.h"
#include "core/number/limit.h"

#include "core/graph/dfs.h"
#include "core/transform/first-edges.h"
#include "core/transform/recursion.h"
#include "core/transform/rules.h"
#include "core/transform/transform.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

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
        if (params->likely_first)
            pp_choose_first_edges(g, p);
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
        pp_follow_calls(g, p, mode);
    }
}

/* X in a word and, if there are more, as a string. */
static uint64_t in_a_word(struct pp_graph *g, struct pp_num x, uint32_t *exact)
{
    if (!x.big)
        return x.low;
    char *text = pp_num_text(x);
    *exact = pp_string(g, text);
    free(text);
    return UINT64_MAX;
}

static void set_num_paths(struct pp_graph *g, const struct pp_numbering *n, uint32_t proc,
                          bool fits)
{
    struct pp_proc *p = &g->procs[proc];
    struct pp_num paths = pp_word(0);
    if (fits && p->storage != PP_STORE_NONE)
        paths = pp_apply(n->numbers, n->psi[p->entry], pp_word(1));
    uint32_t exact = p->exact_paths;
    uint64_t num = in_a_word(g, paths, &exact);
    g->procs[proc].num_paths = num;
    g->procs[proc].exact_paths = exact;
}

/* How UNIT counts its paths, TOTAL of them.  Returns false if they are too many. */
static bool settle_storage(struct pp_graph *g, struct pp_unit *unit, struct pp_num total)
{
    const struct pp_params *params = &unit->params;
    bool wide = pp_num_compare(total, pp_word(params->max_paths)) > 0;
    if (wide && !params->wide)
        return false;
    unit->num_paths = in_a_word(g, total, &unit->exact_paths);
    unit->storage = wide                                     ? PP_STORE_WIDE
                    : unit->num_paths <= params->array_limit ? PP_STORE_ARRAY
                                                             : PP_STORE_TABLE;
    return true;
}

/* What is cut by choice, and because it is recursive.  A call that is cut for its depth may have
   closed the cycle that others were cut for. */
static void choose_calls(struct pp_graph *g, const struct pp_scope *scope,
                         const struct pp_params *params, struct pp_call_order *order)
{
    pp_rules_cut_calls(params->rules, g, scope);
    pp_call_order_make(order, g, scope, true);
    while (pp_rules_cut_deep(params->rules, g, order)) {
        pp_mend_recursion(g, scope);
        pp_call_order_free(order);
        pp_call_order_make(order, g, scope, true);
    }
    pp_rules_cut_returns(params->rules, g, scope, params->mode);
}

/* Option recursion=context.  Returns the cycles, NULL without it. */
static struct pp_call_cycle *keep_context(struct pp_graph *g, const struct pp_scope *scope,
                                          const struct pp_params *params)
{
    if (!params->recursion)
        return NULL;
    struct pp_call_cycle *cycles = pp_call_cycles(g, scope);
    pp_split_entries(g, scope, cycles);
    return cycles;
}

static void find_roots(struct pp_graph *g, const struct pp_scope *scope,
                       const struct pp_call_cycle *cycles)
{
    pp_find_roots(g, scope);
    if (cycles)
        pp_find_cyclic_roots(g, scope, cycles);
}

/* What plans of others want to know of PROC. */
static void prepare_plan(const struct pp_graph *g, struct pp_numbering *n, uint32_t proc)
{
    n->procs[proc].relative = pp_is_relative(g, n, proc);
    n->procs[proc].is_handed = pp_is_handed(g, n, proc);
}

void pp_scope_pipeline(struct pp_graph *g, struct pp_unit *unit, struct pp_numbering *n,
                       struct pp_plan *plans)
{
    assert(pp_mode_row(unit->params.mode)->crosses_calls);
    const struct pp_params *params = &unit->params;
    struct pp_scope scope = {unit->first_proc, unit->num_procs};
    struct pp_call_order order;
    transform_procs(g, &scope, params);
    choose_calls(g, &scope, params, &order);
    struct pp_call_cycle *cycles = keep_context(g, &scope, params);
    find_roots(g, &scope, cycles);
    n->numbers->words = pp_words(params);
    pp_limit_scope(g, &scope, params, &order);
    find_roots(g, &scope, cycles);
    cut_and_open(g, &scope, params->mode);
    struct pp_num total;
    bool fits = pp_number_scope(g, &scope, params->mode, &order, n, &total) &&
                settle_storage(g, unit, total);
    for (uint32_t i = 0; fits && cycles && i < scope.num_procs; i++) {
        n->procs[scope.first_proc + i].cycle = cycles[i];
        n->most_heads = cycles[i].heads > n->most_heads ? cycles[i].heads : n->most_heads;
    }
    free(cycles);
    for (uint32_t i = 0; i < scope.num_procs; i++)
        set_num_paths(g, n, scope.first_proc + i, fits);
    /* Plans are made modulo as many words as the numbers have. */
    n->numbers->words = 1;
    if (fits && unit->storage == PP_STORE_WIDE)
        n->numbers->words = pp_num_size(total) > 2 ? pp_num_size(total) : 2;
    for (uint32_t i = 0; fits && i < scope.num_procs; i++)
        if (g->procs[scope.first_proc + i].storage != PP_STORE_NONE)
            prepare_plan(g, n, scope.first_proc + i);
    for (uint32_t i = 0; i < scope.num_procs; i++) {
        uint32_t p = scope.first_proc + i;
        if (!fits)
            pp_refuse(g, p,
                      "the unit has more paths than the limit even with every edge broken; "
                      "raise the limit");
        else if (g->procs[p].storage != PP_STORE_NONE)
            pp_plan_proc(g, p, params, n, &plans[i]);
    }
    if (!fits) {
        unit->num_paths = 0;
        unit->storage = PP_STORE_NONE;
    }
    pp_call_order_free(&order);
}

/* Is TOTAL what the notes say of UNIT? */
static bool is_total(const struct pp_graph *g, const struct pp_unit *unit, struct pp_num total)
{
    if (!total.big)
        return unit->num_paths == total.low && !unit->exact_paths;
    char *text = pp_num_text(total);
    bool same = unit->num_paths == UINT64_MAX && !strcmp(text, pp_text(g, unit->exact_paths));
    free(text);
    return same;
}

bool pp_scope_prepare(struct pp_graph *g, const struct pp_unit *unit, struct pp_numbering *n)
{
    assert(pp_mode_row(unit->params.mode)->crosses_calls);
    struct pp_scope scope = {unit->first_proc, unit->num_procs};
    struct pp_call_order order;
    struct pp_num total;
    n->numbers->words = pp_words(&unit->params);
    for (uint32_t p = scope.first_proc; p < scope.first_proc + scope.num_procs; p++) {
        if (g->procs[p].storage == PP_STORE_NONE)
            continue;
        pp_mark_backedges(g, p);
        pp_transform(g, p, &unit->params);
    }
    free(keep_context(g, &scope, &unit->params));
    cut_and_open(g, &scope, unit->params.mode);
    bool good = pp_call_order_make(&order, g, &scope, false) &&
                pp_number_scope(g, &scope, unit->params.mode, &order, n, &total) &&
                is_total(g, unit, total);
    pp_call_order_free(&order);
    return good;
}

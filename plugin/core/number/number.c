/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The numbering engine: one for all modes.  Equations (19), (20) and (22) of the thesis give psi,
   (23) and (24) rho; with a = 0 they are Ball and Larus's equations (1) and (2). */
#include "core/number/number.h"

#include "core/number/loops.h"
#include "core/number/psi.h"
#include "core/graph/dfs.h"
#include "core/transform/split.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

void pp_numbering_init(struct pp_numbering *n)
{
    memset(n, 0, sizeof *n);
    n->numbers = pp_numbers_make(1);
}

void pp_numbering_free(struct pp_numbering *n)
{
    free(n->psi);
    free(n->rho);
    free(n->procs);
    free(n->starts);
    free(n->loops);
    free(n->loop_of);
    free(n->step);
    free(n->loop_of_step);
    pp_numbers_free(n->numbers);
    memset(n, 0, sizeof *n);
}

/* Likewise; OLD vertices have had room if there were any collapsed loops. */
static void reserve_steps(const struct pp_graph *g, struct pp_numbering *n, uint32_t old)
{
    if (!g->num_collapsed)
        return;
    if (!n->step)
        old = 0;
    else if (old == n->num_vertices)
        return;
    n->step = pp_xrealloc(n->step, n->num_vertices * sizeof *n->step);
    n->loop_of_step = pp_xrealloc(n->loop_of_step, n->num_vertices * sizeof *n->loop_of_step);
    memset(n->step + old, 0, (n->num_vertices - old) * sizeof *n->step);
    memset(n->loop_of_step + old, 0xff, (n->num_vertices - old) * sizeof *n->loop_of_step);
}

/* It grows as G's own arrays do, so that numbering procedure after procedure stays linear. */
void pp_numbering_reserve(const struct pp_graph *g, struct pp_numbering *n)
{
    uint32_t had = n->num_vertices;
    if (n->num_vertices < g->num_vertices) {
        uint32_t old = n->num_vertices;
        n->psi = pp_xrealloc(n->psi, g->cap_vertices * sizeof *n->psi);
        n->num_vertices = g->cap_vertices;
        memset(n->psi + old, 0, (n->num_vertices - old) * sizeof *n->psi);
        if (n->loop_of) {
            n->loop_of = pp_xrealloc(n->loop_of, g->cap_vertices * sizeof *n->loop_of);
            memset(n->loop_of + old, 0xff, (n->num_vertices - old) * sizeof *n->loop_of);
        }
    }
    if (n->num_edges < g->num_edges) {
        uint32_t old = n->num_edges;
        n->rho = pp_xrealloc(n->rho, g->cap_edges * sizeof *n->rho);
        n->num_edges = g->cap_edges;
        memset(n->rho + old, 0, (n->num_edges - old) * sizeof *n->rho);
    }
    reserve_steps(g, n, had);
}

/* Each of these returns whether the result fits; it is reduced to the words that there are in any
 * case. */
static bool sum(struct pp_numbers *r, struct pp_linear f, struct pp_linear g,
                struct pp_linear *result)
{
    bool fits = pp_num_add(r, f.a, g.a, &result->a);
    return pp_num_add(r, f.b, g.b, &result->b) && fits;
}

/* ---- Arithmetic in words (psi.h). */

static bool add_one(void *in, void *sum_so_far)
{
    struct pp_numbering *n = in;
    struct pp_linear *label = sum_so_far;
    return sum(n->numbers, *label, pp_constant(pp_word(1)), label);
}

static bool add_psi(void *in, void *sum_so_far, uint32_t v, bool step, unsigned times)
{
    struct pp_numbering *n = in;
    struct pp_linear *label = sum_so_far;
    bool fits = true;
    while (times--)
        fits &= sum(n->numbers, *label, step ? n->step[v] : n->psi[v], label);
    return fits;
}

/* lambda x. psi_ENTRY (psi_R (x)) */
static bool add_call(void *in, void *sum_so_far, uint32_t entry, uint32_t r)
{
    struct pp_numbering *n = in;
    struct pp_linear f = n->psi[entry], composed, *label = sum_so_far;
    struct pp_linear x = r == PP_NONE ? pp_constant(pp_word(1)) : n->psi[r];
    bool fits = pp_num_mul(n->numbers, f.a, x.a, &composed.a);
    fits &= pp_value(n->numbers, f, x.b, &composed.b);
    return sum(n->numbers, *label, composed, label) && fits;
}

static const struct pp_arithmetic words = {add_one, add_psi, add_call};

/* Adds to *LABEL what edge E contributes to it. */
static bool add_contribution(const struct pp_graph *g, struct pp_numbering *n, uint32_t e,
                             struct pp_linear *label)
{
    const struct pp_edge *edge = &g->edges[e];
    uint32_t loop = pp_loop_to(g, n, edge);
    if (loop == PP_NONE || loop == pp_loop_from(g, n, edge))
        return pp_add_edge_psi(&words, n, g, e, label);
    const struct pp_loop *l = &n->loops[loop];
    uint64_t ways = pp_begins_at_head(g, n, e) ? l->whole[l->k] : l->on[l->k];
    return sum(n->numbers, *label, pp_constant(pp_word(ways)), label);
}

/* What V, when it is the head of a loop, says of the ways on by its back edge. */
static bool number_loop(struct pp_numbering *n, uint32_t v)
{
    if (pp_loop_of(n, v) == PP_NONE || n->loops[n->loop_of[v]].head != v)
        return true;
    struct pp_loop *l = &n->loops[n->loop_of[v]];
    struct pp_num on = pp_word(1), whole = on;
    bool good = true;
    l->on[0] = 1;
    for (uint32_t left = 1; good && left <= l->k; left++) {
        good = pp_value(n->numbers, n->psi[v], on, &on);
        if (left == 1)
            whole = on;
        else
            good &= pp_num_mul(n->numbers, n->psi[v].a, whole, &whole);
        good &= !on.big && !whole.big;
        l->on[left] = on.low;
        l->whole[left] = whole.low;
    }
    return good;
}

/* Labels V and the edges out of it.  GENTRY gets, if it is not NULL, the part of its surrogates; if
   V is the head of a collapsed loop, the step gets the part of what leads on from it.  Returns
   whether all fits. */
static bool number_vertex(const struct pp_graph *g, uint32_t v, struct pp_linear psi,
                          struct pp_linear *gentry, struct pp_numbering *n)
{
    bool good = true;
    struct pp_linear step = {0};
    uint64_t lates[2] = {0, 0}; /* as pp_late_value */
    for (uint32_t e = pp_first_numbered(g, v); e != PP_NONE; e = pp_next_numbered(g, e)) {
        bool from_step = pp_leaves_step(g, &g->edges[e]);
        struct pp_linear *label = from_step ? &step : &psi;
        uint64_t *late = &lates[from_step];
        if (pp_is_back_edge(g, n, e)) {
            n->rho[e] = *label;
            good &= sum(n->numbers, *label, (struct pp_linear){.a = pp_word(1)}, label);
            --*late;
            continue;
        }
        if (!pp_live(g, e))
            n->rho[e] = (struct pp_linear){0}; /* it may have been taken when k was tried */
        if (!pp_live(g, e) || g->edges[e].kind == PP_RETURN)
            continue;
        if (pp_ends_at_back_edge(g, n, e)) {
            n->rho[e] = pp_constant(pp_word(pp_at_one(*label) + (*late)++));
            continue;
        }
        if (gentry && g->edges[e].kind == PP_SURROGATE && g->edges[e].origin == PP_NONE)
            label = gentry;
        n->rho[e] = *label;
        good &= add_contribution(g, n, e, label);
    }
    if (pp_is_collapsed(g, v)) {
        n->step[v] = step;
        good &= pp_value(n->numbers, step, pp_word(1), &(struct pp_num){0});
    }
    if (pp_is_split(g, v)) /* the other edge from va to vb is the elder, with value 0 */
        n->rho[g->vertices[v].split] = psi;
    if (pp_is_split(g, v) && g->vertices[v].kind == PP_ENTRY) {
        struct pp_num again; /* what takes the surrogate ends at Exit */
        good &= pp_value(n->numbers, psi, pp_word(1), &again);
        good &= pp_num_add(n->numbers, psi.b, again, &psi.b);
    }
    n->psi[v] = psi;
    good &= number_loop(n, v);
    return good && pp_value(n->numbers, psi, pp_word(1), &(struct pp_num){0}); /* psi_v(1) */
}

/* EXIT is psi_Exit. */
static bool number(const struct pp_graph *g, uint32_t proc, struct pp_linear exit,
                   struct pp_linear *gentry, struct pp_numbering *n)
{
    const struct pp_proc *p = &g->procs[proc];
    struct pp_order order;
    pp_numbering_reserve(g, n);
    pp_order_make(&order, g, proc, PP_ORDER_LIVE);
    bool fits = !order.num_retreating;
    for (uint32_t i = 0; fits && i < order.num_vertices; i++) {
        uint32_t v = order.postorder[i];
        struct pp_linear psi = v == p->exit ? exit : (struct pp_linear){0};
        bool good = number_vertex(g, v, psi, v == p->entry ? gentry : NULL, n);
        /* What cannot be reached has no path whose number could be wrong. */
        fits = good || i >= order.num_reached;
    }
    pp_order_free(&order);
    return fits;
}

bool pp_number_proc(const struct pp_graph *g, uint32_t proc, struct pp_numbering *n)
{
    assert(proc < g->num_procs);
    /* Intraprocedural: one completion from Exit_P, whatever the context. */
    return number(g, proc, pp_constant(pp_word(1)), NULL, n);
}

bool pp_number_in_scope(const struct pp_graph *g, uint32_t proc, enum pp_mode mode,
                        struct pp_numbering *n)
{
    assert(pp_mode_row(mode)->crosses_calls && proc < n->num_procs);
    struct pp_linear *gentry = NULL, exit = {.a = pp_word(1)};
    if (pp_mode_row(mode)->cuts_returns)
        exit = pp_constant(pp_word(1));
    if (pp_mode_row(mode)->in_pieces) {
        gentry = &n->procs[proc].gentry;
        *gentry = (struct pp_linear){0};
    }
    return number(g, proc, exit, gentry, n) &&
           (!gentry || pp_value(n->numbers, *gentry, pp_word(1), &(struct pp_num){0}));
}

bool pp_refuse(struct pp_graph *g, uint32_t proc, const char *why)
{
    uint32_t text = pp_string(g, why);
    g->procs[proc].why = text;
    g->procs[proc].storage = PP_STORE_NONE;
    g->procs[proc].num_paths = 0;
    return false;
}

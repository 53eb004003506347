/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbering of a whole scope: psi and rho callees first (thesis 3.5.2), the values of
   Entry_global's edges (3.5.3, erratum 18; 4.1.1), and numUnbalRLPaths callers first (equations
   (29)-(31), errata 1 to 4). */
#include "core/number/scope-number.h"

#include "core/graph/dfs.h"
#include "core/transform/recursion.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct scope_numbering {
    const struct pp_graph *g;
    const struct pp_call_order *order;
    struct pp_numbering *n;
    struct pp_num total;
    bool fits; /* the total does */
};

static void reserve_procs(const struct pp_graph *g, struct pp_numbering *n)
{
    if (n->num_procs >= g->num_procs)
        return;
    n->procs = pp_xrealloc(n->procs, g->num_procs * sizeof *n->procs);
    memset(n->procs + n->num_procs, 0, (g->num_procs - n->num_procs) * sizeof *n->procs);
    n->num_procs = g->num_procs;
}

/* SHARE by vertex, P's first at 0: of what comes to P's Entry, how much has come there without that a path has begun.
   Sends on what V has: paths begin at back edges and in what is called. */
static void send_on(const struct scope_numbering *s, const struct pp_proc *p, uint32_t v,
                    double *share)
{
    const struct pp_graph *g = s->g;
    double left = share[v - p->first_vertex], all = 0;
    uint32_t call = pp_followed_call(g, v);
    if (call != PP_NONE)
        left *= 1 - s->n->procs[g->vertices[g->edges[call].to].proc].begun_share;
    for (uint32_t e = pp_first_out(g, v); e != PP_NONE; e = pp_next_out(g, e))
        all += pp_inside(&g->edges[e]) ? g->edges[e].weight : 0;
    for (uint32_t e = pp_first_out(g, v); e != PP_NONE && all > 0; e = pp_next_out(g, e))
        if (pp_live(g, e) && pp_inside(&g->edges[e]))
            share[g->edges[e].to - p->first_vertex] += left * g->edges[e].weight / all;
}

/* pp_proc_label.begun_share. */
static double begun_share(const struct scope_numbering *s, uint32_t proc)
{
    const struct pp_graph *g = s->g;
    const struct pp_proc *p = &g->procs[proc];
    double *share = pp_xcalloc(p->num_vertices, sizeof *share), returns = 0;
    struct pp_order order;
    pp_order_make(&order, g, proc, PP_ORDER_LIVE);
    share[p->entry - p->first_vertex] = 1;
    for (uint32_t i = order.num_vertices; i-- > 0;)
        send_on(s, p, order.postorder[i], share);
    for (uint32_t e = pp_first_in(g, p->exit); e != PP_NONE; e = pp_next_in(g, e))
        returns += pp_inside(&g->edges[e]) ? g->edges[e].weight : 0;
    double begun = returns > 0 ? 1 - share[p->exit - p->first_vertex] / returns : 0;
    pp_order_free(&order);
    free(share);
    return begun;
}

/* May a path begin in P, or in what P calls and that comes back to it? */
static void find_beginnings(struct scope_numbering *s, uint32_t proc)
{
    const struct pp_graph *g = s->g;
    const struct pp_proc *p = &g->procs[proc];
    struct pp_proc_label *label = &s->n->procs[proc];
    label->begins_here = false;
    for (uint32_t e = pp_first_out(g, p->entry); e != PP_NONE; e = pp_next_out(g, e))
        label->begins_here |= g->edges[e].kind == PP_SURROGATE && g->edges[e].origin == PP_NONE;
    label->begins = label->begins_here;
    for (uint32_t c = p->first_vertex; c < p->first_vertex + p->num_vertices; c++) {
        uint32_t e = g->vertices[c].kind == PP_CALL ? pp_call_edge(g, c) : PP_NONE;
        if (e != PP_NONE && pp_live(g, e) && pp_live(g, pp_return_edge(g, e)))
            label->begins |= s->n->procs[g->vertices[g->edges[e].to].proc].begins;
    }
    label->begun_share = label->begins ? begun_share(s, proc) : 0;
}

/* numUnbalRLPaths[Exit_P], and the values of the return edges out of Exit_P for paths that have no
   open parenthesis there.  P's callers have theirs. */
static bool number_returns(struct scope_numbering *s, uint32_t proc)
{
    const struct pp_graph *g = s->g;
    struct pp_proc_label *label = &s->n->procs[proc];
    uint32_t exit = g->procs[proc].exit;
    label->leaves = g->procs[proc].root;
    for (uint32_t e = g->vertices[exit].first_out; e != PP_NONE; e = g->edges[e].next_out)
        label->leaves |=
            g->edges[e].kind == PP_RETURN && (g->edges[e].flags & (PP_E_CUT | PP_E_UNBALANCED));
    struct pp_num more, sum = pp_word(label->leaves);
    for (uint32_t e = pp_first_out(g, exit); e != PP_NONE; e = pp_next_out(g, e)) {
        if (g->edges[e].kind != PP_RETURN || (g->edges[e].flags & PP_E_UNBALANCED))
            continue;
        s->n->rho[e] = pp_constant(sum);
        uint32_t caller = g->vertices[g->edges[e].to].proc;
        bool fits = pp_value(s->n->numbers, s->n->psi[g->edges[e].to],
                             s->n->procs[caller].unbalanced, &more);
        fits &= pp_num_add(s->n->numbers, sum, more, &sum);
        if (!fits && label->begins) /* of no use to anyone where no path begins */
            return false;
    }
    label->unbalanced = sum;
    return true;
}

/* So many paths as F (X) begin at PROC. */
static void add_start(struct scope_numbering *s, uint32_t proc, bool gentry, struct pp_linear f,
                      struct pp_num x)
{
    struct pp_numbering *n = s->n;
    n->starts = pp_grow(n->starts, &n->cap_starts, n->num_starts, 1, sizeof *n->starts);
    n->starts[n->num_starts++] =
        (struct pp_start){.value = s->total, .proc = proc, .gentry = gentry};
    struct pp_num paths;
    s->fits &= pp_value(n->numbers, f, x, &paths);
    s->fits &= pp_num_add(n->numbers, s->total, paths, &s->total);
}

/* The edges out of Entry_global: the Entry_P in order, then the GEntry_P. */
static void number_starts(struct scope_numbering *s, const struct pp_scope *scope, bool piecewise)
{
    const struct pp_graph *g = s->g;
    uint32_t end = scope->first_proc + scope->num_procs;
    for (uint32_t p = scope->first_proc; p < end; p++) {
        s->n->procs[p].root_value = s->total;
        if (g->procs[p].root && g->procs[p].storage != PP_STORE_NONE)
            add_start(s, p, false, s->n->psi[g->procs[p].entry], pp_word(1));
    }
    for (uint32_t p = scope->first_proc; piecewise && p < end; p++) {
        struct pp_proc_label *label = &s->n->procs[p];
        label->gentry_value = s->total;
        if (label->begins_here && g->procs[p].storage != PP_STORE_NONE)
            add_start(s, p, true, label->gentry, label->unbalanced);
    }
}

bool pp_number_scope(const struct pp_graph *g, const struct pp_scope *scope, enum pp_mode mode,
                     const struct pp_call_order *order, struct pp_numbering *n,
                     struct pp_num *total)
{
    assert(pp_mode_row(mode)->crosses_calls);
    struct scope_numbering s = {.g = g, .order = order, .n = n, .fits = true};
    bool piecewise = pp_mode_row(mode)->in_pieces;
    reserve_procs(g, n);
    for (uint32_t i = 0; i < order->num; i++) {
        if (g->procs[order->procs[i]].storage == PP_STORE_NONE)
            continue;
        if (!pp_number_in_scope(g, order->procs[i], mode, n))
            return false;
        find_beginnings(&s, order->procs[i]);
    }
    for (uint32_t i = order->num; piecewise && i-- > 0;)
        if (g->procs[order->procs[i]].storage != PP_STORE_NONE &&
            !number_returns(&s, order->procs[i]))
            return false;
    number_starts(&s, scope, piecewise);
    *total = s.total;
    return s.fits;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Breaking edges where a scope has too many paths: thesis 3.5.4 and 4.1.2 (erratum 19), but
   coldest first over the whole scope, where the thesis breaks the edges in the order in which
   it meets them (limit-thesis.c).

   What can be broken is an edge inside a procedure, the return edge of a call, and then the
   call edge as well. The price of each is how often it is expected to run, because that is how
   often a path ends there.

   Two strategies are tried, procedure by procedure (limit-proc.c) and over the whole scope
   (limit-whole.c). The cheaper result is taken, and edges that need not be broken are mended,
   hottest first. Every trial is one pass over the scope or a part of it that counts the paths
   (limit-count.c). */
#define _GNU_SOURCE /* qsort_r */
#include "core/number/limit.h"
#include "core/graph/dfs.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* A call edge is broken after its return edge, and by that alone the callee loses its context: it
   counts as so many times hotter. */
#define CALL_FACTOR 2

/* How often each procedure is expected to be called: callers first, from the roots, each once. */
static void estimate_frequencies(struct pp_limiter *l)
{
    const double most = 1e15;
    for (uint32_t i = l->calls->num; i-- > 0;) {
        uint32_t p = l->calls->procs[i];
        const struct pp_proc *proc = &l->g->procs[p];
        double *own = &l->frequency[p - l->scope->first_proc];
        if (proc->calls >= 0)
            *own = proc->calls;
        else
            *own += proc->root;
        if (*own > most)
            *own = most;
        for (uint32_t v = proc->first_vertex; v < proc->first_vertex + proc->num_vertices; v++) {
            uint32_t e = pp_live_call(l, v);
            if (e == PP_NONE)
                continue;
            double weight = *own * l->g->edges[pp_summary_of_call(l->g, e)].weight;
            l->g->edges[e].weight = weight;
            l->g->edges[pp_return_edge(l->g, e)].weight = weight;
            l->frequency[pp_proc_of(l, l->g->edges[e].to) - l->scope->first_proc] += weight;
        }
    }
}

static int by_price(const void *a, const void *b)
{
    const struct pp_breakable *x = a, *y = b;
    if (x->price != y->price)
        return x->price < y->price ? -1 : 1;
    return x->edge < y->edge ? -1 : x->edge > y->edge;
}

static void add_candidate(struct pp_limiter *l, uint32_t e, double price)
{
    l->candidates[l->num_candidates++] = (struct pp_breakable){price, e};
}

static void find_candidates(struct pp_limiter *l)
{
    const struct pp_graph *g = l->g;
    for (uint32_t i = 0; i < l->scope->num_procs; i++) {
        const struct pp_proc *p = &g->procs[l->scope->first_proc + i];
        double times = l->alone ? 1 : l->frequency[i];
        for (uint32_t e = p->first_edge; e < p->first_edge + p->num_edges; e++) {
            const struct pp_edge *edge = &g->edges[e];
            uint32_t call = edge->kind == PP_SUMMARY ? pp_live_call(l, edge->from) : PP_NONE;
            if (call != PP_NONE) {
                uint32_t back = pp_return_edge(g, call);
                if (pp_live(g, back))
                    add_candidate(l, back, g->edges[back].weight);
                add_candidate(l, call, g->edges[call].weight * CALL_FACTOR);
            } else if (pp_live(g, e) && !(edge->flags & PP_E_ABNORMAL) && edge->to != p->exit &&
                       edge->from != p->entry) {
                add_candidate(l, e, edge->weight * times);
            }
        }
    }
}

static int by_falling_weight(const void *a, const void *b, void *graph)
{
    const struct pp_edge *edges = ((const struct pp_graph *)graph)->edges;
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    if (edges[x].weight != edges[y].weight)
        return edges[x].weight > edges[y].weight ? -1 : 1;
    return x < y ? -1 : x > y;
}

/* Where not all return edges can be kept for all paths, the hottest are. */
static void sort_callers(struct pp_limiter *l)
{
    for (uint32_t i = 0; i < l->scope->num_procs; i++)
        if (l->num_callers[i])
            qsort_r(l->callers[i], l->num_callers[i], sizeof *l->callers[i], by_falling_weight,
                    l->g);
}

void pp_find_candidates(struct pp_limiter *l, bool by_number)
{
    assert(!l->num_candidates);
    find_candidates(l);
    for (uint32_t i = 0; by_number && i < l->num_candidates; i++)
        l->candidates[i].price = 0;
    if (l->num_candidates)
        qsort(l->candidates, l->num_candidates, sizeof *l->candidates, by_price);
    for (uint32_t i = 0; i < l->num_candidates; i++)
        l->rank[l->candidates[i].edge - l->first_edge] = i;
}

void pp_mark_broken(struct pp_limiter *l)
{
    for (uint32_t k = 0; k < l->num_edges; k++) {
        uint32_t e = l->first_edge + k;
        struct pp_edge *edge = &l->g->edges[e];
        if (l->broken[k] && pp_inside(edge))
            edge->flags |= PP_E_BROKEN;
        else if (l->broken[k] && edge->kind == PP_CALL_EDGE)
            pp_cut_call(l->g, e, PP_E_BROKEN);
        else if (l->broken[k])
            edge->flags |= PP_E_BROKEN | PP_E_CUT;
        else if (l->unbalanced[k])
            edge->flags |= PP_E_UNBALANCED;
    }
}

/* The return edges out of P's Exit whose calls are followed, in the order of its list. */
static void find_callers(struct pp_limiter *l, uint32_t p)
{
    const struct pp_graph *g = l->g;
    uint32_t i = p - l->scope->first_proc, exit = g->procs[p].exit, num = 0;
    for (uint32_t e = g->vertices[exit].first_out; e != PP_NONE; e = g->edges[e].next_out)
        num += g->edges[e].kind == PP_RETURN && pp_live(g, pp_call_of_return(g, e));
    l->callers[i] = pp_xmalloc((num + 1) * sizeof *l->callers[i]);
    for (uint32_t e = g->vertices[exit].first_out; e != PP_NONE; e = g->edges[e].next_out)
        if (g->edges[e].kind == PP_RETURN && pp_live(g, pp_call_of_return(g, e)))
            l->callers[i][l->num_callers[i]++] = e;
}

static void prepare_orders(struct pp_limiter *l)
{
    for (uint32_t i = 0; i < l->calls->num; i++) {
        uint32_t p = l->calls->procs[i], k = p - l->scope->first_proc;
        struct pp_order order;
        pp_order_make(&order, l->g, p, PP_ORDER_LIVE);
        l->postorders[k] = order.postorder;
        l->lengths[k] = l->alone ? order.num_reached : l->g->procs[p].num_vertices;
        for (uint32_t n = l->lengths[k]; n < order.num_vertices; n++)
            l->unreached[order.postorder[n] - l->first_vertex] = true;
        order.postorder = NULL;
        pp_order_free(&order);
        find_callers(l, p);
    }
}

void pp_limiter_begin(struct pp_limiter *l)
{
    const struct pp_proc *first = &l->g->procs[l->scope->first_proc];
    size_t procs = l->scope->num_procs + 1;
    l->first_vertex = first->first_vertex;
    l->first_edge = first->first_edge;
    l->num_vertices = l->alone ? first->num_vertices : l->g->num_vertices - first->first_vertex;
    l->num_edges = l->alone ? first->num_edges : l->g->num_edges - first->first_edge;
    l->lengths = pp_xcalloc(procs, sizeof *l->lengths);
    l->postorders = pp_xcalloc(procs, sizeof *l->postorders);
    l->frequency = pp_xcalloc(procs, sizeof *l->frequency);
    l->begins = pp_xcalloc(procs, sizeof *l->begins);
    l->returns = pp_xcalloc(procs, sizeof *l->returns);
    l->root = pp_xcalloc(procs, sizeof *l->root);
    l->inner_begin = pp_xcalloc(procs, sizeof *l->inner_begin);
    l->callers = pp_xcalloc(procs, sizeof *l->callers);
    l->num_callers = pp_xcalloc(procs, sizeof *l->num_callers);
    l->candidates = pp_xmalloc((l->num_edges + 1) * sizeof *l->candidates);
    l->rank = pp_xmalloc((l->num_edges + 1) * sizeof *l->rank);
    l->some = pp_xmalloc((l->num_edges + 1) * sizeof *l->some);
    l->broken = pp_xcalloc(l->num_edges + 1, sizeof *l->broken);
    l->unbalanced = pp_xcalloc(l->num_edges + 1, sizeof *l->unbalanced);
    l->begun = pp_xcalloc(l->num_vertices + 1, sizeof *l->begun);
    l->unreached = pp_xcalloc(l->num_vertices + 1, sizeof *l->unreached);
    l->psi = pp_xcalloc(l->num_vertices + 1, sizeof *l->psi);
    if (l->g->num_collapsed)
        l->step = pp_xcalloc(l->num_vertices + 1, sizeof *l->step);
    memset(l->rank, 0xff, (l->num_edges + 1) * sizeof *l->rank);
    prepare_orders(l);
}

void pp_limiter_end(struct pp_limiter *l)
{
    for (uint32_t i = 0; i < l->scope->num_procs; i++) {
        free(l->postorders[i]);
        free(l->callers[i]);
    }
    free(l->postorders);
    free(l->lengths);
    free(l->frequency);
    free(l->begins);
    free(l->returns);
    free(l->root);
    free(l->inner_begin);
    free(l->callers);
    free(l->num_callers);
    free(l->candidates);
    free(l->rank);
    free(l->some);
    free(l->broken);
    free(l->unbalanced);
    free(l->begun);
    free(l->unreached);
    free(l->psi);
    free(l->step);
}

static bool is_measured(const struct pp_limiter *l)
{
    for (uint32_t i = 0; i < l->scope->num_procs; i++)
        if (l->g->procs[l->scope->first_proc + i].calls >= 0)
            return true;
    return false;
}

/* Leaves one of the two choices in l->broken.  Returns false if neither is enough.  Guesses err by
   more than the difference between them; then that procedure by procedure is taken, which breaks
   fewer edges. */
static bool choose(struct pp_limiter *l)
{
    double whole = 0, by_proc = 0;
    bool good = pp_fit_procs(l, &by_proc), sites = l->sites;
    if (good && !is_measured(l))
        return true;
    bool *broken = pp_xmalloc((l->num_edges + 1) * sizeof *broken);
    memcpy(broken, l->broken, l->num_edges * sizeof *broken);
    l->sites = false;
    if (pp_break_coldest(l, &whole) && (!good || whole <= by_proc)) {
        good = true;
    } else {
        memcpy(l->broken, broken, l->num_edges * sizeof *broken);
        l->sites = sites;
    }
    free(broken);
    return good;
}

void pp_limit_scope(struct pp_graph *g, const struct pp_scope *scope,
                    const struct pp_params *params, const struct pp_call_order *order)
{
    assert(pp_mode_row(params->mode)->crosses_calls && scope->num_procs);
    int bits = 64 * (int)pp_words(params);
    struct pp_limiter l = {
        .g = g,
        .scope = scope,
        .calls = order,
        .piecewise = pp_mode_row(params->mode)->in_pieces,
        .over = pp_mode_row(params->mode)->goes_over,
        .bits = bits,
        .max_paths = params->wide ? ldexpl(1, bits - 1) : (pp_approx)params->max_paths,
        .many = ldexpl(1, bits),
        .share = ldexpl(1, bits),
    };
    pp_limiter_begin(&l);
    estimate_frequencies(&l);
    pp_find_candidates(&l, params->breaking == PP_BREAK_THESIS);
    if (params->breaking == PP_BREAK_THESIS) {
        pp_break_as_thesis(&l);
    } else {
        sort_callers(&l);
        if (pp_break_scope(&l) > l.max_paths) {
            l.share = floorl(l.max_paths / (scope->num_procs + 1));
            bool good = choose(&l);
            /* A return edge broken for callers already counted adds to what begins in them. */
            while (!good && l.piecewise && l.share) {
                l.share = floorl(l.share / 16);
                good = choose(&l);
            }
            if (good)
                pp_mend_scope(&l);
        }
    }
    pp_mark_broken(&l);
    pp_limiter_end(&l);
}

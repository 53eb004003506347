/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How many paths a scope would have without the broken edges: the equations of scope-number.c on
   floating-point numbers, procedure by procedure; and the choice at one vertex, given an order of
   the edges (thesis 3.5.4, ComputePsiFnAndBreakEdges; erratum 19). */
#include "core/number/limit.h"
#include "core/number/psi.h"
#include "core/transform/transform.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

typedef pp_approx approx;
typedef struct pp_approx_linear linear;

/* X * Y; 0 times too many is 0. */
static approx product(approx x, approx y)
{
    return x == 0 || y == 0 ? 0 : x * y;
}

static linear plus(linear f, linear g)
{
    return (linear){f.a + g.a, f.b + g.b};
}

/* The calls inside the loops over all vertices, thousands of times each, are not to go through the
   linker's table: what others call is at the end. */
static inline approx at(linear f, approx x)
{
    return product(f.a, x) + f.b;
}

/* lambda x. f (g (x)) */
static linear after(linear f, linear g)
{
    return (linear){product(f.a, g.a), product(f.a, g.b) + f.b};
}

static const linear one = {0, 1}; /* a path ends */

static bool is_broken(const struct pp_limiter *l, uint32_t e)
{
    uint32_t i = e - l->first_edge; /* wraps to a great number for what lies before */
    return i < l->num_edges && l->broken[i];
}

static bool may_break(const struct pp_limiter *l, uint32_t e)
{
    uint32_t i = e - l->first_edge;
    return i < l->num_edges && l->rank[i] < l->size; /* PP_NONE is not */
}

/* Is the return edge of call edge E broken, or cut before? */
static bool is_left_there(const struct pp_limiter *l, uint32_t e)
{
    uint32_t back = pp_return_edge(l->g, e);
    return is_broken(l, back) || !pp_live(l->g, back);
}

static inline uint32_t live_call(const struct pp_limiter *l, uint32_t v)
{
    uint32_t e = l->g->vertices[v].kind == PP_CALL ? pp_call_edge(l->g, v) : PP_NONE;
    return e != PP_NONE && pp_live(l->g, e) ? e : PP_NONE;
}

/* ---- Pass I: psi. */

static bool add_one(void *in, void *sum)
{
    linear *psi = sum;
    (void)in;
    *psi = plus(*psi, one);
    return true;
}

static bool add_psi(void *in, void *sum, uint32_t v, bool step, unsigned times)
{
    const struct pp_limiter *l = in;
    linear *psi = sum, more = step ? l->step[v - l->first_vertex] : *pp_psi_of(l, v);
    while (times--)
        *psi = plus(*psi, more);
    return true;
}

static bool add_call(void *in, void *sum, uint32_t entry, uint32_t r)
{
    const struct pp_limiter *l = in;
    linear *psi = sum;
    *psi = plus(*psi, after(*pp_psi_of(l, entry), r == PP_NONE ? one : *pp_psi_of(l, r)));
    return true;
}

static const struct pp_arithmetic approximate = {add_one, add_psi, add_call};

/* The call vertex whose live call edge is E: its summary edge is live as yet, but what is not broken is to
   be followed. */
static linear psi_of_call(struct pp_limiter *l, uint32_t e)
{
    linear psi = {0, 0};
    uint32_t c = l->g->edges[e].from, r = pp_return_site(l->g, c);
    bool followed = !is_broken(l, e), returns = !is_left_there(l, e);
    if (followed)
        add_call(l, &psi, l->g->edges[e].to, returns ? r : PP_NONE);
    if (!followed || (!returns && l->over))
        add_psi(l, &psi, r, false, 1);
    if (!followed &&
        pp_pending_edge(l->g, c) != PP_NONE) /* the caller's path may be left under way */
        add_one(l, &psi);
    return psi;
}

/* The return edge first, then the call edge. */
static linear break_call(struct pp_limiter *l, uint32_t e)
{
    const uint32_t edges[] = {pp_return_edge(l->g, e), e};
    for (int k = !pp_live(l->g, edges[0]); k < 2; k++) {
        linear psi = psi_of_call(l, e);
        if (is_broken(l, e) || at(psi, 1) <= l->bound || !may_break(l, edges[k]))
            return psi;
        l->broken[edges[k] - l->first_edge] = true;
    }
    return psi_of_call(l, e);
}

static int by_number(const void *a, const void *b)
{
    const uint32_t *x = a, *y = b;
    return *x < *y ? -1 : *x > *y;
}

/* The ways on of a path that comes to V.  Where V is the head of a loop and split it may go on over
   its surrogate as well. */
static inline linear arrive(const struct pp_limiter *l, uint32_t v)
{
    linear psi = *pp_psi_of(l, v);
    return pp_is_split(l->g, v) ? plus(psi, psi) : psi;
}

/* Adds up what the live edges out of V contribute; those that may be broken and are worth it go to
   l->some instead, *NUM of them.  Likewise the step at V, if it is the head of a collapsed loop. */
static linear sum_out(struct pp_limiter *l, uint32_t v, uint32_t *num)
{
    const struct pp_graph *g = l->g;
    linear psi = {0, 0}, step = {0, 0};
    bool entry = g->vertices[v].kind == PP_ENTRY;
    *num = 0;
    for (uint32_t e = g->vertices[v].first_out; e != PP_NONE; e = g->edges[e].next_out) {
        const struct pp_edge *edge = &g->edges[e];
        if (!pp_live(g, e))
            continue;
        if (entry && edge->kind == PP_SURROGATE && edge->origin == PP_NONE)
            continue; /* add_begins */
        if (is_broken(l, e))
            add_one(l, &psi);
        else if (may_break(l, e) && !pp_leads_to_gexit(g, edge) && at(arrive(l, edge->to), 1) > 1)
            l->some[(*num)++] = l->rank[e - l->first_edge];
        else
            pp_add_edge_psi(&approximate, l, g, e, pp_leaves_step(g, edge) ? &step : &psi);
    }
    if (l->step)
        l->step[v - l->first_vertex] = step;
    return psi;
}

/* A vertex V that is no call that is followed.  The candidates of highest rank are kept, as many as
   there is room for beside the ends of the broken ones. */
static linear break_inner(struct pp_limiter *l, uint32_t p, uint32_t v)
{
    uint32_t num;
    bool full = false;
    if (v == l->g->procs[p].exit)
        return (linear){1, 0};
    linear psi = sum_out(l, v, &num), all = psi;
    for (uint32_t i = 0; i < num; i++)
        all = plus(all, arrive(l, l->g->edges[l->candidates[l->some[i]].edge].to));
    if (at(all, 1) <= l->bound)
        return all;
    if (num > 1)
        qsort(l->some, num, sizeof *l->some, by_number);
    for (uint32_t i = num; i-- > 0;) {
        uint32_t e = l->candidates[l->some[i]].edge;
        linear more = plus(psi, arrive(l, l->g->edges[e].to));
        full |= at(more, 1) + i > l->down;
        if (full) {
            l->broken[e - l->first_edge] = true;
            more = plus(psi, one);
        }
        psi = more;
    }
    return psi;
}

static void begin_at(struct pp_limiter *l, uint32_t i, uint32_t v)
{
    bool *begun = &l->begun[v - l->first_vertex];
    if (!*begun)
        l->begins[i] = plus(l->begins[i], arrive(l, v));
    *begun = true;
}

static void add_begins(struct pp_limiter *l, uint32_t p)
{
    const struct pp_graph *g = l->g;
    const struct pp_proc *proc = &g->procs[p];
    uint32_t i = p - l->scope->first_proc;
    l->begins[i] = (linear){0, 0};
    l->inner_begin[i] = false;
    memset(l->begun + (proc->first_vertex - l->first_vertex), 0,
           proc->num_vertices * sizeof *l->begun);
    for (uint32_t e = pp_first_out(g, proc->entry); e != PP_NONE; e = pp_next_out(g, e))
        if (g->edges[e].kind == PP_SURROGATE && g->edges[e].origin == PP_NONE) {
            /* Where a loop is collapsed there may be two to its head, of which each counts. */
            l->begun[g->edges[e].to - l->first_vertex] = false;
            begin_at(l, i, g->edges[e].to);
        }
    for (uint32_t e = proc->first_edge; e < proc->first_edge + proc->num_edges; e++)
        if (is_broken(l, e) && !l->unreached[g->edges[e].from - l->first_vertex])
            begin_at(l, i, g->edges[e].to);
    for (uint32_t k = 0; l->piecewise && k < l->g->procs[l->scope->first_proc + i].num_vertices;
         k++) {
        uint32_t e = live_call(l, l->postorders[i][k]);
        if (e == PP_NONE || is_broken(l, e))
            continue;
        if (is_left_there(l, e) && !l->over)
            begin_at(l, i, pp_return_site(g, g->edges[e].from));
        else if (!is_left_there(l, e))
            l->inner_begin[i] |=
                l->inner_begin[pp_proc_of(l, g->edges[e].to) - l->scope->first_proc];
    }
    if (l->piecewise)
        l->inner_begin[i] |= l->begins[i].a || l->begins[i].b;
    else
        *pp_psi_of(l, proc->entry) = plus(*pp_psi_of(l, proc->entry), l->begins[i]);
    if (pp_is_split(g, proc->entry)) {
        linear *entry = pp_psi_of(l, proc->entry);
        *entry = plus(*entry, (linear){0, at(*entry, 1)});
    }
}

void pp_break_proc(struct pp_limiter *l, uint32_t p)
{
    assert(p - l->scope->first_proc < l->scope->num_procs);
    uint32_t i = p - l->scope->first_proc;
    for (uint32_t k = 0; k < l->lengths[i]; k++) {
        uint32_t v = l->postorders[i][k], e = live_call(l, v);
        *pp_psi_of(l, v) = e != PP_NONE ? break_call(l, e) : break_inner(l, p, v);
    }
    add_begins(l, p);
}

/* ---- Pass II: numUnbalRLPaths. */

void pp_break_returns(struct pp_limiter *l, uint32_t p)
{
    assert(l->piecewise);
    uint32_t i = p - l->scope->first_proc;
    l->returns[i] = 1;
    if (!l->inner_begin[i])
        return;
    approx own = at(*pp_psi_of(l, l->g->procs[p].entry), 1);
    approx share = l->share > own ? l->share - own : 0; /* equation (32) */
    bool leaves = l->root[i];
    for (uint32_t k = 0; k < l->num_callers[i]; k++)
        leaves |= is_left_there(l, pp_call_of_return(l->g, l->callers[i][k])) &&
                  !is_broken(l, pp_call_of_return(l->g, l->callers[i][k]));
    approx sum = leaves;
    for (uint32_t k = 0; k < l->num_callers[i]; k++) {
        uint32_t e = l->callers[i][k], r = l->g->edges[e].to, call = pp_call_of_return(l->g, e);
        if (is_left_there(l, call) || is_broken(l, call))
            continue;
        uint32_t caller = pp_proc_of(l, r) - l->scope->first_proc;
        approx more = at(*pp_psi_of(l, r), l->returns[caller]);
        if (sum + more + 1 < l->many && at(l->begins[i], sum + more + 1) <= share) {
            sum += more;
            continue;
        }
        l->unbalanced[e - l->first_edge] = true;
        begin_at(l, caller, r);
        sum += !leaves;
        leaves = true;
    }
    l->returns[i] = sum;
}

/* ---- All. */

void pp_find_new_roots(struct pp_limiter *l)
{
    /* Where a call is broken control may come into a cycle of recursive calls elsewhere: for the
       bound, each head is a root then. */
    bool any = false;
    for (uint32_t i = 0; i < l->scope->num_procs; i++)
        for (uint32_t k = 0; k < l->num_callers[i]; k++)
            any |= is_broken(l, pp_call_of_return(l->g, l->callers[i][k]));
    for (uint32_t i = 0; i < l->scope->num_procs; i++) {
        const struct pp_proc *p = &l->g->procs[l->scope->first_proc + i];
        l->root[i] = p->root || (any && pp_is_split(l->g, p->entry));
        for (uint32_t k = 0; k < l->num_callers[i]; k++)
            l->root[i] |= is_broken(l, pp_call_of_return(l->g, l->callers[i][k]));
    }
}

approx pp_count_paths(const struct pp_limiter *l)
{
    approx total = 0;
    for (uint32_t i = 0; i < l->scope->num_procs; i++) {
        const struct pp_proc *p = &l->g->procs[l->scope->first_proc + i];
        if (p->storage == PP_STORE_NONE)
            continue;
        if (l->root[i])
            total += at(*pp_psi_of(l, p->entry), 1);
        if (l->piecewise)
            total += at(l->begins[i], l->returns[i]);
    }
    return total;
}

/* 4.1.2 (1)(b), for the bound only: an edge more than there will be makes the total no smaller. */
static void begin_at_sites(struct pp_limiter *l, uint32_t p)
{
    uint32_t i = p - l->scope->first_proc;
    for (uint32_t k = 0; k < l->g->procs[l->scope->first_proc + i].num_vertices; k++) {
        uint32_t e = live_call(l, l->postorders[i][k]);
        if (e != PP_NONE && !is_broken(l, e))
            begin_at(l, i, pp_return_site(l->g, l->g->edges[e].from));
    }
}

approx pp_finish_scope(struct pp_limiter *l)
{
    for (uint32_t i = 0; l->sites && i < l->calls->num; i++)
        begin_at_sites(l, l->calls->procs[i]);
    memset(l->unbalanced, 0, l->num_edges * sizeof *l->unbalanced);
    pp_find_new_roots(l);
    for (uint32_t i = l->calls->num; l->piecewise && i-- > 0;)
        pp_break_returns(l, l->calls->procs[i]);
    return pp_count_paths(l);
}

approx pp_break_scope(struct pp_limiter *l)
{
    for (uint32_t i = 0; i < l->calls->num; i++)
        pp_break_proc(l, l->calls->procs[i]);
    return pp_finish_scope(l);
}

approx pp_paths_from(const struct pp_limiter *l, uint32_t p)
{
    uint32_t i = p - l->scope->first_proc;
    approx paths = at(*pp_psi_of(l, l->g->procs[p].entry), 1);
    if (!l->piecewise)
        return paths;
    paths += at(l->begins[i], 1);
    for (uint32_t k = 0; l->sites && k < l->g->procs[l->scope->first_proc + i].num_vertices; k++) {
        uint32_t e = live_call(l, l->postorders[i][k]);
        if (e == PP_NONE || is_broken(l, e))
            continue;
        uint32_t r = pp_return_site(l->g, l->g->edges[e].from);
        if (!l->begun[r - l->first_vertex])
            paths += at(*pp_psi_of(l, r), 1);
    }
    return paths;
}

/* ---- The set. */

void pp_mend_all(struct pp_limiter *l)
{
    memset(l->broken, 0, l->num_edges * sizeof *l->broken);
}

void pp_mend_proc(struct pp_limiter *l, uint32_t p)
{
    const struct pp_proc *proc = &l->g->procs[p];
    uint32_t i = p - l->scope->first_proc;
    memset(l->broken + (proc->first_edge - l->first_edge), 0, proc->num_edges * sizeof *l->broken);
    for (uint32_t k = 0; k < l->g->procs[l->scope->first_proc + i].num_vertices; k++) {
        uint32_t e = live_call(l, l->postorders[i][k]);
        if (e != PP_NONE)
            l->broken[e - l->first_edge] = l->broken[pp_return_edge(l->g, e) - l->first_edge] =
                false;
    }
}

/* ---- For the others. */

approx pp_approx_at(linear f, approx x)
{
    return at(f, x);
}

uint32_t pp_live_call(const struct pp_limiter *l, uint32_t v)
{
    return live_call(l, v);
}

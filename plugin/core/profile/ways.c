/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An unfinished path goes along live edges, which have no cycle, to a call that may not come
   back; or back to a caller, if it was called from there. If every unfinished path of the
   procedure made a call, only ways through that call are possible. These ways are put in
   topological order; a vertex that none of their edges bypasses is on every way. */
#include "core/profile/ways.h"

#include "core/graph/dfs.h"

#include <stdlib.h>
#include <string.h>

#define NEVER (-1)

struct net {
    struct pp_ways *w;
    const struct pp_graph *g;
    const struct pp_proc *p;
    uint32_t *order, num;     /* vertices from the source on, in postorder */
    uint32_t *position;       /* by vertex, from 1 in topological order; 0: not reached */
    int32_t *before, *behind; /* most calls of the wanted ones up to a vertex and from it on */
    bool *wanted;             /* by vertex: every way goes through it */
    bool cyclic;
};

static uint32_t at(const struct net *n, uint32_t v)
{
    return v - n->p->first_vertex;
}

/* May an unfinished path take E? */
static bool is_open(const struct net *n, uint32_t e)
{
    const struct pp_edge *edge = &n->g->edges[e];
    if (!pp_inside(edge))
        return false;
    if (n->g->vertices[edge->to].kind == PP_EXIT)
        return n->w->followed[n->p - n->g->procs] && !(edge->flags & PP_E_NORETURN);
    if (edge->kind == PP_SUMMARY) {
        uint32_t callee = n->w->callee[edge->from];
        if (callee != PP_NONE && !n->w->passed[callee])
            return false;
        return pp_live(n->g, e) || edge->ends == PP_NONE;
    }
    return pp_live(n->g, e);
}

/* May it end in V? */
static bool is_end(const struct net *n, uint32_t v)
{
    const struct pp_vertex *vertex = &n->g->vertices[v];
    uint32_t callee = n->w->callee[v];
    if (vertex->kind == PP_EXIT)
        return true;
    if (vertex->kind != PP_CALL || !(vertex->flags & PP_V_MAY_LEAVE))
        return false;
    uint32_t r = pp_return_site(n->g, v);
    if (r == PP_NONE || (n->g->vertices[r].flags & PP_V_RESTART))
        return false; /* it would have been recorded before the call */
    return callee == PP_NONE || n->w->leaves[callee];
}

/* Lists what can be reached from SOURCE. */
static void reach(struct net *n, uint32_t source)
{
    uint32_t *stack = pp_xmalloc((n->p->num_vertices + 1) * sizeof *stack);
    uint32_t *next = pp_xmalloc((n->p->num_vertices + 1) * sizeof *next), depth = 0;
    uint8_t *state = pp_xcalloc((size_t)n->p->num_vertices + 1, sizeof *state);
    n->num = 0;
    stack[depth++] = source;
    next[at(n, source)] = n->g->vertices[source].first_out;
    state[at(n, source)] = 1;
    while (depth > 0) {
        uint32_t v = stack[depth - 1], e = next[at(n, v)];
        if (e == PP_NONE) {
            state[at(n, v)] = 2;
            n->order[n->num++] = v;
            depth--;
            continue;
        }
        next[at(n, v)] = n->g->edges[e].next_out;
        uint32_t to = n->g->edges[e].to;
        if (!is_open(n, e))
            continue;
        n->cyclic |= state[at(n, to)] == 1;
        if (state[at(n, to)])
            continue;
        state[at(n, to)] = 1;
        next[at(n, to)] = n->g->vertices[to].first_out;
        stack[depth++] = to;
    }
    memset(n->position, 0, n->p->num_vertices * sizeof *n->position);
    for (uint32_t i = 0; i < n->num; i++)
        n->position[at(n, n->order[i])] = n->num - i;
    free(state);
    free(next);
    free(stack);
}

/* Fills before and behind.  Returns the most wanted calls on one way; NEVER: there is no way. */
static int32_t measure(struct net *n, uint32_t source)
{
    for (uint32_t i = 0; i < n->num; i++) {
        uint32_t v = n->order[i];
        int32_t best = is_end(n, v) ? 0 : NEVER;
        for (uint32_t e = n->g->vertices[v].first_out; e != PP_NONE; e = n->g->edges[e].next_out)
            if (is_open(n, e) && n->behind[at(n, n->g->edges[e].to)] > best)
                best = n->behind[at(n, n->g->edges[e].to)];
        n->behind[at(n, v)] = best == NEVER ? NEVER : best + n->wanted[at(n, v)];
        n->before[at(n, v)] = NEVER;
    }
    n->before[at(n, source)] = n->wanted[at(n, source)];
    for (uint32_t i = n->num; i-- > 0;) {
        uint32_t v = n->order[i];
        for (uint32_t e = n->g->vertices[v].first_out; e != PP_NONE; e = n->g->edges[e].next_out) {
            if (!is_open(n, e))
                continue;
            uint32_t to = at(n, n->g->edges[e].to);
            int32_t so_far = n->before[at(n, v)] + n->wanted[to];
            if (so_far > n->before[to])
                n->before[to] = so_far;
        }
    }
    return n->behind[at(n, source)];
}

/* Are V, and E, on a way with BEST wanted calls?  Does such a way end in V? */
static bool is_on(const struct net *n, uint32_t v, int32_t best)
{
    return n->position[at(n, v)] && n->behind[at(n, v)] != NEVER &&
           n->before[at(n, v)] + n->behind[at(n, v)] - n->wanted[at(n, v)] == best;
}

static bool is_along(const struct net *n, uint32_t e, int32_t best)
{
    uint32_t from = n->g->edges[e].from, to = n->g->edges[e].to;
    return is_open(n, e) && is_on(n, from, best) && is_on(n, to, best) &&
           n->before[at(n, from)] + n->behind[at(n, to)] == best;
}

static bool ends_in(const struct net *n, uint32_t v, int32_t best)
{
    return is_end(n, v) && is_on(n, v, best) && n->before[at(n, v)] == best;
}

static void add(uint64_t *count, uint64_t more)
{
    *count = pp_add(*count, more);
}

/* SURE: the TIMES paths of the source all came to V. */
static void came(struct net *n, uint32_t v, uint32_t source, uint64_t times, bool sure)
{
    if (!sure) {
        n->w->u->vertices[v] |= PP_AT_LEAST;
        return;
    }
    if (v == source && n->g->vertices[v].kind != PP_ENTRY)
        return; /* that control came here was recorded */
    n->w->u->vertices[v] |= PP_INFERRED;
    add(&n->w->profile->vertex_counts[v], times);
    add(&n->w->added[v], times);
}

/* Takes the ways with BEST wanted calls from SOURCE, TIMES. */
static void take(struct net *n, uint32_t source, uint64_t times, int32_t best)
{
    int32_t passing = 0; /* edges over the vertex at hand, and ways that ended before it */
    int32_t *closing = pp_xcalloc((size_t)n->num + 2, sizeof *closing);
    for (uint32_t i = n->num; i-- > 0;) {
        uint32_t v = n->order[i], ways = ends_in(n, v, best), only = PP_NONE;
        passing -= closing[n->position[at(n, v)]];
        if (!is_on(n, v, best))
            continue;
        bool sure = passing == 0;
        came(n, v, source, times, sure);
        passing += (int32_t)ways;
        for (uint32_t e = n->g->vertices[v].first_out; e != PP_NONE; e = n->g->edges[e].next_out) {
            if (!is_along(n, e, best))
                continue;
            only = e;
            ways++;
            passing++;
            closing[n->position[at(n, n->g->edges[e].to)]]++;
        }
        sure &= ways == 1;
        for (uint32_t e = n->g->vertices[v].first_out; e != PP_NONE; e = n->g->edges[e].next_out)
            if (is_along(n, e, best))
                n->w->u->edges[e] |= sure ? PP_INFERRED : PP_AT_LEAST;
        if (sure && only != PP_NONE)
            add(&n->w->profile->edge_counts[only], times);
    }
    free(closing);
}

static void take_from(struct net *n, uint32_t source, uint64_t times)
{
    reach(n, source);
    int32_t best = measure(n, source), wanted = 0;
    for (uint32_t i = 0; i < n->p->num_vertices; i++)
        wanted += n->wanted[i];
    if (best != wanted && best != NEVER) { /* they are on no one way: the counts say otherwise */
        memset(n->wanted, 0, n->p->num_vertices * sizeof *n->wanted);
        best = measure(n, source);
    }
    if (n->cyclic || best == NEVER) /* what is certain is that it began */
        came(n, source, source, times, true);
    else
        take(n, source, times, best);
}

void pp_take_ways(struct pp_ways *w, uint32_t proc)
{
    const struct pp_graph *g = &w->profile->notes->graph;
    const struct pp_proc *p = &g->procs[proc];
    size_t num = (size_t)p->num_vertices + 1;
    struct net n = {.w = w, .g = g, .p = p};
    uint64_t all = 0;
    n.order = pp_xcalloc(num, sizeof *n.order);
    n.position = pp_xcalloc(num, sizeof *n.position);
    n.before = pp_xcalloc(num, sizeof *n.before);
    n.behind = pp_xcalloc(num, sizeof *n.behind);
    n.wanted = pp_xcalloc(num, sizeof *n.wanted);
    for (uint32_t v = p->first_vertex; v < p->first_vertex + p->num_vertices; v++)
        all = pp_add(all, w->supply[v]);
    for (uint32_t v = p->first_vertex; v < p->first_vertex + p->num_vertices; v++) {
        if (!w->supply[v])
            continue;
        for (uint32_t i = 0; i < p->num_vertices; i++)
            n.wanted[i] = w->made[p->first_vertex + i] >= all;
        take_from(&n, v, w->supply[v]);
    }
    free(n.order);
    free(n.position);
    free(n.before);
    free(n.behind);
    free(n.wanted);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/lanes/hot-trace.h"

#include <assert.h>
#include <stdlib.h>

#include "core/base/pair-map.h"
#include "core/lanes/intra.h"
#include "core/lanes/tracer.h"
#include "core/number/path.h"

/* Where [v, q] is. */
struct index {
    struct pp_hot_graph *h;
    const struct pp_automaton *a;
    struct pp_pair_map copies;
};

static void index_make(struct index *x, struct pp_hot_graph *h, const struct pp_automaton *a)
{
    *x = (struct index){.h = h, .a = a};
    for (uint32_t v = 0; v < h->num_vertices; v++)
        *pp_pair_at(&x->copies, h->vertices[v].vertex, h->vertices[v].state) = v;
}

/* [VERTEX, STATE], made if need be. */
static uint32_t copy_of(struct index *x, uint32_t vertex, uint32_t state)
{
    uint32_t *v = pp_pair_at(&x->copies, vertex, state);
    if (*v == PP_NONE)
        *v = pp_hot_add_vertex(x->h, vertex, state);
    return *v;
}

/* Is E the summary edge of a call that is followed? */
static bool is_followed(const struct index *x, uint32_t e)
{
    uint32_t call = x->h->graph->edges[e].kind == PP_SUMMARY
                        ? pp_call_edge(x->h->graph, x->h->graph->edges[e].from)
                        : PP_NONE;
    return call != PP_NONE && pp_automaton_follows(x->a, call);
}

static void grow(void *context, uint32_t v)
{
    struct index *x = context;
    const struct pp_graph *g = x->h->graph;
    uint32_t vertex = x->h->vertices[v].vertex, state = x->h->vertices[v].state;
    for (uint32_t e = g->vertices[vertex].first_out; e != PP_NONE; e = g->edges[e].next_out) {
        uint32_t next;
        if (pp_inside(&g->edges[e]) && !is_followed(x, e))
            next = pp_automaton_step(x->a, state, e);
        else if (g->edges[e].kind == PP_CALL_EDGE && pp_automaton_follows(x->a, e))
            next = pp_automaton_call(x->a, state, e);
        else
            continue;
        pp_hot_add_edge(x->h, v, copy_of(x, g->edges[e].to, next), e);
    }
}

static uint32_t come_back(void *context, uint32_t c, uint32_t exit)
{
    struct index *x = context;
    const struct pp_hot_vertex *caller = &x->h->vertices[c];
    uint32_t call = pp_call_edge(x->h->graph, caller->vertex);
    uint32_t next = pp_automaton_return(x->a, caller->state, call, x->h->vertices[exit].state);
    return copy_of(x, x->h->graph->edges[pp_return_edge(x->h->graph, call)].to, next);
}

static uint32_t restart(void *context, uint32_t vertex)
{
    struct index *x = context;
    return copy_of(x, vertex, pp_automaton_begin(x->a, vertex));
}

/* May control come into P from outside of A's procedures? */
static bool is_entered(const struct pp_automaton *a, const struct pp_proc *p)
{
    const struct pp_graph *g = a->graph;
    if (!a->calls || p->outside)
        return true;
    for (uint32_t e = g->vertices[p->entry].first_in; e != PP_NONE; e = g->edges[e].next_in)
        if (g->edges[e].kind == PP_CALL_EDGE &&
            pp_automaton_root(a, g->vertices[g->edges[e].from].proc) == PP_NONE)
            return true;
    return false;
}

void pp_trace(struct pp_hot_graph *h, const struct pp_automaton *a)
{
    struct index x = {.h = h, .a = a};
    struct pp_growth growth = {&x, grow, come_back, restart};
    struct pp_tracer tracer;
    pp_hot_graph_init(h, a->graph, a->procs, a->num_procs);
    h->calls = a->calls;
    pp_tracer_init(&tracer, h, &growth);
    for (uint32_t i = 0; i < a->num_procs; i++) {
        const struct pp_proc *p = &a->graph->procs[a->procs[i]];
        if (!is_entered(a, p))
            continue;
        h->procs[i].outside = copy_of(&x, p->entry, pp_automaton_begin(a, p->entry));
        pp_tracer_run(&tracer, h->procs[i].outside);
    }
    pp_tracer_free(&tracer);
    pp_pair_map_free(&x.copies);
}

/* ---- Translation. */

/* A path that is gone along in the graph. */
struct walk {
    const struct index *x;
    uint32_t v;
    uint32_t *stack; /* call vertices that it is in */
    uint32_t depth, room;
};

/* The return edge by which the path goes along EDGE of the program: that of the call that it is in;
   without one, where it does not say which called, any, as all lead to the same vertex. */
static uint32_t find_return(struct walk *w, uint32_t edge)
{
    const struct pp_hot_graph *h = w->x->h;
    uint32_t c = w->depth ? w->stack[--w->depth] : PP_NONE, e = h->vertices[w->v].first_out;
    while (e != PP_NONE && (h->edges[e].edge != edge || (c != PP_NONE && h->edges[e].call != c)))
        e = h->edges[e].next_out;
    return e;
}

/* Goes along EDGE of a path.  Returns the hot edge; PP_NONE: it is a surrogate that begins one, or
   leads nowhere (then the path is over, and W's vertex is PP_NONE). */
static uint32_t follow(struct walk *w, uint32_t edge)
{
    const struct pp_hot_graph *h = w->x->h;
    const struct pp_edge *e = &h->graph->edges[edge];
    if (pp_is_begin(e)) {
        uint32_t state = pp_automaton_resume(w->x->a, h->vertices[w->v].state, edge);
        w->v = pp_pair_get(&w->x->copies, e->to, state);
        return PP_NONE;
    }
    if (e->kind == PP_SURROGATE)
        edge = e->origin;
    uint32_t hot = e->kind == PP_RETURN ? find_return(w, edge)
                   : edge != PP_NONE    ? pp_hot_out(h, w->v, edge)
                                        : PP_NONE;
    if (e->kind == PP_CALL_EDGE) {
        w->stack = pp_grow(w->stack, &w->room, w->depth, 1, sizeof *w->stack);
        w->stack[w->depth++] = w->v;
    }
    w->v = hot == PP_NONE ? PP_NONE : h->edges[hot].to;
    return hot;
}

/* Goes to where PATH's active-suffix begins.  Inside procedures what comes before it says all that
   the automaton knows then; over calls it is a path of the graph as well, but that of a path which
   begins inside of a procedure its Entry may have no copy.  Returns the hot edge that led there, if
   it is one of the graph. */
static uint32_t begin(struct walk *w, const struct pp_path *path)
{
    const struct pp_automaton *a = w->x->a;
    const struct pp_graph *g = a->graph;
    uint32_t last = PP_NONE, i = a->calls ? 0 : path->active, first = path->edges[i];
    uint32_t at = g->edges[first].from;
    w->v = PP_NONE;
    if (pp_automaton_root(a, g->vertices[at].proc) == PP_NONE)
        return PP_NONE;
    uint32_t state = a->calls ? pp_automaton_begin(a, at) : pp_automaton_at(a, path);
    if (pp_is_begin(&g->edges[first])) {
        state = pp_automaton_resume(a, state, first);
        at = g->edges[first].to;
        i++;
    }
    w->v = pp_pair_get(&w->x->copies, at, state);
    for (; i < path->active && w->v != PP_NONE; i++)
        last = follow(w, path->edges[i]);
    return last;
}

/* A summary edge beside a call that is followed begins an active-suffix as a surrogate does, but
   control takes it. */
static void count_path(struct walk *w, const struct pp_path *path)
{
    struct pp_hot_graph *h = w->x->h;
    w->depth = 0;
    uint32_t e = begin(w, path);
    if (e != PP_NONE && w->x->a->calls)
        h->edges[e].count = pp_add(h->edges[e].count, path->count);
    for (uint32_t i = path->active; w->v != PP_NONE && i < path->num_edges; i++) {
        h->vertices[w->v].count = pp_add(h->vertices[w->v].count, path->count);
        e = follow(w, path->edges[i]);
        if (e != PP_NONE)
            h->edges[e].count = pp_add(h->edges[e].count, path->count);
    }
    /* What a recording edge leads to is the next path's; but at Exit none begins. */
    if (w->v != PP_NONE && h->graph->vertices[h->vertices[w->v].vertex].kind == PP_EXIT)
        h->vertices[w->v].count = pp_add(h->vertices[w->v].count, path->count);
}

/* Calls that paths do not follow are made whenever control comes to them; calls that they follow are
   over as often as they come back. */
static void count_calls(struct pp_hot_graph *h)
{
    const struct pp_graph *g = h->graph;
    for (uint32_t i = 0; i < h->num_edges; i++) {
        struct pp_hot_edge *e = &h->edges[i];
        if (g->edges[e->edge].kind == PP_CALL_EDGE && !pp_live(g, e->edge))
            e->count = h->vertices[e->from].count;
        if (g->edges[e->edge].kind != PP_RETURN || !e->count)
            continue;
        uint32_t s = h->vertices[e->call].first_out;
        while (g->edges[h->edges[s].edge].kind != PP_SUMMARY || h->edges[s].to != e->to)
            s = h->edges[s].next_out;
        h->edges[s].count = pp_add(h->edges[s].count, e->count);
    }
}

void pp_translate(struct pp_hot_graph *h, const struct pp_automaton *a,
                  const struct pp_profile *profile)
{
    struct index x;
    struct walk w = {.x = &x};
    index_make(&x, h, a);
    for (uint32_t i = 0; i < a->num_procs && !a->calls; i++) {
        size_t num;
        const struct pp_path *paths = pp_intra_of(profile, a->procs[i], &num);
        for (size_t k = 0; k < num; k++)
            count_path(&w, &paths[k]);
    }
    for (size_t k = 0; a->calls && k < profile->num_paths; k++)
        count_path(&w, &profile->paths[k]);
    if (a->calls)
        count_calls(h);
    free(w.stack);
    pp_pair_map_free(&x.copies);
}

uint32_t pp_hot_begin(const struct pp_hot_graph *h, const struct pp_automaton *a,
                      const struct pp_path *path)
{
    assert(!a->calls);
    if (pp_automaton_root(a, path->proc) == PP_NONE)
        return PP_NONE;
    return pp_hot_find(h, h->graph->edges[path->edges[path->active]].from,
                       pp_automaton_at(a, path));
}

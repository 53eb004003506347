/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/lanes/hot-trace.h"

#include <assert.h>
#include <stdlib.h>

#include "core/base/pair-map.h"
#include "core/lanes/tracer.h"
#include "core/number/path.h"

/* Where [v, q] is. */
struct index {
    struct pp_hot_graph *h;
    const struct pp_automaton *a;
    struct pp_pair_map copies;
};

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

uint32_t pp_hot_begin(const struct pp_hot_graph *h, const struct pp_automaton *a,
                      const struct pp_path *path)
{
    assert(!a->calls);
    if (pp_automaton_root(a, path->proc) == PP_NONE)
        return PP_NONE;
    return pp_hot_find(h, h->graph->edges[path->edges[path->active]].from,
                       pp_automaton_at(a, path));
}

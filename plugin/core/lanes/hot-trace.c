/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/lanes/hot-trace.h"

#include <stdlib.h>

#include "core/lanes/intra.h"
#include "core/number/path.h"

/* Where [v, q] is.  A state other than a root has but one vertex, [the vertex that it represents,
   state], and a vertex has but one copy in the root of its procedure. */
struct index {
    struct pp_hot_graph *h;
    const struct pp_automaton *a;
    uint32_t *of_state;
    uint32_t *in_root; /* of the vertices from h->first_vertex on */
};

static uint32_t *place_of(const struct index *x, uint32_t vertex, uint32_t state)
{
    return x->a->states[state].parent == PP_NONE ? &x->in_root[vertex - x->h->first_vertex]
                                                 : &x->of_state[state];
}

static void index_make(struct index *x, struct pp_hot_graph *h, const struct pp_automaton *a)
{
    *x = (struct index){.h = h, .a = a};
    x->of_state = pp_xmalloc(((size_t)a->num_states + 1) * sizeof *x->of_state);
    x->in_root = pp_xmalloc(((size_t)h->num_of + 1) * sizeof *x->in_root);
    for (uint32_t q = 0; q < a->num_states; q++)
        x->of_state[q] = PP_NONE;
    for (uint32_t v = 0; v < h->num_of; v++)
        x->in_root[v] = PP_NONE;
    for (uint32_t v = 0; v < h->num_vertices; v++)
        *place_of(x, h->vertices[v].vertex, h->vertices[v].state) = v;
}

static void index_free(struct index *x)
{
    free(x->of_state);
    free(x->in_root);
}

/* [VERTEX, STATE], made if need be. */
static uint32_t copy_of(struct index *x, uint32_t vertex, uint32_t state)
{
    uint32_t *v = place_of(x, vertex, state);
    if (*v == PP_NONE)
        *v = pp_hot_add_vertex(x->h, vertex, state);
    return *v;
}

/* The vertices are their own worklist: what is made is appended, and done in that order. */
static void trace_proc(struct index *x, uint32_t proc)
{
    struct pp_hot_graph *h = x->h;
    const struct pp_graph *g = h->graph;
    const struct pp_proc *p = &g->procs[proc];
    uint32_t next = h->num_vertices;
    copy_of(x, p->entry, pp_automaton_begin(x->a, p->entry));
    for (uint32_t v = p->first_vertex; v < p->first_vertex + p->num_vertices; v++)
        if (g->vertices[v].flags & PP_V_RESTART)
            copy_of(x, v, pp_automaton_begin(x->a, v));
    for (; next < h->num_vertices; next++) {
        uint32_t vertex = h->vertices[next].vertex, state = h->vertices[next].state;
        for (uint32_t e = g->vertices[vertex].first_out; e != PP_NONE; e = g->edges[e].next_out) {
            if (!pp_inside(&g->edges[e]))
                continue;
            uint32_t to = copy_of(x, g->edges[e].to, pp_automaton_step(x->a, state, e));
            pp_hot_add_edge(h, next, to, e);
        }
    }
}

void pp_trace(struct pp_hot_graph *h, const struct pp_automaton *a)
{
    struct index x;
    pp_hot_graph_init(h, a->graph, a->procs, a->num_procs);
    index_make(&x, h, a);
    for (uint32_t i = 0; i < a->num_procs; i++)
        trace_proc(&x, a->procs[i]);
    index_free(&x);
}

static void count_path(const struct index *x, const struct pp_path *path)
{
    struct pp_hot_graph *h = x->h;
    uint32_t begin = h->graph->edges[path->edges[path->active]].from;
    uint32_t v = *place_of(x, begin, pp_automaton_at(x->a, path));
    for (uint32_t i = path->active; v != PP_NONE && i < path->num_edges; i++) {
        struct pp_hot_edge *e = &h->edges[pp_hot_out(h, v, path->edges[i])];
        h->vertices[v].count = pp_add(h->vertices[v].count, path->count);
        e->count = pp_add(e->count, path->count);
        v = e->to;
    }
    /* What a recording edge leads to is the next path's; but at Exit none begins. */
    if (v != PP_NONE && h->graph->vertices[h->vertices[v].vertex].kind == PP_EXIT)
        h->vertices[v].count = pp_add(h->vertices[v].count, path->count);
}

void pp_translate(struct pp_hot_graph *h, const struct pp_automaton *a,
                  const struct pp_profile *intra)
{
    struct index x;
    index_make(&x, h, a);
    for (uint32_t i = 0; i < a->num_procs; i++) {
        size_t num;
        const struct pp_path *paths = pp_intra_of(intra, a->procs[i], &num);
        for (size_t k = 0; k < num; k++)
            count_path(&x, &paths[k]);
    }
    index_free(&x);
}

uint32_t pp_hot_begin(const struct pp_hot_graph *h, const struct pp_automaton *a,
                      const struct pp_path *path)
{
    if (pp_automaton_root(a, path->proc) == PP_NONE)
        return PP_NONE;
    return pp_hot_find(h, h->graph->edges[path->edges[path->active]].from,
                       pp_automaton_at(a, path));
}

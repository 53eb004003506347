/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/lanes/translate.h"

#include <stdlib.h>

#include "core/base/pair-map.h"
#include "core/lanes/intra.h"

/* Where a path has come to in a graph. */
struct place {
    const struct pp_hot_graph *h;
    uint32_t v;      /* PP_NONE: it is over */
    uint32_t *stack; /* call vertices that it is in */
    uint32_t depth, room;
    struct pp_pair_map returns; /* (exit, label) -> return edge: an exit may have very many */
};

/* A path that is gone along in the hot-path graph, whose states say where surrogates lead, and in what
   has been made of it. */
struct walk {
    const struct pp_automaton *a;
    struct pp_pair_map copies; /* (vertex, state) -> vertex of from.h */
    struct place from, onto;
    const uint32_t *vertex_of; /* NULL: both are one */
    struct pp_hot_graph *counted;
    bool *pinned; /* if not NULL nothing is counted */
};

static void index_returns(struct place *p)
{
    const struct pp_hot_graph *h = p->h;
    for (uint32_t e = 0; e < h->num_edges; e++)
        if (h->edges[e].call != PP_NONE)
            *pp_pair_at(&p->returns, h->edges[e].from, h->edges[e].call) = e;
}

static void free_place(struct place *p)
{
    free(p->stack);
    pp_pair_map_free(&p->returns);
}

/* The first copy of EDGE out of V, to TO, unless that is PP_NONE; PP_NONE if there is none. */
static uint32_t find_out(const struct pp_hot_graph *h, uint32_t v, uint32_t edge, uint32_t to)
{
    uint32_t e = h->vertices[v].first_out;
    while (e != PP_NONE && (h->edges[e].edge != edge || (to != PP_NONE && h->edges[e].to != to)))
        e = h->edges[e].next_out;
    return e;
}

/* Goes along EDGE of the program; to TO, unless that is PP_NONE.  Returns the hot edge. */
static uint32_t go(struct place *p, uint32_t edge, uint32_t to)
{
    const struct pp_hot_graph *h = p->h;
    uint32_t kind = h->graph->edges[edge].kind, label = PP_NONE;
    if (p->v == PP_NONE)
        return PP_NONE;
    if (kind == PP_RETURN && p->depth)
        label = p->stack[--p->depth];
    if (kind == PP_CALL_EDGE) {
        p->stack = pp_grow(p->stack, &p->room, p->depth, 1, sizeof *p->stack);
        p->stack[p->depth++] = p->v;
    }
    uint32_t e =
        label != PP_NONE ? pp_pair_get(&p->returns, p->v, label) : find_out(h, p->v, edge, to);
    p->v = e == PP_NONE ? PP_NONE : h->edges[e].to;
    return e;
}

/* What the hot-path graph's vertex V has become. */
static uint32_t become(const struct walk *w, uint32_t v)
{
    return v == PP_NONE || !w->vertex_of ? v : w->vertex_of[v];
}

static void pin(const struct walk *w)
{
    if (w->pinned && w->from.v != PP_NONE)
        w->pinned[become(w, w->from.v)] = true;
}

/* The path goes on at V of the hot-path graph, by no edge. */
static void jump(struct walk *w, uint32_t v)
{
    w->from.v = v;
    w->onto.v = become(w, v);
    pin(w);
}

/* Goes along EDGE of a path.  Returns the hot edge that it goes along; PP_NONE: there is none. */
static uint32_t follow(struct walk *w, uint32_t edge)
{
    const struct pp_graph *g = w->from.h->graph;
    const struct pp_edge *e = &g->edges[edge];
    if (pp_is_begin(e)) {
        uint32_t state = pp_automaton_resume(w->a, w->from.h->vertices[w->from.v].state, edge);
        jump(w, pp_pair_get(&w->copies, e->to, state));
        return PP_NONE;
    }
    if (e->kind == PP_SURROGATE)
        edge = e->origin;
    if (edge == PP_NONE) {
        w->from.v = w->onto.v = PP_NONE;
        return PP_NONE;
    }
    /* Inside procedures the edge is all that there is to know, over calls not always. */
    bool unknown = (g->edges[edge].kind == PP_RETURN && !w->from.depth) ||
                   (g->edges[edge].kind == PP_SUMMARY && pp_hot_follows(w->from.h, edge));
    uint32_t hot = go(&w->from, edge, PP_NONE);
    if (unknown)
        pin(w);
    if (!w->vertex_of) {
        w->onto.v = w->from.v;
        return hot;
    }
    return go(&w->onto, edge, unknown ? become(w, w->from.v) : PP_NONE);
}

/* Goes to where PATH's active-suffix begins.  Inside procedures what comes before it says all that
   the automaton knows then; over calls it is a path of the graph as well, but that of a path which
   begins inside of a procedure its Entry may have no copy.  Returns the hot edge that led there, if
   it is one of the graph. */
static uint32_t begin(struct walk *w, const struct pp_path *path)
{
    const struct pp_automaton *a = w->a;
    const struct pp_graph *g = a->graph;
    uint32_t last = PP_NONE, i = a->calls ? 0 : path->active, first = path->edges[i];
    uint32_t at = g->edges[first].from;
    w->from.v = w->onto.v = PP_NONE;
    w->from.depth = w->onto.depth = 0;
    if (pp_automaton_root(a, g->vertices[at].proc) == PP_NONE)
        return PP_NONE;
    uint32_t state = a->calls ? pp_automaton_begin(a, at) : pp_automaton_at(a, path);
    if (pp_is_begin(&g->edges[first])) {
        state = pp_automaton_resume(a, state, first);
        at = g->edges[first].to;
        i++;
    }
    jump(w, pp_pair_get(&w->copies, at, state));
    for (; i < path->active && w->from.v != PP_NONE; i++)
        last = follow(w, path->edges[i]);
    return last;
}

static void count_vertex(const struct walk *w, uint32_t v, uint64_t count)
{
    if (!w->pinned)
        w->counted->vertices[v].count = pp_add(w->counted->vertices[v].count, count);
}

static void count_edge(const struct walk *w, uint32_t e, uint64_t count)
{
    if (!w->pinned && e != PP_NONE)
        w->counted->edges[e].count = pp_add(w->counted->edges[e].count, count);
}

/* A summary edge beside a call that is followed begins an active-suffix as a surrogate does, but
   control takes it. */
static void count_path(struct walk *w, const struct pp_path *path)
{
    uint32_t e = begin(w, path);
    count_edge(w, e, path->count);
    for (uint32_t i = path->active; w->onto.v != PP_NONE && i < path->num_edges; i++) {
        count_vertex(w, w->onto.v, path->count);
        count_edge(w, follow(w, path->edges[i]), path->count);
    }
    /* What a recording edge leads to is the next path's; but at Exit none begins. */
    if (w->onto.v != PP_NONE &&
        w->onto.h->graph->vertices[w->onto.h->vertices[w->onto.v].vertex].kind == PP_EXIT)
        count_vertex(w, w->onto.v, path->count);
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

/* Takes all paths of PROFILE along. */
static void walk_all(struct walk *w, const struct pp_profile *profile)
{
    const struct pp_hot_graph *h = w->from.h;
    const struct pp_automaton *a = w->a;
    for (uint32_t v = 0; v < h->num_vertices; v++)
        *pp_pair_at(&w->copies, h->vertices[v].vertex, h->vertices[v].state) = v;
    index_returns(&w->from);
    index_returns(&w->onto);
    for (uint32_t i = 0; i < a->num_procs && !a->calls; i++) {
        size_t num;
        const struct pp_path *paths = pp_intra_of(profile, a->procs[i], &num);
        for (size_t k = 0; k < num; k++)
            count_path(w, &paths[k]);
    }
    for (size_t k = 0; a->calls && k < profile->num_paths; k++)
        count_path(w, &profile->paths[k]);
    free_place(&w->from);
    free_place(&w->onto);
    pp_pair_map_free(&w->copies);
}

void pp_translate(struct pp_hot_graph *h, const struct pp_automaton *a,
                  const struct pp_profile *profile)
{
    struct walk w = {.a = a, .from.h = h, .onto.h = h, .counted = h};
    walk_all(&w, profile);
    if (a->calls)
        count_calls(h);
}

void pp_translate_onto(struct pp_hot_graph *onto, const uint32_t *vertex_of,
                       const struct pp_hot_graph *h, const struct pp_automaton *a,
                       const struct pp_profile *profile)
{
    struct walk w = {.a = a, .from.h = h, .onto.h = onto, .vertex_of = vertex_of, .counted = onto};
    walk_all(&w, profile);
    if (a->calls)
        count_calls(onto);
}

void pp_find_pinned(bool *pinned, const struct pp_hot_graph *onto, const uint32_t *vertex_of,
                    const struct pp_hot_graph *h, const struct pp_automaton *a,
                    const struct pp_profile *profile)
{
    struct walk w = {.a = a, .from.h = h, .onto.h = onto, .vertex_of = vertex_of, .pinned = pinned};
    for (uint32_t v = 0; v < onto->num_vertices; v++)
        pinned[v] = false;
    walk_all(&w, profile);
}

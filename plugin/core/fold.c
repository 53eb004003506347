/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Constant propagation of `path` forward over the live graph, and liveness backward.  The live
   graph is acyclic, so that one pass in topological order is each one's fixed point. */
#include "fold.h"

#include "order.h"

#include <stdlib.h>

enum knowledge { NOTHING, CONSTANT, VARIES };

/* What `path` is where a vertex begins. */
struct state {
    enum knowledge known;
    uint64_t value;
};

struct folder {
    const struct pp_graph *g;
    const struct pp_proc *p;
    struct pp_places *places;
    struct state *states; /* indexed by vertex, the procedure's first at 0 */
    bool *used;           /* likewise: may a record see what path is where the vertex begins? */
};

/* The action that a live edge stands for: its own, that of the cut edge whose path it ends, or, for
   Entry -> v, NULL: the cut edges into v share it. */
static struct pp_action *action(const struct folder *f, uint32_t edge)
{
    const struct pp_edge *e = &f->g->edges[edge];
    if (e->kind != PP_SURROGATE)
        return &f->places->at_edge[edge - f->p->first_edge];
    if (e->origin != PP_NONE)
        return &f->places->at_edge[e->origin - f->p->first_edge];
    return NULL;
}

/* The value that the cut edges into V, or V itself, set. */
static uint64_t begin_value(const struct folder *f, uint32_t v)
{
    const struct pp_action *a = &f->places->at_vertex[v - f->p->first_vertex];
    if (a->update == PP_SET)
        return a->value.b;
    for (uint32_t e = f->g->vertices[v].first_in; e != PP_NONE; e = f->g->edges[e].next_in)
        if (f->g->edges[e].begins != PP_NONE)
            return f->places->at_edge[e - f->p->first_edge].value.b;
    return 0;
}

static void meet(struct state *into, struct state s)
{
    if (into->known == NOTHING)
        *into = s;
    else if (s.known == VARIES || into->value != s.value)
        into->known = VARIES;
}

/* Folds what is known at U into the action of EDGE, which leaves it, and passes it on. */
static void push(struct folder *f, struct state u, uint32_t edge)
{
    const struct pp_edge *e = &f->g->edges[edge];
    struct pp_action *a = action(f, edge);
    struct state *to = &f->states[e->to - f->p->first_vertex];
    if (!a) {
        meet(to, (struct state){CONSTANT, begin_value(f, e->to)});
        return;
    }
    if (a->record) {
        if (a->uses_path && u.known == CONSTANT) {
            a->uses_path = false;
            a->index.b += u.value;
        }
        return;
    }
    if (a->update == PP_SET) {
        u = (struct state){CONSTANT, a->value.b};
    } else if (a->update == PP_ADD && u.known == CONSTANT) {
        a->update = PP_SET;
        a->value.b += u.value;
        u.value = a->value.b;
    }
    meet(to, u);
}

/* Drops what EDGE does for nobody.  Returns whether it uses what path is where it begins. */
static bool pull(struct folder *f, uint32_t edge)
{
    struct pp_action *a = action(f, edge);
    if (!a)
        return false;
    if (a->record)
        return a->uses_path;
    bool used = f->used[f->g->edges[edge].to - f->p->first_vertex];
    if (!used)
        a->update = PP_KEEP;
    return used && a->update != PP_SET;
}

/* After a record, or at a RESTART vertex: nobody may want to know where the next path begins. */
static void drop_begins(struct folder *f)
{
    for (uint32_t i = 0; i < f->p->num_edges; i++) {
        const struct pp_edge *e = &f->g->edges[f->p->first_edge + i];
        if ((e->flags & PP_E_CUT) && !f->used[e->to - f->p->first_vertex])
            f->places->at_edge[i].update = PP_KEEP;
    }
    for (uint32_t v = 0; v < f->p->num_vertices; v++)
        if (!f->used[v])
            f->places->at_vertex[v].update = PP_KEEP;
}

void pp_fold(const struct pp_graph *g, uint32_t proc, struct pp_places *places)
{
    const struct pp_proc *p = &g->procs[proc];
    struct folder f = {
        .g = g,
        .p = p,
        .places = places,
        .states = pp_xcalloc(p->num_vertices, sizeof *f.states),
        .used = pp_xcalloc(p->num_vertices, sizeof *f.used),
    };
    struct pp_order order;
    pp_order_make(&order, g, proc, PP_ORDER_LIVE);
    for (uint32_t i = order.num_vertices; i-- > 0;) {
        uint32_t v = order.postorder[i];
        struct state state = f.states[v - p->first_vertex];
        if (state.known == NOTHING) /* Entry, and what cannot be reached */
            state.known = VARIES;
        for (uint32_t e = pp_first_out(g, v); e != PP_NONE; e = pp_next_out(g, e))
            push(&f, state, e);
    }
    for (uint32_t i = 0; i < order.num_vertices; i++) {
        uint32_t v = order.postorder[i];
        for (uint32_t e = pp_first_out(g, v); e != PP_NONE; e = pp_next_out(g, e))
            f.used[v - p->first_vertex] |= pull(&f, e);
    }
    drop_begins(&f);
    pp_order_free(&order);
    free(f.states);
    free(f.used);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Constant propagation of `path` forward over the live graph, and liveness backward.  The live
   graph is acyclic, so that one pass in topological order is each one's fixed point. */
#include "core/plan/fold.h"

#include "core/graph/dfs.h"
#include "core/transform/split.h"

#include <stdlib.h>

struct folder {
    const struct pp_graph *g;
    const struct pp_proc *p;
    struct pp_places *places;
    struct pp_path_value *values; /* indexed by vertex, the procedure's first at 0 */
    bool *used; /* likewise: may a record see what path is where the vertex begins? */
};

/* The action that a live edge stands for: its own, that of the cut edge whose path it ends, that
   before the call in which it ends; or, for Entry -> v, NULL: the cut edges into v share it. */
static struct pp_action *action(const struct folder *f, uint32_t edge)
{
    const struct pp_edge *e = &f->g->edges[edge];
    if (e->kind != PP_SURROGATE)
        return &f->places->at_edge[edge - f->p->first_edge];
    if (e->origin != PP_NONE)
        return &f->places->at_edge[e->origin - f->p->first_edge];
    if (e->flags & PP_E_PENDING)
        return &f->places->at_vertex[e->from - f->p->first_vertex];
    return NULL;
}

/* Mode kpath: whether what A records or adds has to do with a loop of several iterations, whose registers nobody
   follows here. */
static bool is_of_loop(const struct pp_action *a)
{
    return pp_does(a, PP_DO_OUT | PP_DO_ITERATE) || a->late || !pp_is_zero(a->value.a);
}

/* The value that the cut edges which BEGIN, Entry -> v, stands for, or v itself, set.  (Mode kpath: at the head of a
   loop of several iterations it is what those before have made it.) */
static struct pp_path_value begin_value(const struct folder *f, uint32_t begin)
{
    uint32_t v = f->g->edges[begin].to;
    const struct pp_action *a = &f->places->at_vertex[v - f->p->first_vertex];
    if (a->update == PP_SET)
        return (struct pp_path_value){PP_CONSTANT, a->value.b.low};
    for (uint32_t e = f->g->vertices[v].first_in; e != PP_NONE; e = f->g->edges[e].next_in) {
        if (f->g->edges[e].begins != begin)
            continue;
        a = &f->places->at_edge[e - f->p->first_edge];
        return (struct pp_path_value){pp_does(a, PP_DO_ITERATE) ? PP_VARIES : PP_CONSTANT,
                                      a->value.b.low};
    }
    return (struct pp_path_value){PP_CONSTANT, 0};
}

static void meet(struct pp_path_value *into, struct pp_path_value s)
{
    if (into->known == PP_UNREACHED)
        *into = s;
    else if (s.known == PP_VARIES || into->value != s.value)
        into->known = PP_VARIES;
}

/* Folds what is known at U into the action of EDGE, which leaves it, and passes it on. */
static void push(struct folder *f, struct pp_path_value u, uint32_t edge)
{
    const struct pp_edge *e = &f->g->edges[edge];
    struct pp_action *a = action(f, edge);
    struct pp_path_value *to = &f->values[e->to - f->p->first_vertex];
    if (!a) {
        meet(to, begin_value(f, edge));
        return;
    }
    if (pp_does(a, PP_DO_RECORD) || e->kind == PP_SURROGATE) {
        if (pp_does(a, PP_DO_RECORD | PP_DO_WAIT) && pp_does(a, PP_DO_USES_PATH) &&
            u.known == PP_CONSTANT && !is_of_loop(a)) {
            pp_have_do(a, PP_DO_USES_PATH, false);
            a->index.b.low += u.value;
        }
        return;
    }
    if (is_of_loop(a)) {
        u.known = PP_VARIES;
    } else if (a->update == PP_SET) {
        u = (struct pp_path_value){PP_CONSTANT, a->value.b.low};
    } else if (a->update == PP_ADD && u.known == PP_CONSTANT) {
        a->update = PP_SET;
        a->value.b.low += u.value;
        u.value = a->value.b.low;
    }
    meet(to, u);
}

/* All that control may come to V with, which is split, over edges into its loop has met in what is
   known.  If that is one value, nothing has to be saved.  A path that takes a back edge has another one. */
static void push_round(struct folder *f, uint32_t v)
{
    struct pp_path_value *value = &f->values[v - f->p->first_vertex];
    for (uint32_t e = f->g->vertices[v].first_in; value->known == PP_CONSTANT && e != PP_NONE;
         e = f->g->edges[e].next_in) {
        if (f->g->edges[e].kind == PP_SURROGATE)
            continue;
        struct pp_action *a = &f->places->at_edge[e - f->p->first_edge];
        pp_have_do(a, PP_DO_SAVE, false);
        if (a->update == PP_RESTORE) {
            a->update = PP_SET;
            a->value.b.low += value->value;
        }
    }
    value->known = PP_VARIES;
}

/* Drops what EDGE does for nobody.  Returns whether it uses what path is where it begins. */
static bool pull(struct folder *f, uint32_t edge)
{
    struct pp_action *a = action(f, edge);
    if (!a)
        return false;
    if (pp_does(a, PP_DO_RECORD) || f->g->edges[edge].kind == PP_SURROGATE)
        return is_of_loop(a) ||
               (pp_does(a, PP_DO_RECORD | PP_DO_WAIT) &&
                pp_does(a, PP_DO_USES_PATH)); /* what a cut edge sets is for the next path */
    bool used = f->used[f->g->edges[edge].to - f->p->first_vertex];
    if (!used)
        a->update = PP_KEEP;
    return used && a->update != PP_SET;
}

/* After a record, or at a RESTART vertex: nobody may want to know where the next path begins, or
   where those begin that come by a loop's back edge. */
static void drop_begins(struct folder *f)
{
    for (uint32_t i = 0; i < f->p->num_edges; i++) {
        const struct pp_edge *e = &f->g->edges[f->p->first_edge + i];
        if (f->used[e->to - f->p->first_vertex])
            continue;
        if (e->flags & PP_E_CUT)
            f->places->at_edge[i].update = PP_KEEP;
        pp_have_do(&f->places->at_edge[i], PP_DO_SAVE, false);
    }
    for (uint32_t v = 0; v < f->p->num_vertices; v++)
        if (!f->used[v])
            f->places->at_vertex[v].update = PP_KEEP;
}

static struct folder folder(const struct pp_graph *g, uint32_t proc, struct pp_places *places)
{
    const struct pp_proc *p = &g->procs[proc];
    return (struct folder){
        .g = g,
        .p = p,
        .places = places,
        .values = pp_xcalloc(p->num_vertices, sizeof(struct pp_path_value)),
    };
}

static void propagate(struct folder *f, const struct pp_order *order)
{
    for (uint32_t i = order->num_vertices; i-- > 0;) {
        uint32_t v = order->postorder[i];
        struct pp_path_value *value = &f->values[v - f->p->first_vertex];
        if (value->known == PP_UNREACHED) /* Entry, and what cannot be reached */
            value->known = PP_VARIES;
        if (pp_is_split(f->g, v))
            push_round(f, v);
        for (uint32_t e = pp_first_out(f->g, v); e != PP_NONE; e = pp_next_out(f->g, e))
            push(f, *value, e);
    }
}

struct pp_path_value *pp_path_values(const struct pp_graph *g, uint32_t proc,
                                     struct pp_places *places)
{
    struct folder f = folder(g, proc, places);
    struct pp_order order;
    pp_order_make(&order, g, proc, PP_ORDER_LIVE);
    propagate(&f, &order);
    pp_order_free(&order);
    return f.values;
}

void pp_fold(const struct pp_graph *g, uint32_t proc, struct pp_places *places)
{
    struct folder f = folder(g, proc, places);
    struct pp_order order;
    f.used = pp_xcalloc(f.p->num_vertices, sizeof *f.used);
    pp_order_make(&order, g, proc, PP_ORDER_LIVE);
    propagate(&f, &order);
    for (uint32_t i = 0; i < order.num_vertices; i++) {
        uint32_t v = order.postorder[i];
        for (uint32_t e = pp_first_out(g, v); e != PP_NONE; e = pp_next_out(g, e))
            f.used[v - f.p->first_vertex] |= pull(&f, e);
    }
    drop_begins(&f);
    pp_order_free(&order);
    free(f.values);
    free(f.used);
}

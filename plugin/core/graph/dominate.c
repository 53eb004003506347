/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dominators (Lengauer and Tarjan 1979, the simple version: path compression without balancing).
   Iterative, O(E log V).

   Vertices are named by their preorder number in the search of dfs.h, from 1; 0 is the root
   before Entry and the RESTART vertices. */
#include "core/graph/dominate.h"

#include "core/graph/dfs.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct finder {
    const struct pp_graph *g;
    const struct pp_proc *p;
    struct pp_order order;
    uint32_t num; /* the vertices that control comes to are 1 .. num - 1 */
    /* By number. */
    uint32_t *vertex;
    uint32_t *parent;   /* in the depth-first forest */
    uint32_t *semi;     /* semidominator */
    uint32_t *idom;     /* immediate dominator */
    uint32_t *ancestor; /* in the forest that is being linked; PP_NONE: the root of a tree */
    uint32_t *label;    /* of least semidominator between it and its tree's root */
    uint32_t *bucket;   /* the vertices whose semidominator it is: the first ... */
    uint32_t *next;     /* ... and the next */
    uint32_t *stack;
};

/* The number of V, PP_NONE if control never comes to it. */
static uint32_t number_of(const struct finder *f, uint32_t v)
{
    uint32_t number = f->order.number[v - f->p->first_vertex] + 1;
    return number < f->num ? number : PP_NONE;
}

static bool is_root(const struct finder *f, uint32_t v)
{
    return v == f->p->entry || (f->g->vertices[v].flags & PP_V_RESTART);
}

/* The search goes from Entry, then from the RESTART vertices, then to what is left. */
static uint32_t count_reached(const struct finder *f)
{
    uint32_t num = 1;
    for (uint32_t v = 0; v < f->p->num_vertices; v++)
        if (is_root(f, f->p->first_vertex + v) && f->order.last[v] + 2 > num)
            num = f->order.last[v] + 2;
    return num;
}

/* Of the ways into a vertex from its ancestors, that from the nearest is in the forest. */
static uint32_t parent_of(const struct finder *f, uint32_t i)
{
    uint32_t nearest = 0, v = f->vertex[i];
    for (uint32_t e = f->g->vertices[v].first_in; e != PP_NONE; e = f->g->edges[e].next_in) {
        const struct pp_edge *edge = &f->g->edges[e];
        if (!pp_inside(edge))
            continue;
        uint32_t from = edge->from - f->p->first_vertex, number = f->order.number[from] + 1;
        if (number < i && f->order.last[from] + 1 >= i && number > nearest)
            nearest = number;
    }
    return nearest;
}

static void link_up(struct finder *f, uint32_t i)
{
    uint32_t depth = 0;
    for (uint32_t v = i; f->ancestor[f->ancestor[v]] != PP_NONE; v = f->ancestor[v])
        f->stack[depth++] = v;
    while (depth) {
        uint32_t v = f->stack[--depth], above = f->ancestor[v];
        if (f->semi[f->label[above]] < f->semi[f->label[v]])
            f->label[v] = f->label[above];
        f->ancestor[v] = f->ancestor[above];
    }
}

/* The vertex of least semidominator between I and the root of its tree, which is left out. */
static uint32_t evaluate(struct finder *f, uint32_t i)
{
    if (f->ancestor[i] == PP_NONE)
        return i;
    link_up(f, i);
    return f->label[i];
}

static void find_semidominator(struct finder *f, uint32_t i)
{
    uint32_t v = f->vertex[i];
    f->semi[i] = is_root(f, v) ? 0 : f->parent[i];
    for (uint32_t e = f->g->vertices[v].first_in; e != PP_NONE; e = f->g->edges[e].next_in) {
        uint32_t from = pp_inside(&f->g->edges[e]) ? number_of(f, f->g->edges[e].from) : PP_NONE;
        uint32_t u = from == PP_NONE ? PP_NONE : evaluate(f, from);
        if (u != PP_NONE && f->semi[u] < f->semi[i])
            f->semi[i] = f->semi[u];
    }
}

static void find(struct finder *f)
{
    for (uint32_t i = f->num; i-- > 1;) {
        find_semidominator(f, i);
        f->next[i] = f->bucket[f->semi[i]];
        f->bucket[f->semi[i]] = i;
        uint32_t parent = f->parent[i];
        f->ancestor[i] = parent;
        for (uint32_t v = f->bucket[parent]; v != PP_NONE; v = f->next[v]) {
            uint32_t u = evaluate(f, v);
            f->idom[v] = f->semi[u] < f->semi[v] ? u : parent;
        }
        f->bucket[parent] = PP_NONE;
    }
    for (uint32_t i = 1; i < f->num; i++)
        if (f->idom[i] != f->semi[i])
            f->idom[i] = f->idom[f->idom[i]];
}

/* Dominators have lower numbers than what they dominate. */
static void order_tree(struct finder *f, struct pp_dominators *d)
{
    uint32_t *size = f->semi, *next = f->bucket;
    for (uint32_t i = 0; i < f->num; i++)
        size[i] = 1;
    for (uint32_t i = f->num; i-- > 1;)
        size[f->idom[i]] += size[i];
    next[0] = 1;
    for (uint32_t i = 1; i < f->num; i++) {
        uint32_t v = f->vertex[i] - f->p->first_vertex;
        d->begin[v] = next[f->idom[i]];
        d->end[v] = d->begin[v] + size[i];
        next[f->idom[i]] = d->end[v];
        next[i] = d->begin[v] + 1;
    }
}

void pp_dominators_make(struct pp_dominators *d, const struct pp_graph *g, uint32_t proc)
{
    assert(proc < g->num_procs);
    struct finder f = {.g = g, .p = &g->procs[proc]};
    pp_order_make(&f.order, g, proc, PP_ORDER_PROGRAM);
    f.num = count_reached(&f);
    uint32_t **const arrays[] = {&f.vertex, &f.parent, &f.semi,   &f.idom, &f.ancestor,
                                 &f.label,  &f.next,   &f.bucket, &f.stack};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        *arrays[i] = pp_xmalloc(f.num * sizeof **arrays[i]);
        memset(*arrays[i], 0xff, f.num * sizeof **arrays[i]);
    }
    for (uint32_t v = f.p->first_vertex; v < f.p->first_vertex + f.p->num_vertices; v++)
        if (number_of(&f, v) != PP_NONE)
            f.vertex[number_of(&f, v)] = v;
    for (uint32_t i = 0; i < f.num; i++) {
        f.label[i] = f.semi[i] = i;
        f.parent[i] = i ? parent_of(&f, i) : 0;
    }
    find(&f);
    *d = (struct pp_dominators){
        .first_vertex = f.p->first_vertex,
        .begin = pp_xcalloc(f.p->num_vertices, sizeof *d->begin),
        .end = pp_xcalloc(f.p->num_vertices, sizeof *d->end),
    };
    order_tree(&f, d);
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        free(*arrays[i]);
    pp_order_free(&f.order);
}

void pp_dominators_free(struct pp_dominators *d)
{
    free(d->begin);
    free(d->end);
}

bool pp_dominates(const struct pp_dominators *d, uint32_t v, uint32_t w)
{
    uint32_t i = v - d->first_vertex, k = w - d->first_vertex;
    return !d->end[k] || (d->begin[i] <= d->begin[k] && d->begin[k] < d->end[i]);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Depth-first search with a stack of its own: functions have a hundred thousand blocks. */
#include "core/graph/dfs.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct frame {
    uint32_t vertex;
    uint32_t next; /* edge to look at next */
};

struct search {
    struct pp_order *order;
    const struct pp_graph *g;
    enum pp_order_graph which;
    uint32_t first; /* vertex of the procedure */
    uint32_t num_numbered, num_finished;
    struct frame *stack;
};

uint32_t pp_return_site(const struct pp_graph *g, uint32_t c)
{
    assert(g->vertices[c].kind == PP_CALL);
    for (uint32_t e = g->vertices[c].first_out; e != PP_NONE; e = g->edges[e].next_out)
        if (g->edges[e].kind == PP_SUMMARY)
            return g->edges[e].to;
    return PP_NONE;
}

/* Returns where edge E leads in the graph that is searched, PP_NONE if it is not in it. */
static uint32_t target(const struct search *s, const struct pp_edge *e)
{
    if (e->kind == PP_RETURN)
        return PP_NONE;
    if (s->which == PP_ORDER_LIVE) {
        if (e->flags & PP_E_CUT)
            return PP_NONE;
        return e->kind == PP_CALL_EDGE ? pp_return_site(s->g, e->from) : e->to;
    }
    if (e->kind == PP_SURROGATE || e->kind == PP_CALL_EDGE)
        return PP_NONE;
    if (s->which == PP_ORDER_REST && (e->flags & PP_E_BACK))
        return PP_NONE;
    return e->to;
}

static void add_retreating(struct pp_order *order, uint32_t edge)
{
    order->retreating = pp_grow(order->retreating, &order->cap_retreating, order->num_retreating, 1,
                                sizeof *order->retreating);
    order->retreating[order->num_retreating++] = edge;
}

static void search_from(struct search *s, uint32_t root)
{
    struct pp_order *order = s->order;
    uint32_t depth = 0;
    if (order->number[root - s->first] != PP_NONE)
        return;
    order->number[root - s->first] = s->num_numbered++;
    s->stack[depth++] = (struct frame){root, s->g->vertices[root].first_out};
    while (depth) {
        struct frame *top = &s->stack[depth - 1];
        if (top->next == PP_NONE) {
            /* Until here .last was PP_NONE: that is how a vertex under way is told. */
            order->last[top->vertex - s->first] = s->num_numbered - 1;
            order->postorder[s->num_finished++] = top->vertex;
            depth--;
            continue;
        }
        uint32_t edge = top->next;
        top->next = s->g->edges[edge].next_out;
        uint32_t to = target(s, &s->g->edges[edge]);
        if (to == PP_NONE)
            continue;
        if (order->number[to - s->first] == PP_NONE) {
            order->number[to - s->first] = s->num_numbered++;
            s->stack[depth++] = (struct frame){to, s->g->vertices[to].first_out};
        } else if (order->last[to - s->first] == PP_NONE) {
            add_retreating(order, edge);
        }
    }
}

void pp_order_make(struct pp_order *order, const struct pp_graph *g, uint32_t proc,
                   enum pp_order_graph which)
{
    assert(proc < g->num_procs);
    const struct pp_proc *p = &g->procs[proc];
    size_t size = p->num_vertices * sizeof(uint32_t);
    memset(order, 0, sizeof *order);
    order->num_vertices = p->num_vertices;
    order->postorder = pp_xmalloc(size);
    order->number = pp_xmalloc(size);
    order->last = pp_xmalloc(size);
    memset(order->number, 0xff, size);
    memset(order->last, 0xff, size);
    struct search s = {
        .order = order,
        .g = g,
        .which = which,
        .first = p->first_vertex,
        .stack = pp_xmalloc(p->num_vertices * sizeof *s.stack),
    };
    search_from(&s, p->entry);
    order->num_reached = s.num_finished;
    for (uint32_t v = 0; v < p->num_vertices; v++)
        if (g->vertices[p->first_vertex + v].flags & PP_V_RESTART)
            search_from(&s, p->first_vertex + v);
    for (uint32_t v = 0; v < p->num_vertices; v++)
        search_from(&s, p->first_vertex + v);
    free(s.stack);
}

void pp_order_free(struct pp_order *order)
{
    free(order->postorder);
    free(order->number);
    free(order->last);
    free(order->retreating);
    memset(order, 0, sizeof *order);
}

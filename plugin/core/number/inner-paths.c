/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/number/inner-paths.h"

#include "core/graph/dfs.h"
#include "core/transform/call-order.h"
#include "core/transform/recursion.h"
#include "core/transform/split.h"

#include <assert.h>
#include <stdlib.h>

/* Is the number with which a path begins at a head in PROC the same in all activations?  In mode context it has what
   was before the call in it. */
static bool begins_alike(const struct pp_graph *g, uint32_t proc, const struct pp_params *params)
{
    const struct pp_mode_row *row = pp_mode_row(params->mode);
    if (!row->crosses_calls || params->pending || params->loops || params->recursion)
        return false;
    return row->in_pieces || (g->procs[proc].root && !pp_is_followed_into(g, proc));
}

uint32_t pp_begins_inside(const struct pp_graph *g, uint32_t edge)
{
    const struct pp_edge *e = &g->edges[edge];
    if (!pp_is_recording(g, edge) || e->begins == PP_NONE ||
        pp_followed_call(g, e->from) != PP_NONE)
        return PP_NONE;
    const struct pp_edge *begins = &g->edges[e->begins];
    bool plain = begins->kind == PP_SURROGATE && !(begins->flags & PP_E_FAKE) &&
                 g->vertices[begins->from].kind == PP_ENTRY && !pp_is_again(begins);
    return plain ? e->begins : PP_NONE;
}

/* The surrogate E ends a path where a loop goes round. */
static bool ends_inside(const struct pp_edge *e)
{
    return e->kind == PP_SURROGATE && e->origin != PP_NONE && !(e->flags & PP_E_PENDING);
}

/* Fills in `ways` and `label`.  Both stay at one more than the most. */
static void count_ways(struct pp_inner_paths *inner, const struct pp_graph *g,
                       const struct pp_proc *p, const struct pp_order *order)
{
    for (uint32_t i = 0; i < order->num_vertices; i++) {
        uint32_t v = order->postorder[i], sum = 0;
        if (pp_followed_call(g, v) != PP_NONE)
            continue;
        for (uint32_t e = pp_first_numbered(g, v); e != PP_NONE; e = pp_next_numbered(g, e)) {
            const struct pp_edge *edge = &g->edges[e];
            if (!pp_live(g, e))
                continue;
            if (ends_inside(edge)) {
                inner->label[edge->origin - p->first_edge] = sum++;
            } else if (pp_inside(edge)) {
                inner->label[e - p->first_edge] = sum;
                sum += inner->ways[edge->to - p->first_vertex];
            }
            if (sum > PP_MOST_INNER_PATHS)
                sum = PP_MOST_INNER_PATHS + 1;
        }
        inner->ways[v - p->first_vertex] = sum;
    }
}

/* Gives the heads their numbers, in the order of their vertices. */
static void number_heads(struct pp_inner_paths *inner, const struct pp_graph *g,
                         const struct pp_proc *p)
{
    for (uint32_t v = 0; v < p->num_vertices; v++)
        inner->first[v] = PP_NONE;
    for (uint32_t e = p->first_edge; e < p->first_edge + p->num_edges; e++) {
        uint32_t begins = pp_begins_inside(g, e);
        if (begins != PP_NONE)
            inner->first[g->edges[begins].to - p->first_vertex] = 0;
    }
    for (uint32_t v = 0; v < p->num_vertices; v++) {
        if (inner->first[v] == PP_NONE)
            continue;
        bool few = inner->ways[v] && inner->ways[v] <= PP_MOST_INNER_PATHS - inner->num;
        inner->first[v] = few ? inner->num : PP_NONE;
        inner->num += few ? inner->ways[v] : 0;
    }
}

void pp_inner_paths_make(struct pp_inner_paths *inner, const struct pp_graph *g, uint32_t proc,
                         const struct pp_params *params)
{
    assert(proc < g->num_procs);
    const struct pp_proc *p = &g->procs[proc];
    *inner = (struct pp_inner_paths){0};
    if (!begins_alike(g, proc, params))
        return;
    inner->ways = pp_xcalloc(p->num_vertices, sizeof *inner->ways);
    inner->label = pp_xcalloc(p->num_edges, sizeof *inner->label);
    inner->first = pp_xcalloc(p->num_vertices, sizeof *inner->first);
    struct pp_order order;
    pp_order_make(&order, g, proc, PP_ORDER_LIVE);
    count_ways(inner, g, p, &order);
    number_heads(inner, g, p);
    pp_order_free(&order);
}

void pp_inner_paths_free(struct pp_inner_paths *inner)
{
    free(inner->ways);
    free(inner->label);
    free(inner->first);
    *inner = (struct pp_inner_paths){0};
}

/* The last edge out of V whose label is not above *REST, of which it is taken off.  PP_NONE if there is none. */
static uint32_t choose(const struct pp_inner_paths *inner, const struct pp_graph *g,
                       const struct pp_proc *p, uint32_t v, uint32_t *rest)
{
    uint32_t chosen = PP_NONE, label = 0;
    for (uint32_t e = pp_first_numbered(g, v); e != PP_NONE; e = pp_next_numbered(g, e)) {
        const struct pp_edge *edge = &g->edges[e];
        uint32_t at = ends_inside(edge) ? edge->origin : e;
        if (!pp_live(g, e))
            continue;
        if (!ends_inside(edge) && (!pp_inside(edge) || !inner->ways[edge->to - p->first_vertex]))
            continue;
        if (inner->label[at - p->first_edge] > *rest)
            break;
        chosen = e;
        label = inner->label[at - p->first_edge];
    }
    *rest -= label;
    return chosen;
}

struct pp_num pp_inner_path_number(const struct pp_inner_paths *inner, const struct pp_graph *g,
                                   uint32_t proc, enum pp_mode mode, const struct pp_numbering *n,
                                   uint32_t which)
{
    assert(which < inner->num && proc < n->num_procs);
    const struct pp_proc *p = &g->procs[proc];
    const struct pp_proc_label *label = &n->procs[proc];
    bool piecewise = pp_mode_row(mode)->in_pieces;
    struct pp_num nvc = piecewise ? label->unbalanced : pp_word(1);
    struct pp_num number = piecewise ? label->gentry_value : label->root_value;
    uint32_t v = 0;
    while (inner->first[v] == PP_NONE || which - inner->first[v] >= inner->ways[v])
        v++;
    uint32_t rest = which - inner->first[v], e = PP_NONE;
    v += p->first_vertex;
    for (uint32_t b = pp_first_out(g, p->entry); b != PP_NONE; b = pp_next_out(g, b))
        if (g->edges[b].kind == PP_SURROGATE && g->edges[b].origin == PP_NONE &&
            g->edges[b].to == v)
            e = b;
    while (e != PP_NONE) {
        pp_num_add(n->numbers, number, pp_apply(n->numbers, n->rho[e], nvc), &number);
        if (ends_inside(&g->edges[e]))
            break;
        e = choose(inner, g, p, g->edges[e].to, &rest);
    }
    return number;
}

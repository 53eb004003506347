/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Static weights (edge-profiling survey, section 3, after Ball and Larus 1994; erratum 26).

   The rules need natural loops.  The survey defines nat_loop (x -> y) as y and all that reaches x
   without passing y; searching backwards for each back edge is quadratic in the depth of nesting,
   so inner loops are collapsed into their entries as they are found (Tarjan's interval finding, as
   in Havlak 1997).  For reducible loops the result is the same.  In an irreducible region the
   definition would run backwards through the region's other entries, out to Entry itself; here a
   loop consists only of what the depth-first search reached through the loop's entry.

   Retreating edges are those of a plain depth-first search.  They are the BACK edges, except where
   a computed goto made others BACK: those are no loops of the program. */
#include "core/graph/weights.h"

#include "core/base/union-find.h"
#include "core/graph/dfs.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct loops {
    const struct pp_graph *g;
    const struct pp_proc *p;
    struct pp_order order;
    /* All indexed by vertex, the procedure's first at 0; a loop is named by its entry. */
    bool *is_entry;
    uint32_t *inner;     /* the innermost loop that contains the vertex, PP_NONE if none does */
    uint32_t *outer;     /* of a loop entry: the loop around its loop */
    uint32_t *depth;     /* of a loop entry: 1 for an outermost loop */
    uint32_t *exits;     /* of a loop entry: |loop_exits| */
    uint32_t *collapsed; /* union-find: the entry into which a vertex was collapsed */
};

/* Did the search reach V through H? */
static bool below(const struct loops *l, uint32_t v, uint32_t h)
{
    return l->order.number[h] <= l->order.number[v] && l->order.number[v] <= l->order.last[h];
}

/* Finds the body of the loop that is entered at H, of which NUM back edges' sources are in WORK,
   and collapses it into H.  Loops inside it have been found. */
static void find_body(struct loops *l, uint32_t h, uint32_t *work, uint32_t num)
{
    for (uint32_t i = 0; i < num; i++) {
        uint32_t w = work[i];
        l->collapsed[w] = h;
        if (l->is_entry[w])
            l->outer[w] = h;
        else
            l->inner[w] = h;
        for (uint32_t e = l->g->vertices[l->p->first_vertex + w].first_in; e != PP_NONE;
             e = l->g->edges[e].next_in) {
            if (!pp_inside(&l->g->edges[e]))
                continue;
            uint32_t u = pp_find_root(l->collapsed, l->g->edges[e].from - l->p->first_vertex);
            /* What is collapsed into H already, and H itself, are found as H. */
            if (u != h && below(l, u, h)) {
                l->collapsed[u] = h;
                work[num++] = u;
            }
        }
    }
}

static void find_loops(struct loops *l)
{
    const struct pp_order *order = &l->order;
    uint32_t n = order->num_vertices, first = l->p->first_vertex;
    uint32_t *work = pp_xmalloc(n * sizeof *work);
    uint32_t *by_number = pp_xmalloc(n * sizeof *by_number);
    uint32_t *first_back =
        pp_xmalloc(n * sizeof *first_back); /* lists of each entry's back edges */
    uint32_t *next_back = pp_xmalloc((order->num_retreating + 1) * sizeof *next_back);
    memset(first_back, 0xff, n * sizeof *first_back);
    for (uint32_t i = 0; i < order->num_retreating; i++) {
        uint32_t h = l->g->edges[order->retreating[i]].to - first;
        l->is_entry[h] = true;
        l->inner[h] = h;
        next_back[i] = first_back[h];
        first_back[h] = i;
    }
    for (uint32_t v = 0; v < n; v++)
        by_number[order->number[v]] = v;
    for (uint32_t i = n; i-- > 0;) { /* inner loops first */
        uint32_t h = by_number[i], num = 0;
        for (uint32_t b = first_back[h]; b != PP_NONE; b = next_back[b]) {
            uint32_t x = pp_find_root(l->collapsed, l->g->edges[order->retreating[b]].from - first);
            if (x != h) {
                l->collapsed[x] = h;
                work[num++] = x;
            }
        }
        find_body(l, h, work, num);
    }
    for (uint32_t i = 0; i < n; i++) { /* outer loops first */
        uint32_t h = by_number[i];
        if (l->is_entry[h])
            l->depth[h] = l->outer[h] == PP_NONE ? 1 : l->depth[l->outer[h]] + 1;
    }
    free(work);
    free(by_number);
    free(first_back);
    free(next_back);
}

static uint32_t depth(const struct loops *l, uint32_t loop)
{
    return loop == PP_NONE ? 0 : l->depth[loop];
}

/* Returns the outermost loop that edge E leaves, PP_NONE if it leaves none; adds ADD to the number
   of exits of every loop that it leaves. */
static uint32_t left_loop(struct loops *l, const struct pp_edge *e, uint32_t add)
{
    uint32_t x = l->inner[e->from - l->p->first_vertex], left = PP_NONE;
    uint32_t y = l->inner[e->to - l->p->first_vertex];
    while (depth(l, y) > depth(l, x))
        y = l->outer[y];
    while (x != y) {
        l->exits[x] += add;
        left = x;
        x = l->outer[x];
        if (depth(l, y) > depth(l, x))
            y = l->outer[y];
    }
    return left;
}

/* The three rules at vertex V, whose predecessors along edges that are not retreating have been
   visited.  WEIGHT is indexed by vertex. */
static void visit(struct loops *l, struct pp_graph *g, double *weight, uint32_t v)
{
    uint32_t first = l->p->first_vertex, num_others = 0;
    double exits = 0;
    /* Rule 1.  The edge Exit -> Entry has weight 1. */
    weight[v] = first + v == l->p->entry ? 1 : 0;
    for (uint32_t e = g->vertices[first + v].first_in; e != PP_NONE; e = g->edges[e].next_in)
        if (pp_inside(&g->edges[e]) && !below(l, g->edges[e].from - first, v))
            weight[v] += g->edges[e].weight;
    /* Rule 2.  The entries of all loops that contain V have been visited, outermost first: an edge
       that leaves several has its weight from the outermost. */
    for (uint32_t e = g->vertices[first + v].first_out; e != PP_NONE; e = g->edges[e].next_out) {
        if (!pp_inside(&g->edges[e]))
            continue;
        uint32_t loop = left_loop(l, &g->edges[e], 0);
        if (loop == PP_NONE) {
            num_others++;
        } else {
            g->edges[e].weight = weight[loop] / l->exits[loop];
            exits += g->edges[e].weight;
        }
    }
    /* Rule 3.  Deep in a loop the exits may have got more than there is. */
    double rest = weight[v] * (l->is_entry[v] ? PP_LOOP_MULTIPLIER : 1) - exits;
    for (uint32_t e = g->vertices[first + v].first_out; e != PP_NONE; e = g->edges[e].next_out)
        if (pp_inside(&g->edges[e]) && left_loop(l, &g->edges[e], 0) == PP_NONE)
            g->edges[e].weight = rest > 0 ? rest / num_others : 0;
}

void pp_static_weights(struct pp_graph *g, uint32_t proc)
{
    assert(proc < g->num_procs);
    const struct pp_proc *p = &g->procs[proc];
    uint32_t n = p->num_vertices;
    g->procs[proc].static_weights = true;
    struct loops l = {
        .g = g,
        .p = p,
        .is_entry = pp_xcalloc(n, sizeof *l.is_entry),
        .inner = pp_xmalloc(n * sizeof *l.inner),
        .outer = pp_xmalloc(n * sizeof *l.outer),
        .depth = pp_xcalloc(n, sizeof *l.depth),
        .exits = pp_xcalloc(n, sizeof *l.exits),
        .collapsed = pp_xmalloc(n * sizeof *l.collapsed),
    };
    double *weight = pp_xcalloc(n, sizeof *weight);
    memset(l.inner, 0xff, n * sizeof *l.inner);
    memset(l.outer, 0xff, n * sizeof *l.outer);
    for (uint32_t v = 0; v < n; v++)
        l.collapsed[v] = v;
    pp_order_make(&l.order, g, proc, PP_ORDER_PROGRAM);
    find_loops(&l);
    for (uint32_t e = p->first_edge; e < p->first_edge + p->num_edges; e++) {
        g->edges[e].weight = 0;
        left_loop(&l, &g->edges[e], 1);
    }
    for (uint32_t i = l.order.num_reached; i-- > 0;)
        visit(&l, g, weight, l.order.postorder[i] - p->first_vertex);
    pp_order_free(&l.order);
    free(l.is_entry);
    free(l.inner);
    free(l.outer);
    free(l.depth);
    free(l.exits);
    free(l.collapsed);
    free(weight);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From the counters off the spanning tree to the counts of all edges: post-order over the tree,
   where each vertex but the root gives the count of the edge to its parent by Kirchhoff's law
   (edge-profiling survey, figure 3). The notes may be corrupt, so that a claimed tree is
   checked.

   Mode callgraph: the same where the edges without counters are more than a tree. The count of
   one of them follows if and only if it is a bridge among them: otherwise it lies on a cycle of
   such edges, and an unknown amount may flow round that cycle. */
#include "core/edge/propagate.h"
#include "core/base/union-find.h"
#include "core/graph/forks.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

typedef __int128 int128; /* sums of 2^32 counts of 64 bits, with a sign */

struct tree {
    const struct pp_graph *g;
    const struct pp_proc *p;
    /* Indexed by vertex, the procedure's first at 0. */
    uint32_t *parent_edge; /* PP_NONE at a root; EXIT_ENTRY for the edge that the graph has not */
    bool *seen;
    uint32_t *order; /* vertices as they were found: parents before children */
    uint32_t num;
    bool cycles; /* the edges without counters need not be a tree */
};

#define EXIT_ENTRY (PP_NONE - 1)

static bool counted(const struct tree *t, uint32_t edge)
{
    return t->g->edges[edge].flags & PP_E_COUNTED;
}

/* Reaches V, over EDGE, from a vertex whose own edge to its parent is CAME.  Returns false if that
   closes a cycle that must not be. */
static bool reach(struct tree *t, uint32_t v, uint32_t edge, uint32_t came)
{
    if (edge == came)
        return true;
    if (t->seen[v])
        return t->cycles;
    t->seen[v] = true;
    t->parent_edge[v] = edge;
    t->order[t->num++] = v;
    return true;
}

/* Finds the tree that holds ROOT, breadth first: its reverse is as good as post-order, for a vertex
   comes after all its children.  Returns false if it is none. */
static bool grow(struct tree *t, uint32_t root)
{
    const struct pp_graph *g = t->g;
    uint32_t first = t->p->first_vertex;
    uint32_t entry = t->p->entry - first, exit = t->p->exit - first;
    uint32_t next = t->num;
    if (t->seen[root])
        return true;
    reach(t, root, PP_NONE, EXIT_ENTRY);
    for (; next < t->num; next++) {
        uint32_t v = t->order[next], came = t->parent_edge[v];
        for (uint32_t e = pp_first_out(g, first + v); e != PP_NONE; e = pp_next_out(g, e))
            if (!counted(t, e) && !reach(t, g->edges[e].to - first, e, came))
                return false;
        for (uint32_t e = pp_first_in(g, first + v); e != PP_NONE; e = pp_next_in(g, e))
            if (!counted(t, e) && !reach(t, g->edges[e].from - first, e, came))
                return false;
        if (v == entry && !t->p->by_callers && !reach(t, exit, EXIT_ENTRY, came))
            return false;
        if (v == exit && !t->p->by_callers && !reach(t, entry, EXIT_ENTRY, came))
            return false;
    }
    return true;
}

/* Puts VALUE, as far as it is a count, into *COUNT.  Returns whether it is one. */
static bool settle(int128 value, uint64_t *count)
{
    bool good = value >= 0 && value <= UINT64_MAX;
    *count = value < 0 ? 0 : good ? (uint64_t)value : UINT64_MAX;
    return good;
}

/* Is E what comes to the return site of a fork in the second process?  It is what goes on from there,
   less the calls; and calls of which none came back leave less than nothing. */
static bool is_second(const struct pp_graph *g, uint32_t e)
{
    return (g->edges[e].flags & PP_E_FAKE) && pp_is_forked(g, g->edges[e].to);
}

/* Calls that may fork are counted before they are made.  Those that surely did not come back went
   out of the procedure instead. */
static bool take_back_lost(const struct tree *t, uint64_t *edge_counts)
{
    const struct pp_graph *g = t->g;
    for (uint32_t r = t->p->first_vertex; r < t->p->first_vertex + t->p->num_vertices; r++) {
        uint32_t call = PP_NONE, leaves = PP_NONE;
        int128 on = 0;
        if (!pp_is_forked(g, r))
            continue;
        for (uint32_t e = pp_first_in(g, r); e != PP_NONE; e = pp_next_in(g, e))
            call = g->edges[e].kind == PP_SUMMARY ? e : call;
        for (uint32_t e = pp_first_out(g, r); e != PP_NONE; e = pp_next_out(g, e))
            on += edge_counts[e];
        if (call == PP_NONE || on >= edge_counts[call])
            continue;
        for (uint32_t e = pp_first_out(g, g->edges[call].from); e != PP_NONE; e = pp_next_out(g, e))
            leaves = g->edges[e].flags & PP_E_FAKE ? e : leaves;
        if (leaves == PP_NONE)
            return false;
        edge_counts[leaves] += edge_counts[call] - (uint64_t)on;
        edge_counts[call] = (uint64_t)on;
    }
    return true;
}

/* The tree's edges, leaves first.  Entry is a root, so that Exit's way up is Exit -> Entry: nobody
   asks for its count; or that is known, as the function has been ENTERED so often. */
static bool solve(const struct tree *t, uint64_t entered, uint64_t *edge_counts)
{
    const struct pp_graph *g = t->g;
    uint32_t first = t->p->first_vertex;
    bool good = true;
    for (uint32_t i = t->num; i-- > 0;) {
        uint32_t v = t->order[i], up = t->parent_edge[v];
        int128 in = 0, out = first + v == t->p->exit && t->p->by_callers ? entered : 0;
        if (up == PP_NONE || up == EXIT_ENTRY)
            continue;
        /* Those of its other edges are known; that of UP is still 0. */
        for (uint32_t e = pp_first_in(g, first + v); e != PP_NONE; e = pp_next_in(g, e))
            in += edge_counts[e];
        for (uint32_t e = pp_first_out(g, first + v); e != PP_NONE; e = pp_next_out(g, e))
            out += edge_counts[e];
        good &= settle(g->edges[up].to == first + v ? out - in : in - out, &edge_counts[up]) ||
                is_second(g, up);
    }
    return take_back_lost(t, edge_counts) && good;
}

static void make_tree(struct tree *t, const struct pp_graph *g, uint32_t proc, bool cycles)
{
    const struct pp_proc *p = &g->procs[proc];
    uint32_t n = p->num_vertices;
    *t = (struct tree){
        .g = g,
        .p = p,
        .parent_edge = pp_xmalloc(n * sizeof *t->parent_edge),
        .seen = pp_xcalloc(n, sizeof *t->seen),
        .order = pp_xmalloc(n * sizeof *t->order),
        .cycles = cycles,
    };
}

static void free_tree(struct tree *t)
{
    free(t->parent_edge);
    free(t->seen);
    free(t->order);
}

static bool grow_all(struct tree *t)
{
    bool good = grow(t, t->p->entry - t->p->first_vertex);
    for (uint32_t v = 0; good && v < t->p->num_vertices; v++) /* what hangs with neither */
        good = grow(t, v);
    return good;
}

/* The counts of edges with a counter; 0 for all others. */
static void take_counters(const struct tree *t, const uint64_t *counters, uint64_t *edge_counts)
{
    const struct pp_graph *g = t->g;
    const struct pp_proc *p = t->p;
    uint32_t counter = 0;
    for (uint32_t v = p->first_vertex; v < p->first_vertex + p->num_vertices; v++)
        for (uint32_t e = pp_first_out(g, v); e != PP_NONE; e = pp_next_out(g, e))
            edge_counts[e] = 0;
    for (uint32_t e = p->first_edge; e < p->first_edge + p->num_edges; e++)
        if (pp_live(g, e) && counted(t, e))
            edge_counts[e] = counters[counter++];
}

bool pp_propagate(const struct pp_graph *g, uint32_t proc, const uint64_t *counters,
                  uint64_t entered, uint64_t *edge_counts)
{
    assert(proc < g->num_procs);
    struct tree t;
    make_tree(&t, g, proc, false);
    take_counters(&t, counters, edge_counts);
    bool good = grow_all(&t) && solve(&t, entered, edge_counts);
    free_tree(&t);
    return good;
}

/* ---- Mode callgraph. */

static uint32_t parent(const struct tree *t, uint32_t v)
{
    uint32_t e = t->parent_edge[v], first = t->p->first_vertex;
    if (e == EXIT_ENTRY)
        return v + first == t->p->exit ? t->p->entry - first : t->p->exit - first;
    return (t->g->edges[e].to - first == v ? t->g->edges[e].from : t->g->edges[e].to) - first;
}

/* Sets of vertices that cycles hold together, and the one of each that is nearest to the root. */
struct cycles {
    struct pp_sets sets;
    uint32_t *top, *depth;
};

/* There is an edge beside the tree between U and V: all between them are on one cycle. */
static void close_cycle(const struct tree *t, struct cycles *c, uint32_t u, uint32_t v)
{
    u = c->top[pp_sets_find(&c->sets, u)];
    v = c->top[pp_sets_find(&c->sets, v)];
    while (u != v) {
        if (c->depth[u] < c->depth[v]) {
            uint32_t swap = u;
            u = v;
            v = swap;
        }
        uint32_t up = c->top[pp_sets_find(&c->sets, parent(t, u))];
        pp_sets_unite(&c->sets, u, up);
        c->top[pp_sets_find(&c->sets, up)] = up;
        u = up;
    }
}

static bool in_tree(const struct tree *t, uint32_t e)
{
    uint32_t first = t->p->first_vertex;
    return t->parent_edge[t->g->edges[e].to - first] == e ||
           t->parent_edge[t->g->edges[e].from - first] == e;
}

static void find_cycles(const struct tree *t, struct cycles *c)
{
    const struct pp_graph *g = t->g;
    uint32_t n = t->p->num_vertices, first = t->p->first_vertex;
    uint32_t entry = t->p->entry - first, exit = t->p->exit - first;
    pp_sets_make(&c->sets, n);
    c->top = pp_xmalloc(n * sizeof *c->top);
    c->depth = pp_xcalloc(n, sizeof *c->depth);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t v = t->order[i];
        c->top[i] = i;
        if (t->parent_edge[v] != PP_NONE)
            c->depth[v] = c->depth[parent(t, v)] + 1;
    }
    for (uint32_t v = 0; v < n; v++)
        for (uint32_t e = pp_first_out(g, first + v); e != PP_NONE; e = pp_next_out(g, e))
            if (!counted(t, e) && !in_tree(t, e))
                close_cycle(t, c, v, g->edges[e].to - first);
    if (!t->p->by_callers && t->parent_edge[entry] != EXIT_ENTRY &&
        t->parent_edge[exit] != EXIT_ENTRY)
        close_cycle(t, c, entry, exit);
}

/* The bridges' counts: what flows over one is what counters say flows between its two sides. */
static bool solve_bridges(const struct tree *t, const bool *known, uint64_t entered,
                          uint64_t *edge_counts)
{
    const struct pp_graph *g = t->g;
    uint32_t n = t->p->num_vertices, first = t->p->first_vertex;
    int128 *gains = pp_xcalloc(n, sizeof *gains); /* what flows into the subtree, less what out */
    bool good = true;
    if (t->p->by_callers) {
        gains[t->p->entry - first] += entered;
        gains[t->p->exit - first] -= entered;
    }
    for (uint32_t v = 0; v < n; v++)
        for (uint32_t e = pp_first_out(g, first + v); e != PP_NONE; e = pp_next_out(g, e))
            if (counted(t, e)) {
                gains[v] -= edge_counts[e];
                gains[g->edges[e].to - first] += edge_counts[e];
            }
    for (uint32_t i = t->num; i-- > 0;) {
        uint32_t v = t->order[i], up = t->parent_edge[v];
        if (up == PP_NONE)
            continue;
        gains[parent(t, v)] += gains[v];
        if (up != EXIT_ENTRY && known[up])
            good &= settle(g->edges[up].to == first + v ? -gains[v] : gains[v], &edge_counts[up]) ||
                    is_second(g, up);
    }
    free(gains);
    return good;
}

bool pp_follow(const struct pp_graph *g, uint32_t proc, const uint64_t *counters, uint64_t entered,
               uint64_t *edge_counts, bool *known)
{
    assert(proc < g->num_procs);
    struct tree t;
    struct cycles c;
    make_tree(&t, g, proc, true);
    grow_all(&t);
    find_cycles(&t, &c);
    for (uint32_t v = 0; v < t.p->num_vertices; v++)
        for (uint32_t e = pp_first_out(g, t.p->first_vertex + v); e != PP_NONE;
             e = pp_next_out(g, e)) {
            uint32_t to = g->edges[e].to - t.p->first_vertex;
            known[e] = counted(&t, e) || pp_sets_find(&c.sets, v) != pp_sets_find(&c.sets, to);
        }
    bool good = true;
    if (counters) {
        take_counters(&t, counters, edge_counts);
        good = solve_bridges(&t, known, entered, edge_counts);
    }
    pp_sets_free(&c.sets);
    free(c.top);
    free(c.depth);
    free_tree(&t);
    return good;
}

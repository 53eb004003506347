/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From the counters off the spanning tree to the counts of all edges: post-order over the tree,
   each vertex but the root giving the count of the edge to its parent by Kirchhoff's law
   (edge-profiling survey, figure 3).  The notes may be corrupt: what claims to be a tree is
   checked. */
#include "profile.h"

#include <stdlib.h>
#include <string.h>

typedef __int128 wide; /* sums of 2^32 counts of 64 bits, with a sign */

struct tree {
    const struct pp_graph *g;
    const struct pp_proc *p;
    /* Indexed by vertex, the procedure's first at 0. */
    uint32_t *parent_edge; /* PP_NONE at a root; EXIT_ENTRY for the edge that the graph has not */
    bool *seen;
    uint32_t *order; /* vertices as they were found: parents before children */
    uint32_t num;
};

#define EXIT_ENTRY (PP_NONE - 1)

static bool counted(const struct tree *t, uint32_t edge)
{
    return t->g->edges[edge].flags & PP_E_COUNTED;
}

/* Reaches V, over EDGE, from a vertex whose own edge to its parent is CAME.  Returns false if that
   closes a cycle. */
static bool reach(struct tree *t, uint32_t v, uint32_t edge, uint32_t came)
{
    if (edge == came)
        return true;
    if (t->seen[v])
        return false;
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
        if (v == entry && !reach(t, exit, EXIT_ENTRY, came))
            return false;
        if (v == exit && !reach(t, entry, EXIT_ENTRY, came))
            return false;
    }
    return true;
}

/* Puts VALUE, as far as it is a count, into *COUNT.  Returns whether it is one. */
static bool settle(wide value, uint64_t *count)
{
    bool good = value >= 0 && value <= UINT64_MAX;
    *count = value < 0 ? 0 : good ? (uint64_t)value : UINT64_MAX;
    return good;
}

/* The tree's edges, leaves first.  Entry is a root, so that Exit's way up is Exit -> Entry: nobody
   asks for its count. */
static bool solve(const struct tree *t, uint64_t *edge_counts)
{
    const struct pp_graph *g = t->g;
    uint32_t first = t->p->first_vertex;
    bool good = true;
    for (uint32_t i = t->num; i-- > 0;) {
        uint32_t v = t->order[i], up = t->parent_edge[v];
        wide in = 0, out = 0;
        if (up == PP_NONE || up == EXIT_ENTRY)
            continue;
        /* Those of its other edges are known; that of UP is still 0. */
        for (uint32_t e = pp_first_in(g, first + v); e != PP_NONE; e = pp_next_in(g, e))
            in += edge_counts[e];
        for (uint32_t e = pp_first_out(g, first + v); e != PP_NONE; e = pp_next_out(g, e))
            out += edge_counts[e];
        good &= settle(g->edges[up].to == first + v ? out - in : in - out, &edge_counts[up]);
    }
    return good;
}

bool pp_propagate(const struct pp_graph *g, uint32_t proc, const uint64_t *counters,
                  uint64_t *edge_counts)
{
    const struct pp_proc *p = &g->procs[proc];
    uint32_t n = p->num_vertices, counter = 0;
    struct tree t = {
        .g = g,
        .p = p,
        .parent_edge = pp_xmalloc(n * sizeof *t.parent_edge),
        .seen = pp_xcalloc(n, sizeof *t.seen),
        .order = pp_xmalloc(n * sizeof *t.order),
    };
    for (uint32_t v = p->first_vertex; v < p->first_vertex + n; v++)
        for (uint32_t e = pp_first_out(g, v); e != PP_NONE; e = pp_next_out(g, e))
            edge_counts[e] = 0;
    for (uint32_t e = p->first_edge; e < p->first_edge + p->num_edges; e++)
        if (pp_live(g, e) && counted(&t, e))
            edge_counts[e] = counters[counter++];
    bool good = grow(&t, p->entry - p->first_vertex);
    for (uint32_t v = 0; good && v < n; v++) /* what hangs together with neither Entry nor Exit */
        good = grow(&t, v);
    good = good && solve(&t, edge_counts);
    free(t.parent_edge);
    free(t.seen);
    free(t.order);
    return good;
}

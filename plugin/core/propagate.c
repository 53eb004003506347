/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Mode edge: from the counters off the spanning tree to the counts of all edges, by Kirchhoff's law
   in post-order over the tree (edge-profiling survey, figure 3; Knuth). */
#include "profile.h"

#include <stdlib.h>
#include <string.h>

/* Exit -> Entry, which is in every tree and is no edge of the graph. */
#define CLOSING (PP_NONE - 1)

struct tree {
    const struct pp_graph *g;
    const struct pp_proc *proc;
    uint32_t *order;  /* vertices (from 0 at Entry) as a search from the roots reaches them */
    uint32_t *parent; /* edge by which it was reached; PP_NONE at a root */
    bool *seen;
    uint32_t reached;
};

static void reach(struct tree *t, uint32_t v, uint32_t edge)
{
    uint32_t at = v - t->proc->first_vertex;
    if (t->seen[at])
        return;
    t->seen[at] = true;
    t->parent[at] = edge;
    t->order[t->reached++] = at;
}

static bool on_tree(const struct pp_graph *g, uint32_t e)
{
    return pp_live(g, e) && !(g->edges[e].flags & PP_E_COUNTED);
}

/* Breadth first from ROOT over tree edges in either direction. */
static void search(struct tree *t, uint32_t root)
{
    const struct pp_graph *g = t->g;
    uint32_t done = t->reached;
    reach(t, root, PP_NONE);
    while (done < t->reached) {
        uint32_t v = t->proc->first_vertex + t->order[done++];
        for (uint32_t e = g->vertices[v].first_out; e != PP_NONE; e = g->edges[e].next_out) {
            if (on_tree(g, e))
                reach(t, g->edges[e].to, e);
        }
        for (uint32_t e = g->vertices[v].first_in; e != PP_NONE; e = g->edges[e].next_in) {
            if (on_tree(g, e))
                reach(t, g->edges[e].from, e);
        }
        if (v == t->proc->entry)
            reach(t, t->proc->exit, CLOSING);
        if (v == t->proc->exit)
            reach(t, t->proc->entry, CLOSING);
    }
}

static uint32_t source(const struct tree *t, uint32_t e)
{
    return (e == CLOSING ? t->proc->exit : t->g->edges[e].from) - t->proc->first_vertex;
}

static uint32_t target(const struct tree *t, uint32_t e)
{
    return (e == CLOSING ? t->proc->entry : t->g->edges[e].to) - t->proc->first_vertex;
}

/* Leaves first: all edges of a vertex but the one to its parent are known, so that one is what
   balances it.  EXCESS is what came in less what went out. */
static bool balance(const struct tree *t, __int128 *excess, uint64_t *edge_counts)
{
    bool right = true;
    for (uint32_t i = t->reached; i-- > 0;) {
        uint32_t v = t->order[i], e = t->parent[v];
        if (e == PP_NONE) {
            right &= excess[v] == 0;
            continue;
        }
        bool leaves = source(t, e) == v;
        __int128 count = leaves ? excess[v] : -excess[v];
        if (count < 0 || count > UINT64_MAX) {
            right = false;
            count = 0;
        }
        excess[source(t, e)] -= count;
        excess[target(t, e)] += count;
        if (e != CLOSING)
            edge_counts[e] = (uint64_t)count;
    }
    return right;
}

bool pp_propagate(const struct pp_graph *g, uint32_t proc, const uint64_t *counters,
                  uint64_t *edge_counts)
{
    const struct pp_proc *p = &g->procs[proc];
    struct tree t = {.g = g, .proc = p};
    t.order = pp_xmalloc(p->num_vertices * sizeof *t.order);
    t.parent = pp_xmalloc(p->num_vertices * sizeof *t.parent);
    t.seen = pp_xcalloc(p->num_vertices, sizeof *t.seen);
    __int128 *excess = pp_xcalloc(p->num_vertices, sizeof *excess);

    uint32_t counter = 0;
    for (uint32_t e = p->first_edge; e < p->first_edge + p->num_edges; e++) {
        if (!(g->edges[e].flags & PP_E_COUNTED))
            continue;
        edge_counts[e] = counters[counter++];
        excess[source(&t, e)] -= edge_counts[e];
        excess[target(&t, e)] += edge_counts[e];
    }
    search(&t, p->entry);
    for (uint32_t v = 0; v < p->num_vertices; v++)
        search(&t, p->first_vertex + v); /* what no tree edge joins to Entry: dead code */
    bool right = balance(&t, excess, edge_counts);
    free(t.order);
    free(t.parent);
    free(t.seen);
    free(excess);
    return right;
}

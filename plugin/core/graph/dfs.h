/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Depth-first search of one procedure: the orders that every pass over it needs.  Iterative,
   linear, and deterministic: successors are taken in the order of the edge lists. */
#ifndef PATHPROF_DFS_H
#define PATHPROF_DFS_H

#include "core/graph/graph.h"

enum pp_order_graph {
    PP_ORDER_PROGRAM, /* the edges that are not surrogate, cut or not, inside the procedure */
    PP_ORDER_REST,    /* the same without those already marked BACK */
    /* The live edges.  A live call edge counts as an edge to its return site, whose label it needs
       (equation (22)); return edges are not followed. */
    PP_ORDER_LIVE,
};

/* Arrays that are indexed by vertex have the procedure's first vertex at 0. */
struct pp_order {
    uint32_t num_vertices; /* all of the procedure */
    uint32_t num_reached;  /* from Entry: the first so many in postorder */
    uint32_t *postorder;   /* every vertex of the procedure; reverse topological if acyclic */
    uint32_t *number;      /* indexed by vertex: preorder number, from 0 */
    uint32_t *last;        /* indexed by vertex: greatest preorder number in its subtree */
    uint32_t *retreating;  /* edges to a vertex that was being visited */
    uint32_t num_retreating;
    uint32_t cap_retreating;
};

/* Searches from Entry, then from each RESTART vertex, then from whatever is left, in rising order:
   so no cycle escapes that the program, or a corrupt graph, may have. */
void pp_order_make(struct pp_order *order, const struct pp_graph *g, uint32_t proc,
                   enum pp_order_graph which);
void pp_order_free(struct pp_order *order);

/* The return-site vertex of call vertex C: where its summary edge, live or not, leads; PP_NONE if
   it has none. */
uint32_t pp_return_site(const struct pp_graph *g, uint32_t c);

#endif

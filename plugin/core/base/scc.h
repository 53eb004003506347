/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Strongly connected components (Tarjan 1972), iterative. */
#ifndef PATHPROF_SCC_H
#define PATHPROF_SCC_H

#include <stdint.h>

/* A graph of NUM vertices; the edges out of vertex v lead to to[first[v]] .. to[first[v + 1] - 1]. */
struct pp_adjacency {
    uint32_t num, *first, *to;
};

/* Sets COMPONENT[v] so that two vertices are strongly connected iff theirs are equal.  If ORDER is
   not NULL, lists the vertices there, component by component, so that every edge leads into its own
   component or an earlier one: a topological order from the leaves on. */
void pp_components(const struct pp_adjacency *graph, uint32_t *component, uint32_t *order);

#endif

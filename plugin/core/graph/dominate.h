/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which vertices of a procedure control must pass on its way to others. */
#ifndef PATHPROF_DOMINATE_H
#define PATHPROF_DOMINATE_H

#include "core/graph/graph.h"

/* The dominator tree over the program's edges inside a procedure.  Control comes from outside to
   Entry and, by non-local transfers, to RESTART vertices: its root stands before all of them.  Arrays are indexed
   by vertex, the procedure's first at 0. */
struct pp_dominators {
    uint32_t first_vertex;
    uint32_t *begin, *end; /* a vertex's place in the tree's preorder, and the end of its subtree;
                              both 0 where control never comes */
};

void pp_dominators_make(struct pp_dominators *d, const struct pp_graph *g, uint32_t proc);
void pp_dominators_free(struct pp_dominators *d);

/* Does control always pass V before it comes to W?  So it does if it never comes to W. */
bool pp_dominates(const struct pp_dominators *d, uint32_t v, uint32_t w);

#endif

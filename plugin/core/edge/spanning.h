/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Maximum spanning tree of one procedure's live graph together with Exit -> Entry. */
#ifndef PATHPROF_SPANNING_H
#define PATHPROF_SPANNING_H

#include "core/graph/graph.h"

/* Does E stay inside its procedure, surrogates included?  Calls and returns do not. */
static inline bool pp_stays(const struct pp_edge *e)
{
    return e->kind != PP_CALL_EDGE && e->kind != PP_RETURN;
}

/* Sets on_tree[e] (indexed by edge of the whole graph) for the edges of PROC's live graph.
   Exit -> Entry is always in the tree and is not an edge of the graph; nor are call and return
   edges, but c and r of a call that is followed are joined with Exit and Entry: the path is handed
   over there.  Edges on which no code can
   be placed (ABNORMAL, FAKE) come first, then those that cost something by falling weight, at equal
   weight those into calls last, if COST_FREE and CONTRACTED are NULL (by-callers.h);
   COST_FREE edges (may be NULL; indexed by edge) come last: placing code on them costs nothing.
   The ends of CONTRACTED edges (may be NULL; indexed by edge) are one vertex; on_tree says nothing
   of them.
   Returns false if edges on which no code can be placed form a cycle; *STUCK is then one of them. */
bool pp_spanning_tree(const struct pp_graph *g, uint32_t proc, const bool *cost_free,
                      const bool *contracted, bool *on_tree, uint32_t *stuck);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The call graph of a scope: its procedures, joined by the call edges of the supergraph. */
#ifndef PATHPROF_CALL_ORDER_H
#define PATHPROF_CALL_ORDER_H

#include "core/graph/graph.h"

/* The procedures whose paths are numbered together: those of one unit. */
struct pp_scope {
    uint32_t first_proc, num_procs;
};

struct pp_call_order {
    uint32_t *procs; /* callees before callers, over live call edges */
    uint32_t num;
};

/* Orders SCOPE by a depth-first search from its `outside` procedures, then from those that are
   left, in rising order.  With CUT_RECURSION a live call edge that closes a cycle is cut with its
   return edge (BACK).  Returns false if a cycle was found otherwise. */
bool pp_call_order_make(struct pp_call_order *order, struct pp_graph *g,
                        const struct pp_scope *scope, bool cut_recursion);
/* Follows the calls again that were cut as recursive. */
void pp_mend_recursion(struct pp_graph *g, const struct pp_scope *scope);
void pp_call_order_free(struct pp_call_order *order);

/* Cuts the call with call edge E, and the return from it, for the reason FLAG. */
void pp_cut_call(struct pp_graph *g, uint32_t e, unsigned flag);

/* Sets pp_proc.root: of the `outside` procedures, of those that a cut call calls (but see
   recursion.h), and of those that
   nothing calls (dead code, at -O0).  Where recursion has been cut every procedure is then reached
   from a root, so that a bound on what the roots have is one on everything. */
void pp_find_roots(struct pp_graph *g, const struct pp_scope *scope);

/* Does every path that comes to Exit of PROC end there?  If it does, numValidCompsFromExit is 1
   wherever control is in PROC (thesis 5.3). */
bool pp_ends_at_exit(const struct pp_graph *g, uint32_t proc);

/* Does vertex V hand the path over: c of a live call, or r of one? */
bool pp_hands_over(const struct pp_graph *g, uint32_t v);

#endif

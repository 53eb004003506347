/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Modes edge and callgraph: functions that nothing enters but calls in their own unit.  How often such a function is
   entered is how often these calls are made, which is known, so that it needs one counter less: the flow Exit -> Entry
   is not unknown any more (edge-profiling survey, section 2.2, has it on the tree in any case).  A function without a
   branch needs none.

   CALLERS are a unit's calls by name (pp_call_lists_by_name).  Callers are asked first, so that of functions that call
   each other in a cycle one at least counts itself. */
#ifndef PATHPROF_BY_CALLERS_H
#define PATHPROF_BY_CALLERS_H

#include "core/graph/call-lists.h"

/* Fills ORDER with the procedures, each that is `by_callers` behind all that call it.  Where that cannot be it is not
   `by_callers` from now on. */
void pp_order_by_callers(struct pp_graph *g, const struct pp_call_lists *callers, uint32_t *order);

/* Does as much flow from Exit of PROC to its Entry as it is called?  Control comes in by Entry alone, to every vertex,
   and can leave it. */
bool pp_is_passed_through(const struct pp_graph *g, uint32_t proc);

/* May PROC, whose callers are planned, be `by_callers`?  Not if one of them is not counted, if nothing calls it, or if
   it is not passed through.  *UNTOLD is the share of its calls, by the weights, that no counters right before them tell
   of: 0 if there are none, and else they need counters of their own (pp_count_calls).  That a call's count follows from
   others is not enough: a caller may be left in the middle (by siglongjmp in a handler, or by the end of the process,
   when another thread is in it), and then the counts behind do not tell how often those before were come to. */
bool pp_can_be_by_callers(const struct pp_graph *g, const struct pp_call_lists *callers,
                          uint32_t proc, double *untold);

/* Has all ways to those calls of PROC COUNTED that are untold, and says which procedures of G are CHANGED by it. */
void pp_count_calls(struct pp_graph *g, const struct pp_call_lists *callers, uint32_t proc,
                    bool *changed);

/* How often the calls of PROC have been made, from the counts of edges and from how often each procedure was ENTERED
   (by procedure of G; of those that are `by_callers`).  VERTEX_COUNTS are for calls of which these do not tell: notes
   from before they had to rely on them. */
uint64_t pp_calls_made(const struct pp_graph *g, const struct pp_call_lists *callers, uint32_t proc,
                       const uint64_t *edge_counts, const uint64_t *vertex_counts,
                       const uint64_t *entered);

#endif

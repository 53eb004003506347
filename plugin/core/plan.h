/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The planner: labels -> actions.  What the emitter places, and where, and nothing else. */
#ifndef PATHPROF_PLAN_H
#define PATHPROF_PLAN_H

#include "graph.h"
#include "mode.h"
#include "number.h"

enum pp_place {
    PP_AT_EDGE,   /* on an edge that is not surrogate */
    PP_AT_VERTEX, /* where a RESTART vertex begins */
};

enum pp_update { PP_KEEP, PP_ADD, PP_SET };

/* In this order: first, if record, counts[(uses_path ? path : 0) + index] += 1; then path is
   kept, added to, or set.  In interprocedural modes index and value are functions of
   numValidCompsFromExit; otherwise their a is 0. */
struct pp_action {
    enum pp_place place;
    uint32_t at; /* edge or vertex */
    bool record;
    bool uses_path; /* false in mode edge, and where the path so far is known to be 0 */
    struct pp_linear index;
    enum pp_update update;
    struct pp_linear value;
};

struct pp_plan {
    struct pp_action *actions; /* at most one for each place; by place, then at */
    uint32_t num_actions, cap_actions;
};

void pp_plan_init(struct pp_plan *plan);
void pp_plan_free(struct pp_plan *plan);

/* Plans PROC, transformed and (mode path) numbered.  Values are uint64_t modulo 2^64: an increment
   may be "negative".  For every path the sum of what is set, added and recorded is its number.
   mode path: event counting on a maximum spanning tree; increments before a record are folded into it.
   mode edge: one action a counter, index 0.. in order of edges; sets num_paths of PROC to their
   number.  Returns false, with procs[].storage = PP_STORE_NONE and why, when it cannot be done. */
bool pp_plan_proc(struct pp_graph *g, uint32_t proc, const struct pp_params *params,
                  const struct pp_numbering *n, struct pp_plan *plan);

/* Everything in order for one procedure: back edges, transform, number, plan. Weights must be set.
   The plugin and the decoder both call this or pp_prepare_proc, so that labels agree. */
bool pp_pipeline(struct pp_graph *g, uint32_t proc, const struct pp_params *params,
                 struct pp_numbering *n, struct pp_plan *plan);

/* The decoder's half: the same, with the edges that were broken (mode path) or have counters (mode
   edge) taken from the notes' flags instead of chosen. */
bool pp_prepare_proc(struct pp_graph *g, uint32_t proc, const struct pp_params *params,
                     struct pp_numbering *n);

#endif

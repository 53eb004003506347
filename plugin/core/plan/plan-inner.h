/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The planner's rows for inner paths (inner-paths.h). */
#ifndef PATHPROF_PLAN_INNER_H
#define PATHPROF_PLAN_INNER_H

#include "core/number/inner-paths.h"
#include "core/plan/plan.h"

struct pp_inner_plan {
    struct pp_inner_paths paths;  /* of which heads that are not worth it have no `first` */
    bool *through;                /* by vertex, the procedure's first at 0: does one come there? */
    struct pp_linear *increments; /* by edge of the graph, of the procedure's live ones */
};

/* For PROC.  ON_TREE: the spanning tree from which its other increments are. */
void pp_inner_plan_make(struct pp_inner_plan *inner, const struct pp_graph *g, uint32_t proc,
                        const struct pp_params *params, const struct pp_numbering *n,
                        const bool *on_tree);
void pp_inner_plan_free(struct pp_inner_plan *inner);

/* Adds to A, the action on EDGE, what it does of the inner path. */
void pp_act_on_inner(const struct pp_inner_plan *inner, const struct pp_graph *g, uint32_t edge,
                     struct pp_action *a);

#endif

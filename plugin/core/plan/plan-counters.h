/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The planner's rows for the modes that count edges. */
#ifndef PATHPROF_PLAN_COUNTERS_H
#define PATHPROF_PLAN_COUNTERS_H

#include "core/plan/plan.h"

/* What pp_plan_proc does in mode edge and in mode callgraph. */
bool pp_plan_counters(struct pp_graph *g, uint32_t proc, enum pp_mode mode, struct pp_plan *plan);

/* Puts the counters on those edges of PROC that are COUNTED into PLAN, in place of what it has, and their number into
   PROC. */
void pp_list_counters(struct pp_graph *g, uint32_t proc, struct pp_plan *plan);

/* Plans PROC, planned as one that counts how often it is entered, as one that is `by_callers`, if that saves more than
   MOST counts each time that it is entered, by the weights; else it stays as it is.  Returns whether it did. */
bool pp_plan_by_callers(struct pp_graph *g, uint32_t proc, enum pp_mode mode, double most,
                        struct pp_plan *plan);

#endif

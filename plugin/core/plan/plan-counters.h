/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The planner's rows for the modes that count edges. */
#ifndef PATHPROF_PLAN_COUNTERS_H
#define PATHPROF_PLAN_COUNTERS_H

#include "core/plan/plan.h"

/* What pp_plan_proc does in mode edge and in mode callgraph. */
bool pp_plan_counters(struct pp_graph *g, uint32_t proc, enum pp_mode mode, struct pp_plan *plan);

#endif

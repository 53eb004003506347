/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The planner's rows for modes whose paths cross calls. */
#ifndef PATHPROF_PLAN_CALLS_H
#define PATHPROF_PLAN_CALLS_H

#include "core/plan/plan.h"

/* The actions of PROC, which is transformed and numbered. */
void pp_plan_in_scope(const struct pp_graph *g, uint32_t proc, enum pp_mode mode,
                      const struct pp_numbering *n, const struct pp_linear *increments,
                      struct pp_plan *plan);

#endif

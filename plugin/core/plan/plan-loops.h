/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The planner's rows for mode kpath. */
#ifndef PATHPROF_PLAN_LOOPS_H
#define PATHPROF_PLAN_LOOPS_H

#include "core/plan/fold.h"

/* Completes PLACES, which are those of mode path with INCREMENTS, by what is done where control
   enters the loops of PROC, iterates and leaves them; says in PLAN what the loops are.  Without
   such loops nothing is changed. */
void pp_plan_loops(const struct pp_graph *g, uint32_t proc, const struct pp_numbering *n,
                   const struct pp_linear *increments, struct pp_places *places,
                   struct pp_plan *plan);

#endif

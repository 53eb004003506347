/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The planner's rows for modes whose paths cross calls. */
#ifndef PATHPROF_PLAN_CALLS_H
#define PATHPROF_PLAN_CALLS_H

#include "core/plan/plan-inner.h"

/* May an activation of PROC, which is numbered, number its part of a path by itself, as if nothing had preceded
   it and nothing would follow (pp_plan.relative)?  If no path ends or begins on the way from Entry to Exit, all
   labels there are <a, 0> (thesis, equations (20) to (24)): the part adds the sum of their a times x, and only
   the caller needs to know x. */
bool pp_is_relative(const struct pp_graph *g, const struct pp_numbering *n, uint32_t proc);

/* Does control come into PROC, which is numbered, only over calls that hand it its path?  So it is where every call is
   known, and it is enough that some are followed: who makes one that is cut hands over the path that begins with it,
   and counts it when it comes back.  Then PROC need not ask who has called it. */
bool pp_is_handed(const struct pp_graph *g, const struct pp_numbering *n, uint32_t proc);

/* The actions of PROC, which is transformed and numbered. */
void pp_plan_in_scope(const struct pp_graph *g, uint32_t proc, enum pp_mode mode,
                      const struct pp_numbering *n, const struct pp_linear *increments,
                      const struct pp_inner_plan *inner, struct pp_plan *plan);

#endif

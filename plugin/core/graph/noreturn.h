/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which calls always come back. */
#ifndef PATHPROF_NORETURN_H
#define PATHPROF_NORETURN_H

#include "core/graph/graph.h"

/* Clears MAY_LEAVE on calls to procedures of G that can be left only by returning: those without a
   NORETURN edge whose own calls all come back (greatest fixpoint, so recursion alone does not make
   a procedure doubtful).  CALLEES[v]: the procedure that call vertex v is certain to enter, or
   PP_NONE.  Endless loops do not count as leaving. */
void pp_settle_calls(struct pp_graph *g, const uint32_t *callees);

#endif

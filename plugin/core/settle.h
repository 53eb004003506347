/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which calls always come back. */
#ifndef PATHPROF_SETTLE_H
#define PATHPROF_SETTLE_H

#include "graph.h"

/* Clears MAY_LEAVE on calls to procedures of G that can be left only by returning: those without a
   NORETURN edge whose own calls all come back (greatest fixpoint, so recursion alone does not make
   a procedure doubtful).  TRUSTED[p]: a call by name of procedure p really reaches this body (it
   cannot be replaced by another module's).  Endless loops do not count as leaving. */
void pp_settle_calls(struct pp_graph *g, const bool *trusted);

#endif

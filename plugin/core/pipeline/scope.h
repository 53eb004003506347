/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The interprocedural modes: the steps of the pipeline for all procedures of a scope together. */
#ifndef PATHPROF_SCOPE_H
#define PATHPROF_SCOPE_H

#include "core/graph/unit.h"
#include "core/plan/plan.h"

/* Plans all procedures of UNIT, whose graphs, weights, calls (pp_link_call) and `outside` marks are
   in G: PLANS[i], initialised, is that of its i-th procedure.  Sets storage, num_paths, root of its
   procedures (storage PP_STORE_UNIT, or NONE with the reason in `why`) and storage and num_paths of
   UNIT, whose first_proc, num_procs and params are given.  The plans' numbers are N's, and have as
   many words as N->numbers then says: more than one with storage PP_STORE_WIDE only. */
void pp_scope_pipeline(struct pp_graph *g, struct pp_unit *unit, struct pp_numbering *n,
                       struct pp_plan *plans);

/* The decoder's half: transforms and numbers UNIT's procedures by the flags of the notes.  Returns
   false if the numbering does not come out as the notes say. */
bool pp_scope_prepare(struct pp_graph *g, const struct pp_unit *unit, struct pp_numbering *n);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The interprocedural modes: the steps of the pipeline for all procedures of a scope together. */
#ifndef PATHPROF_SCOPE_H
#define PATHPROF_SCOPE_H

#include "core/transform/call-order.h"
#include "core/format/notes.h"
#include "core/plan/plan.h"
#include "core/profile/profile.h"

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

/* scope-number.c: numbers the scope, transformed.  Returns false if the numbers do not fit
   N->numbers or the graph has a cycle; *TOTAL is how many paths there are. */
bool pp_number_scope(const struct pp_graph *g, const struct pp_scope *scope, enum pp_mode mode,
                     const struct pp_call_order *order, struct pp_numbering *n,
                     struct pp_num *total);

/* limit.c: marks the edges that have to be broken (BROKEN; return edges also UNBALANCED) so that
   SCOPE has at most params->max_paths paths, coldest first. */
void pp_limit_scope(struct pp_graph *g, const struct pp_scope *scope,
                    const struct pp_params *params, const struct pp_call_order *order);

/* scope-decode.c: the path numbered NUMBER of the unit whose starts are STARTS (NUM_STARTS of
   them): fills PATH's proc, edges (malloc'd), num_edges and active.  Returns false if there is no
   such path or it has more than MOST edges. */
bool pp_decode_scope(const struct pp_graph *g, const struct pp_numbering *n, enum pp_mode mode,
                     const struct pp_start *starts, uint32_t num_starts, struct pp_num number,
                     uint64_t most, struct pp_path *path);

/* plan.c: whether PROC, transformed, can be planned; if not it is refused, with the reason. */
bool pp_can_plan(struct pp_graph *g, uint32_t proc);

/* plan-calls.c: the actions of PROC, which is transformed and numbered. */
void pp_plan_in_scope(const struct pp_graph *g, uint32_t proc, enum pp_mode mode,
                      const struct pp_numbering *n, const struct pp_linear *increments,
                      struct pp_plan *plan);

#endif

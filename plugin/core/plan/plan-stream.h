/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plans as bytes, by which the process that numbers a whole program passes one procedure's plan
   to those that generate its code. */
#ifndef PATHPROF_PLAN_STREAM_H
#define PATHPROF_PLAN_STREAM_H

#include "core/base/bytes.h"
#include "core/plan/plan.h"

/* Appends PLAN, and what has been decided of PROC in G: its index, storage, number of paths, the
   flags of its vertices, the flags and weights of its edges that are not surrogate. */
void pp_plan_write(struct pp_bytes *out, const struct pp_graph *g, uint32_t proc,
                   const struct pp_plan *plan);

/* The reverse: PROC of another graph has the same vertices and edges (pp_proc.checksum), and
   becomes what was decided of it, but for its index in G; PLAN is initialised, and its numbers
   become NUMBERS'.  Returns false if IN
   is bad or of another shape. */
bool pp_plan_read(struct pp_input *in, struct pp_graph *g, uint32_t proc,
                  struct pp_numbers *numbers, struct pp_plan *plan);

#endif

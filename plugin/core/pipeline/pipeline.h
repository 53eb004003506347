/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The steps in order, for one procedure. */
#ifndef PATHPROF_PIPELINE_H
#define PATHPROF_PIPELINE_H

#include "core/plan/plan.h"

/* Everything in order for one procedure: back edges, transform, number, plan. Weights must be set.
   The plugin and the decoder both call this or pp_prepare_proc, so that labels agree. */
bool pp_pipeline(struct pp_graph *g, uint32_t proc, const struct pp_params *params,
                 struct pp_numbering *n, struct pp_plan *plan);

/* The decoder's half: the same, with the edges that were broken (mode path) or have counters (modes
   edge and callgraph) taken from the notes' flags instead of chosen. */
bool pp_prepare_proc(struct pp_graph *g, uint32_t proc, const struct pp_params *params,
                     struct pp_numbering *n);

#endif

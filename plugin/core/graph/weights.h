/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Static edge weights by the three rules of Ball and Larus (edge-profiling survey, section 3). */
#ifndef PATHPROF_WEIGHTS_H
#define PATHPROF_WEIGHTS_H

#include "core/graph/graph.h"

#define PP_LOOP_MULTIPLIER 10

/* Sets pp_edge.weight of every edge of PROC that is not surrogate, given marked backedges. */
void pp_static_weights(struct pp_graph *g, uint32_t proc);

#endif

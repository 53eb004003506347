/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where gprof's averages and the contexts that really occurred disagree. */
#ifndef PATHPROF_CALLGRAPH_DISAGREE_H
#define PATHPROF_CALLGRAPH_DISAGREE_H

#include "tool/callgraph/callgraph-contexts.h"

/* Sets the order of TIMES. */
void pp_context_times_rank(struct pp_context_times *times, const struct pp_gprof *gprof);
/* The list of it, for people: the first TOP; 0: all.  BRIEF: without what explains it. */
void pp_print_context_times(const struct pp_callgraph *graph, const struct pp_context_times *times,
                            uint64_t top, bool brief);

#endif

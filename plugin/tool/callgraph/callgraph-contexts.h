/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Time by the contexts that really occurred, beside gprof's averages. */
#ifndef PATHPROF_CALLGRAPH_CONTEXTS_H
#define PATHPROF_CALLGRAPH_CONTEXTS_H

#include "tool/callgraph/callgraph.h"

struct pp_context_times {
    double *arcs;      /* by arc of the graph: with what the caller is charged, in samples */
    double *functions; /* by function: its time with that of what it called, in samples */
    double left_out;   /* samples in functions that have no contexts */
    uint32_t *order;   /* arcs by how far the average is off, worst first */
    uint32_t num_order;
};

/* What the profile of mode context of PROGRAM, which is compiled from the same source, says of
   GRAPH. Returns false after a line on stderr. */
bool pp_context_times_make(struct pp_context_times *times, const struct pp_callgraph *graph,
                           const char *program);
void pp_context_times_free(struct pp_context_times *times);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The calls of each procedure: of which are the call vertices, and where. */
#ifndef PATHPROF_CALL_LISTS_H
#define PATHPROF_CALL_LISTS_H

#include "core/graph/graph.h"

/* Of some consecutive procedures, whose vertices are consecutive, too. */
struct pp_call_lists {
    uint32_t first_proc, num_procs, first_vertex, num_vertices;
    /* The calls of procedure first_proc + p are call[first[p]] to call[first[p + 1] - 1], vertices by
       rising index; caller[...] are the procedures that they are in, less first_proc. */
    uint32_t *first, *call, *caller;
};

/* Of procedures FIRST_PROC, ... (NUM_PROCS of them) of G.  CALLEES[v - first_vertex]: the procedure that call
   vertex v enters, or PP_NONE; those of other vertices are not read. */
void pp_call_lists_make(struct pp_call_lists *lists, const struct pp_graph *g, uint32_t first_proc,
                        uint32_t num_procs, const uint32_t *callees);

/* The same by names: a call enters the procedure, among these, that it names. */
void pp_call_lists_by_name(struct pp_call_lists *lists, const struct pp_graph *g,
                           uint32_t first_proc, uint32_t num_procs);

void pp_call_lists_free(struct pp_call_lists *lists);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How often control went from one line block (pp_line_block) to another. */
#ifndef PATHPROF_LINE_GRAPH_H
#define PATHPROF_LINE_GRAPH_H

#include "core/profile/profile.h"

struct pp_line_arc {
    uint32_t from; /* line block; PP_NONE: Entry, or a non-local transfer (a computed goto) */
    uint32_t to;   /* PP_NONE: Exit */
    uint64_t count;
    uint32_t edge; /* that it is, or begins with; PP_NONE: it leads through what is no block's */
};

struct pp_line_graph {
    uint32_t num_blocks; /* of all procedures */
    uint32_t num_arcs;
    struct pp_line_arc *arcs; /* by from, then to, with Exit first; those from PP_NONE last */
    uint32_t *first_out;      /* arcs of block b: first_out[b] to first_out[b + 1] */
    uint32_t *in, *first_in;  /* those that lead to it: in[first_in[b]] ... */
    uint64_t *counts;         /* of blocks */
    /* Comings that are along no arc: the second return of setjmp. */
    uint64_t *nonlocal;
};

void pp_line_graph_make(struct pp_line_graph *lines, const struct pp_profile *profile);
void pp_line_graph_free(struct pp_line_graph *lines);

#endif

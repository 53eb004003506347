/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How far what a function does in one context is from what it does in the others. */
#ifndef PATHPROF_COMPARE_H
#define PATHPROF_COMPARE_H

#include "tool/path/pieces.h"

struct pp_context_row {
    uint32_t node;
    uint32_t first_cell, num_cells;
    uint64_t count; /* pieces taken */
    bool compared;  /* not if nothing is known of the caller: it may be that of any other context */
    /* Total variation distance between its distribution over pieces and that of all the others that
       are compared: 0 (the same) to 1 (none in common); 0 if there are none. */
    double distance;
};

struct pp_piece_row {
    uint32_t piece;
    uint64_t count; /* in the contexts that are compared */
    /* The largest difference of its share in one context from its share in the others, and in which
       (index into the contexts). */
    double difference;
    uint32_t context;
};

struct pp_comparison {
    const struct pp_pieces *pieces;
    struct pp_context_row *contexts; /* by falling executed statements, then calls */
    struct pp_piece_row *rows;       /* by falling count */
    uint32_t num_contexts, num_rows;
    uint32_t *row_of; /* indexed by piece */
    /* Where most of what was taken is not as it is elsewhere (count times distance, or times
       difference); PP_NONE if nowhere is. */
    uint32_t odd_context, odd_row;
};

/* Compares the contexts of PIECES, which has to stay as long as C; pp_comparison_free frees the rest.
   SHOWN, by node of its tree (NULL: all): the others are as if they were not there, nor what only they took. */
void pp_compare(struct pp_comparison *c, const struct pp_pieces *pieces, const bool *shown);
void pp_comparison_free(struct pp_comparison *c);

/* How often context CONTEXT took piece PIECE. */
uint64_t pp_cell_count(const struct pp_comparison *c, const struct pp_context_row *context,
                       uint32_t piece);

#endif

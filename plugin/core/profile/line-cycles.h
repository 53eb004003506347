/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How often control went round within a set of line blocks. */
#ifndef PATHPROF_ROUNDS_H
#define PATHPROF_ROUNDS_H

#include "core/profile/line-graph.h"

/* A set of blocks, and what searches in it need. */
struct pp_rounds {
    const struct pp_line_graph *lines;
    uint32_t *member;                  /* by block: the round of sets when it was one last */
    uint32_t set;                      /* the set at hand */
    uint64_t *left;                    /* by arc: what no circuit has taken yet */
    uint32_t *blocked, *waits, search; /* by block, by arc: the search when it was so last */
    struct pp_round_step *steps;
    uint32_t *free_next;
};

void pp_rounds_init(struct pp_rounds *r, const struct pp_line_graph *lines);
void pp_rounds_free(struct pp_rounds *r);

/* The set is BLOCKS from now on, NUM of them. */
void pp_rounds_set(struct pp_rounds *r, const uint32_t *blocks, size_t num);

static inline bool pp_rounds_has(const struct pp_rounds *r, uint32_t block)
{
    return block != PP_NONE && r->member[block] == r->set;
}

/* How often control went round within the set, BLOCKS in rising order, as gcov says it: elementary
   circuits are looked for, from each block in turn among those behind it (Johnson; Hawick and
   James); each that is found takes the least count of its arcs from all of them. */
uint64_t pp_rounds_count(struct pp_rounds *r, const uint32_t *blocks, size_t num);

#endif

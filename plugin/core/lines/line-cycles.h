/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How often control went through cycles within a set of line blocks. */
#ifndef PATHPROF_LINE_CYCLES_H
#define PATHPROF_LINE_CYCLES_H

#include "core/lines/line-graph.h"

/* A set of blocks, and what searches in it need. */
struct pp_line_cycles {
    const struct pp_line_graph *lines;
    uint32_t *member;                  /* by block: the set that it was in last, counted from 1 */
    uint32_t set;                      /* the set at hand */
    uint64_t *left;                    /* by arc: what no circuit has taken yet */
    uint32_t *blocked, *waits, search; /* by block, by arc: the search when it was so last */
    struct pp_line_cycle_step *steps;
    uint32_t *free_next;
};

void pp_line_cycles_init(struct pp_line_cycles *r, const struct pp_line_graph *lines);
void pp_line_cycles_free(struct pp_line_cycles *r);

/* The set is BLOCKS from now on, NUM of them. */
void pp_line_cycles_set(struct pp_line_cycles *r, const uint32_t *blocks, size_t num);

static inline bool pp_line_cycles_has(const struct pp_line_cycles *r, uint32_t block)
{
    return block != PP_NONE && r->member[block] == r->set;
}

/* How often control went through cycles within the set, BLOCKS in rising order, as gcov says it: elementary
   circuits are looked for, from each block in turn among those behind it (Johnson; Hawick and
   James); each that is found takes the least count of its arcs from all of them. */
uint64_t pp_line_cycles_count(struct pp_line_cycles *r, const uint32_t *blocks, size_t num);

#endif

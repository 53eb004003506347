/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The graph that a partition makes of a hot-path graph (thesis 9.2, step four, and 9.3.2). */
#ifndef PATHPROF_QUOTIENT_H
#define PATHPROF_QUOTIENT_H

#include "core/lanes/hotgraph.h"

/* Makes in Q one vertex of each block of H's vertices, in their order; BLOCK is a partition as
   pp_partition leaves it.  An edge leads from block to block where one leads from member to member, a
   return edge labelled with a block where one is labelled with a member.  Counts add up. */
void pp_quotient(struct pp_hot_graph *q, const struct pp_hot_graph *h, const uint32_t *block);

#endif

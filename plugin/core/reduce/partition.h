/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The partition by which a hot-path graph is reduced: inside procedures the coarsest one that respects
   another (thesis 9.2.3), over calls that of the Supergraph Partitioning Algorithm (9.3). */
#ifndef PATHPROF_PARTITION_H
#define PATHPROF_PARTITION_H

#include "core/lanes/hotgraph.h"

/* Splits the blocks of H's vertices (block[v] is v's; numbered from 0, none is empty; only copies of
   one vertex are together) until, for any two members of a block:
   - edges that are copies of one edge, no return edges and no summary edges of calls that are
     followed, lead into one block;
   - of two return edges that are copies of one, out of exits of one block, labelled with calls of one
     block, both lead into one block (9.3.1; where two do not, they are in conflict).
   Without calls no partition with fewer blocks does that; over calls there is no least one.  Renumbers
   the blocks in the order of their first members.  Returns how many there are. */
uint32_t pp_partition(const struct pp_hot_graph *h, uint32_t *block);

#endif

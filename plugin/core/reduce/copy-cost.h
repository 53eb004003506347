/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether copies are worth what they cost. */
#ifndef PATHPROF_COPY_COST_H
#define PATHPROF_COPY_COST_H

#include "core/reduce/reduce.h"

/* copy-cost.c: BLOCK divides H's vertices into NUM_BLOCKS, so that the candidates, NUM of them, by
   falling benefit, keep their facts.  Where copies that hang together cost more than the candidates
   among them gain, drops half of those, the lesser ones.  A statement more costs PRICE.  Returns
   how many candidates are left; as many as there were if all is worth what it costs. */
uint32_t pp_drop_worthless(const struct pp_hot_graph *h, const struct pp_facts *facts,
                           const uint32_t *block, uint32_t num_blocks, double price,
                           struct pp_candidate *candidates, uint32_t num);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loops that would get several entries by a reduction. */
#ifndef PATHPROF_IRREDUCIBLE_H
#define PATHPROF_IRREDUCIBLE_H

#include "core/reduce/reduce.h"

/* irreducible.c: likewise.  Innermost loops that would be entered at several vertices, in a procedure
   that has no such loop without copies, cost PRICE for each statement executed in them.  Where that
   is more than the candidates gain that copy the loop, drops half of those; first of those that
   lead into its middle. */
uint32_t pp_drop_tangled(const struct pp_hot_graph *h, const struct pp_facts *facts,
                         const uint32_t *block, uint32_t num_blocks, double price,
                         struct pp_candidate *candidates, uint32_t num);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The initial partition of the reduction: which copies may be one (thesis 9.2.2, 9.2.3). */
#ifndef PATHPROF_COMPATIBLE_H
#define PATHPROF_COMPATIBLE_H

#include "core/reduce/reduce.h"

/* compatible.c: the compatibility partition of H with those HOT vertices: to block[v] the block of
   V, from 0.  Both heuristics of 9.2.3. */
void pp_compatible(const struct pp_hot_graph *h, const struct pp_facts *facts, const bool *hot,
                   uint32_t *block);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Copies of a vertex at which the same is known. */
#ifndef PATHPROF_ALIKE_H
#define PATHPROF_ALIKE_H

#include "core/redirect/subsume.h"

/* Puts copies of one vertex of H at which K knows the same into one block: to block[v] that of V, numbered from 0 along
   the vertices of the supergraph.  Copies are many, blocks are few.  Returns how many; *FIRST, if FIRST is not NULL, is
   to be freed and has a member of each. */
uint32_t pp_find_alike(uint32_t *block, uint32_t **first, const struct pp_hot_graph *h,
                       const struct pp_knowledge *k);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Event counting: the same sums of labels over every path, with labels off a spanning tree only. */
#ifndef PATHPROF_INCREMENT_H
#define PATHPROF_INCREMENT_H

#include "core/number/number.h"

/* Sets increments[e] (indexed by edge) for the live edges of PROC: 0 on those in ON_TREE, and for
   every live path from Entry to Exit the sum of the increments is that of the labels, modulo 2^64.
   Mode path-context: likewise for the surrogates of vertices that are split, which have no part in
   the tree.
   Mode kpath: likewise for back edges that paths take, and, in each part of a loop's labels, for every
   way from its head to its back edges and out of it. */
void pp_increments(const struct pp_graph *g, uint32_t proc, const struct pp_numbering *n,
                   const bool *on_tree, struct pp_linear *increments);

#endif

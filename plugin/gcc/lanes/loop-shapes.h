/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loops that GCC's own passes make more of than lanes can. */
#ifndef PATHPROF_LOOP_SHAPES_H
#define PATHPROF_LOOP_SHAPES_H

#include "gcc/base/compat.h"

/* loop-shapes.cc: marks in WHOLE, by vertex of PROC of G, the headers of loops of cfun, from which that
   was extracted, that GCC's own passes make more of than lanes can, if they find them as they are. */
void pp_find_whole(const struct pp_graph *g, uint32_t proc, vec<bool> *whole);

#endif

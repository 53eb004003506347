/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Branches that nothing written tells apart: a macro's, or those of a && b where GCC gives both one place. */
#ifndef PATHPROF_ALIKE_H
#define PATHPROF_ALIKE_H

#include "core/graph/graph.h"

/* Are the branches V and W on the same place, as routes show it? */
bool pp_same_place(const struct pp_graph *g, uint32_t v, uint32_t w);

/* Which of the branches of its function on its place branch V is, from 1, in the order in which control comes to them;
   *OF: how many there are. */
uint32_t pp_which_alike(const struct pp_graph *g, uint32_t v, uint32_t *of);

#endif

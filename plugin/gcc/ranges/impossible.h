/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Turns that cannot be: which outcome of a branch never follows which outcome of the one before. */
#ifndef PATHPROF_IMPOSSIBLE_H
#define PATHPROF_IMPOSSIBLE_H

#include "gcc/base/compilation.h"
#include "gcc/ranges/ranges.h"

/* Are these asked for, in a mode that counts paths? */
static inline bool pp_proves_turns(const struct pp_compilation *c)
{
    return c->options.impossible && pp_mode_row(c->options.params.mode)->cuts_loops;
}

/* Adds to G, a graph that is not transformed, the turns of procedure PROC, whose body is NODE's and was extracted
   last, that ranges of values prove to be impossible (struct pp_turn).  Nothing where this GCC has no ranges. */
void pp_find_impossible(struct pp_graph *g, uint32_t proc, struct cgraph_node *node,
                        const struct pp_sites *sites);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Option targets=: which functions indirect calls may call. */
#ifndef PATHPROF_LIST_TARGETS_H
#define PATHPROF_LIST_TARGETS_H

#include "gcc/base/compilation.h"

/* To be called before anything is compiled: what an indirect call calls shall be known from its
   pointer, in every version of the function. */
void pp_keep_pointers(void);

/* Adds to G, whose procedures are NODES in this order, the functions whose address is taken, and
   remembers them in C->listed. */
void pp_list_targets(struct pp_compilation *c, struct pp_graph *g, const vec<cgraph_node *> &nodes);

/* Room for the table of G's indirect calls in C's counters. */
void pp_place_targets(struct pp_compilation *c, const struct pp_graph *g);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which procedures are called by bodies without counts of their own. */
#ifndef PATHPROF_PASSAGES_H
#define PATHPROF_PASSAGES_H

#include "core/graph/graph.h"

/* Adds to G, whose procedures are NODES in this order, the passages (struct pp_passage) of the functions that NODES
   call and that are not among them. */
void pp_list_passages(struct pp_graph *g, const vec<cgraph_node *> &nodes);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* update=thread: where a function looks for its thread's copy of the counters. */
#ifndef PATHPROF_BLOCK_CHECKS_H
#define PATHPROF_BLOCK_CHECKS_H

#include "gcc/decide/plan-unit.h"

/* update thread: decides for every procedure of G that is emitted; NODES[p] is its function. */
void pp_find_block_checks(const struct pp_compilation *c, const struct pp_graph *g,
                          const vec<cgraph_node *> &nodes, struct pp_decision *decisions);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exact counts as GCC's own profile of a body. */
#ifndef PATHPROF_COUNTS_H
#define PATHPROF_COUNTS_H

#include "gcc/use/use.h"

/* counts.cc: gives the body of USED, a procedure of G, the counts as GCC's own profile. */
void pp_set_counts(const struct pp_graph *g, const struct pp_used *used);

/* The edge of the CFG of cfun that edge I of procedure P, with SITES, is; NULL if it is none. */
edge pp_cfg_edge(const struct pp_graph *g, const struct pp_proc *p, const struct pp_sites *sites,
                 uint32_t i);

/* counts.cc: tells the loops of cfun what their counts say of them. */
void pp_bound_loops(void);

#endif

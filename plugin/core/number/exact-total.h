/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The exact number of paths, however large. */
#ifndef PATHPROF_EXACT_TOTAL_H
#define PATHPROF_EXACT_TOTAL_H

#include "core/number/number.h"
#include "core/graph/dfs.h"

/* psi_Entry(1) of PROC in decimal, malloc'd.  ORDER is that of its live edges, which are acyclic; N
   holds the labels of callees of live call edges. */
char *pp_exact_total(const struct pp_graph *g, uint32_t proc, const struct pp_order *order,
                     const struct pp_numbering *n);

#endif

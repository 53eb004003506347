/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where in the source a vertex is: its lines, and its column if the line does not distinguish
   it. */
#ifndef PATHPROF_COLUMNS_H
#define PATHPROF_COLUMNS_H

#include "core/graph/graph.h"

/* First and last line of vertex V; {0, 0} if it has none. */
struct pp_line pp_first_line(const struct pp_graph *g, uint32_t v);
struct pp_line pp_last_line(const struct pp_graph *g, uint32_t v);

/* Whether V has several ways out in the program. */
bool pp_branches(const struct pp_graph *g, uint32_t v);

/* Finds the branches that need a column, in every procedure; then that of V, which
   branches, or 0 if its line tells enough. */
void pp_find_columns(struct pp_graph *g);
uint32_t pp_column(const struct pp_graph *g, uint32_t v);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The same functions in two builds of a program. */
#ifndef PATHPROF_MATCH_PROCS_H
#define PATHPROF_MATCH_PROCS_H

#include "core/graph/graph.h"

/* For each procedure of G that of OTHER that it is, by its symbol and, where several have that, by
   its file; PP_NONE where there is none, or no telling.  Malloc'd. */
uint32_t *pp_match_procs(const struct pp_graph *g, const struct pp_graph *other);

#endif

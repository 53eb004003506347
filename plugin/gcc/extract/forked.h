/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calls that come back in two processes: where the code of their functions goes. */
#ifndef PATHPROF_FORKED_H
#define PATHPROF_FORKED_H

#include "gcc/extract/extract.h"

/* What pp_mark_forks has found of PROC since pp_extract gave it its places: a path ends before the
   call, and there is no tail call. */
void pp_move_forked(const struct pp_graph *g, uint32_t proc, struct pp_sites *sites);
/* The same for the phase that will extract it anew. */
void pp_believe_forked(const struct pp_graph *g, uint32_t proc, struct pp_beliefs *beliefs);

#endif

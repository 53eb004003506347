/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A hot-path graph without hot paths, to test the code generation from such graphs. */
#ifndef PATHPROF_SCRAMBLE_H
#define PATHPROF_SCRAMBLE_H

#include "core/lanes/hotgraph.h"

/* Traces PROC, of H's procedures, with copies chosen at random by SEED, no more than MOST; SINGLE
   and RESTART vertices have one.  The counts are random, too, and do not balance. */
void pp_scramble(struct pp_hot_graph *h, uint32_t proc, uint64_t seed, uint32_t most);

#endif

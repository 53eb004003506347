/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counts moved up, over joins of known paths. */
#ifndef PATHPROF_MOVE_COUNTS_H
#define PATHPROF_MOVE_COUNTS_H

#include "gcc/fold/known-paths.h"

/* Where one of BLOCKS joins paths of which some are known, and counts the one that is taken, each way to it counts its
   own.  (Modes of several iterations and over calls have no such counts.)  BLOCKS are in an order in which control runs
   through them.  Returns whether anything was moved; virtual operands are to be renamed then. */
bool pp_move_counts(const struct pp_known_paths *known, const vec<basic_block> &blocks);

#endif

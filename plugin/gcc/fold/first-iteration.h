/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Short ways round loops, which count other paths in the first iteration than in the others. */
#ifndef PATHPROF_FIRST_ITERATION_H
#define PATHPROF_FIRST_ITERATION_H

#include "gcc/base/compat.h"

/* Copies such ways in the current function for all iterations but the first.  There it is known which counters are
   meant.  PATHS are the variables that hold addresses of counters, in SSA form, which is whole again afterwards.
   Returns the copies, in an order in which control runs through those of one loop. */
vec<basic_block> pp_part_first_iterations(hash_set<tree> &paths);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PATHPROF_LOOP_SUMS_H
#define PATHPROF_LOOP_SUMS_H

struct pp_emission;

/* Has the counters of edges in innermost loops of the current function added up in registers, and counted behind the
   loops.  Returns whether there were any; SSA form has to be renewed then. */
bool pp_sum_up_loops(const struct pp_emission *emissions);

#endif

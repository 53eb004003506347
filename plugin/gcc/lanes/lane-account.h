/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a report says of one function's lanes. */
#ifndef PATHPROF_LANE_ACCOUNT_H
#define PATHPROF_LANE_ACCOUNT_H

#include "gcc/lanes/report.h"

/* lane-account.cc: notes where in H the active-suffixes of the NUM hot paths of INTRA go that PATHS lists. */
void pp_tell_routes(struct pp_told *told, const struct pp_hot_graph *h,
                    const struct pp_automaton *a, const struct pp_profile *intra,
                    const size_t *paths, size_t num);

/* lane-account.cc: fills what there is to say of the lanes of H that reduction has left.  GAINS: what they
   all would have added to the facts of BASE, KEPT: what those that are left add.  Before code is
   made of them. */
void pp_tell_lanes(struct pp_told *told, const struct pp_hot_graph *h,
                   const struct pp_reduction *reduction, const struct pp_gains *gains,
                   const struct pp_gains *kept);

#endif

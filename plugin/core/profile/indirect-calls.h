/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What indirect calls called (option targets=), in a profile; the arcs of indirect calls in a
   call graph are made from it. */
#ifndef PATHPROF_INDIRECT_CALLS_H
#define PATHPROF_INDIRECT_CALLS_H

#include "core/profile/profile.h"

/* Adds what the data's unit FOUND, of MODULE, says of the calls of UNIT to PROFILE; what fits none
   is left out, with a warning. */
void pp_take_targets(struct pp_profile *profile, const struct pp_data_module *module,
                     const struct pp_data_unit *found, const struct pp_unit *unit);

/* When all is taken: one count for each call and target, by call, the most frequent first. */
void pp_sum_targets(struct pp_profile *profile);

/* What the call at vertex CALL called: *FIRST, and how many. */
size_t pp_targets_of(const struct pp_profile *profile, uint32_t call,
                     const struct pp_called **first);

#endif

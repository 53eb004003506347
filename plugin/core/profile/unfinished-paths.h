/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Estimates the paths that no profile has: those that were under way when the program ended in
   a call. */
#ifndef PATHPROF_UNFINISHED_PATHS_H
#define PATHPROF_UNFINISHED_PATHS_H

#include "core/profile/profile.h"

/* Functions that ran and have no counts because their only path was under way when a callee ended
   the program: main, and those through which the way there led.  Gives each the counts of the
   likeliest such path: for optimisers, whom a guess helps; unfinished.h has what is certain.  Paths
   of PROFILE stay those that were recorded. */
void pp_find_lost(struct pp_profile *profile);

/* Would it do anything?  Then the profile must be of the whole program. */
bool pp_has_lost(const struct pp_profile *profile);

#endif

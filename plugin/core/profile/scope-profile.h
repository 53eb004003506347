/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The profile of a scope whose paths cross calls. */
#ifndef PATHPROF_SCOPE_PROFILE_H
#define PATHPROF_SCOPE_PROFILE_H

#include "core/profile/profile.h"

/* The executed paths of unit U of an interprocedural mode, which COUNTS counts (by
   rising number, none twice), and what they say about edges.  *PATH_EDGES is how many edges all
   decoded paths have so far; no more than MOST are added to it.  Returns how many counts are of no
   path. */
size_t pp_count_scope(struct pp_profile *profile, uint32_t u, const struct pp_count *counts,
                      size_t num, uint64_t *path_edges, uint64_t most);

/* The path NUMBER of such a unit, executed or not, in *PATH, which then owns its
   edges; its count is 0.  Returns false if there is none or it has more than MOST edges. */
bool pp_scope_path(const struct pp_profile *profile, uint32_t u, struct pp_num number,
                   uint64_t most, struct pp_path *path);

#endif

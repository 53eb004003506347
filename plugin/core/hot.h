/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Hot paths: the executed paths in order of what they cost, and how few of them cover how much of
   the run (thesis, chapter 6 and figure 27). */
#ifndef PATHPROF_HOT_H
#define PATHPROF_HOT_H

#include "profile.h"

enum pp_hot_key {
    PP_HOT_STMTS,  /* statements executed on it: count * stmts */
    PP_HOT_COUNT,  /* executions */
    PP_HOT_LENGTH, /* statements once through */
    PP_HOT_CALLS,  /* calls of its function, then statements executed */
    PP_HOT_KEYS
};

struct pp_hot {
    size_t *order; /* indices into profile->paths, hottest first; ties by function, then number */
    size_t num;
    uint64_t total_stmts; /* of all executed paths of the profile, whether in ORDER or not */
    uint64_t total_count;
};

/* Statements that PATH executed in the whole run; saturates. */
uint64_t pp_path_work(const struct pp_path *path);

/* Sorts all executed paths of PROFILE by KEY. */
void pp_hot_make(struct pp_hot *hot, const struct pp_profile *profile, enum pp_hot_key key);
void pp_hot_free(struct pp_hot *hot);

/* How many of the first paths execute PERCENT of the statements (or all of them do not). */
size_t pp_hot_cover(const struct pp_hot *hot, const struct pp_profile *profile, double percent);

#endif

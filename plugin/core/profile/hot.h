/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Hot paths: the executed paths sorted by cost, and how few of them cover how much of the run
   (thesis, chapter 6 and figure 27). */
#ifndef PATHPROF_HOT_H
#define PATHPROF_HOT_H

#include "core/profile/profile.h"
#include "core/number/path.h"

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

/* How many of the first paths, with the hottest of those ELSEWHERE (may be NULL), execute PERCENT
   of all statements (or all of them do not); HOT is by PP_HOT_STMTS. */
size_t pp_hot_cover(const struct pp_hot *hot, const struct pp_profile *profile, double percent,
                    const struct pp_elsewhere *elsewhere);

/* Some paths, by procedure: PROC's are paths[first[proc]] to paths[first[proc + 1] - 1], in the
   order in which they were. */
struct pp_hot_sets {
    size_t *paths; /* indices into profile->paths */
    size_t *first;
};

/* Divides the first NUM paths of HOT. */
void pp_hot_divide(struct pp_hot_sets *sets, const struct pp_hot *hot, size_t num,
                   const struct pp_profile *profile);
void pp_hot_sets_free(struct pp_hot_sets *sets);

#endif

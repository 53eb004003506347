/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which paths appeared, vanished, grew or shrank from one profile to another. */
#ifndef PATHPROF_CHANGES_H
#define PATHPROF_CHANGES_H

#include "tool/compare/profile-pair.h"
#include "tool/names/filter.h"

enum pp_change { PP_APPEARED, PP_VANISHED, PP_GREW, PP_SHRANK, PP_CHANGES, PP_SAME = PP_CHANGES };
extern const char *const pp_change_names[PP_CHANGES];

struct pp_changes {
    size_t *rows; /* pairs that changed, by how much the path's share did, most first */
    size_t num;
    uint64_t num_of[PP_CHANGES];
};

/* Of the paths of functions that FILTER lets through. */
void pp_changes_make(struct pp_changes *changes, const struct pp_profile_pair *two,
                     const struct pp_filter *filter);
void pp_changes_free(struct pp_changes *changes);

/* By the path's share of all executed statements, as runs may be of different length. */
enum pp_change pp_change_of(const struct pp_profile_pair *two, const struct pp_pair *pair);
/* The same of what executed BEFORE of ALL_BEFORE statements, and AFTER of ALL_AFTER; it did so in both. */
enum pp_change pp_change_of_share(uint64_t before, uint64_t all_before, uint64_t after,
                                  uint64_t all_after);
/* By how many percent of all executed statements the path's share is more than before. */
double pp_points(const struct pp_profile_pair *two, const struct pp_pair *pair);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE /* qsort_r */
#include "tool/compare/changes.h"

#include <stdlib.h>

#include "tool/print/view.h"

const char *const pp_change_names[PP_CHANGES] = {"appeared", "vanished", "grew", "shrank"};

enum pp_change pp_change_of_share(uint64_t before, uint64_t all_before, uint64_t after,
                                  uint64_t all_after)
{
    unsigned __int128 x = (unsigned __int128)before * all_after;
    unsigned __int128 y = (unsigned __int128)after * all_before;
    return x == y ? PP_SAME : x < y ? PP_GREW : PP_SHRANK;
}

enum pp_change pp_change_of(const struct pp_profile_pair *two, const struct pp_pair *pair)
{
    if (!pair->before || !pair->after)
        return pair->after ? PP_APPEARED : PP_VANISHED;
    return pp_change_of_share(pp_taken_stmts(pair->before), two->all_before.stmts,
                              pp_taken_stmts(pair->after), two->all_after.stmts);
}

double pp_points(const struct pp_profile_pair *two, const struct pp_pair *pair)
{
    return pp_percent((double)pp_taken_stmts(pair->after), (double)two->all_after.stmts) -
           pp_percent((double)pp_taken_stmts(pair->before), (double)two->all_before.stmts);
}

static int by_change(const void *a, const void *b, void *closure)
{
    const struct pp_profile_pair *two = closure;
    size_t i = *(const size_t *)a, j = *(const size_t *)b;
    double x = pp_points(two, &two->pairs[i]), y = pp_points(two, &two->pairs[j]);
    x = x < 0 ? -x : x;
    y = y < 0 ? -y : y;
    if (x != y)
        return x < y ? 1 : -1;
    return (i > j) - (i < j);
}

void pp_changes_make(struct pp_changes *changes, const struct pp_profile_pair *two,
                     const struct pp_filter *filter)
{
    *changes = (struct pp_changes){.rows = pp_xmalloc((two->num + 1) * sizeof *changes->rows)};
    for (size_t i = 0; i < two->num; i++) {
        const struct pp_pair *pair = &two->pairs[i];
        enum pp_change change = pp_change_of(two, pair);
        if (change == PP_SAME || !pp_filter_match(filter, &two->names, pp_pair_path(pair)->proc))
            continue;
        changes->num_of[change]++;
        changes->rows[changes->num++] = i;
    }
    qsort_r(changes->rows, changes->num, sizeof *changes->rows, by_change, (void *)two);
}

void pp_changes_free(struct pp_changes *changes)
{
    free(changes->rows);
    *changes = (struct pp_changes){0};
}

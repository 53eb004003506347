/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "tool/insights/insight.h"

#include <stdlib.h>

#include "core/base/count.h"
#include "core/base/text.h"
#include "core/profile/hot.h"
#include "tool/insights/decided.h"
#include "tool/insights/error-paths.h"
#include "tool/insights/one-path.h"
#include "tool/insights/patterns.h"
#include "tool/insights/repeats.h"

char *pp_insight_bounds_begin(struct pp_insight_bounds *bounds, double certain, double least,
                              const char *errors)
{
    char why[200];
    *bounds = (struct pp_insight_bounds){.certain = certain / 100, .least = least / 100};
    int wrong = regcomp(&bounds->error, errors, REG_EXTENDED | REG_NOSUB);
    if (!wrong)
        return NULL;
    regerror(wrong, &bounds->error, why, sizeof why);
    return pp_sentence("%s", why);
}

void pp_insight_bounds_end(struct pp_insight_bounds *bounds)
{
    regfree(&bounds->error);
}

void pp_insight_add(struct pp_insights *insights, struct pp_insight insight)
{
    insights->list =
        pp_grow(insights->list, &insights->room, insights->num, 1, sizeof *insights->list);
    insights->list[insights->num++] = insight;
}

/* Share of the statements that an insight is about, for the order: one that tells a branch is about a branch of
   its paths, and what it tells may be little. */
double pp_insight_score(const struct pp_insights *insights, const struct pp_insight *it)
{
    if (insights->all_stmts == 0)
        return 0;
    double share = (double)it->stmts / (double)insights->all_stmts;
    return it->kind <= PP_CALLER ? share * (it->bits < 1 ? it->bits : 1) : share;
}

struct scored {
    struct pp_insight insight;
    double score;
    uint32_t place;
};

static int by_score(const void *a, const void *b)
{
    const struct scored *x = a, *y = b;
    if (x->score != y->score)
        return x->score > y->score ? -1 : 1;
    return (x->place > y->place) - (x->place < y->place);
}

/* Sorts by score, and drops what is about too little. */
static void sort(struct pp_insights *insights, double least)
{
    struct scored *list = pp_xmalloc((insights->num + 1) * sizeof *list);
    uint32_t num = insights->num;
    for (uint32_t i = 0; i < num; i++)
        list[i] = (struct scored){.insight = insights->list[i],
                                  .score = pp_insight_score(insights, &insights->list[i]),
                                  .place = i};
    qsort(list, num, sizeof *list, by_score);
    insights->num = 0;
    for (uint32_t i = 0; i < num; i++) {
        if (list[i].score > 0 &&
            (double)list[i].insight.stmts >= least * (double)insights->all_stmts)
            insights->list[insights->num++] = list[i].insight;
        else
            free(list[i].insight.told);
    }
    free(list);
}

void pp_insights_make(struct pp_insights *insights, const struct pp_profile *profile,
                      const struct pp_insight_bounds *bounds, const bool *shown)
{
    *insights = (struct pp_insights){0};
    for (size_t i = 0; i < profile->num_paths; i++)
        insights->all_stmts = pp_add(insights->all_stmts, pp_path_work(&profile->paths[i]));
    pp_find_decided(insights, profile, bounds, shown);
    pp_find_one_paths(insights, profile, shown);
    pp_find_repeats(insights, profile, shown);
    pp_find_patterns(insights, profile, shown);
    pp_find_error_paths(insights, profile, bounds, shown);
    sort(insights, bounds->least);
}

void pp_insights_free(struct pp_insights *insights)
{
    for (uint32_t i = 0; i < insights->num; i++)
        free(insights->list[i].told);
    free(insights->list);
    *insights = (struct pp_insights){0};
}

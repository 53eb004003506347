/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "tool/insights/insight.h"

#include <math.h>
#include <stdlib.h>

#include "core/base/count.h"
#include "core/base/text.h"
#include "core/profile/hot.h"
#include "tool/insights/decided.h"
#include "tool/insights/error-paths.h"
#include "tool/insights/one-path.h"
#include "tool/insights/patterns.h"
#include "tool/insights/repeats.h"
#include "tool/insights/untested.h"

/* What a likelihood ratio (2 ln) exceeds by chance once in 10^EXPONENT times: chi-square's, with one degree of
   freedom. */
static double ratio_of_chance(double exponent)
{
    double low = 0, high = 1e4, likely = pow(10, -exponent);
    while (high - low > 1e-6) {
        double middle = (low + high) / 2;
        if (erfc(sqrt(middle / 2)) > likely)
            low = middle;
        else
            high = middle;
    }
    return low;
}

char *pp_insight_bounds_begin(struct pp_insight_bounds *bounds, const struct pp_settings *settings)
{
    char why[200];
    *bounds = (struct pp_insight_bounds){.certain = settings->certain / 100,
                                         .least = settings->least / 100,
                                         .one_path = settings->one_path / 100,
                                         .repeats = settings->repeats / 100,
                                         .pattern = settings->pattern / 100,
                                         .error_paths = settings->error_paths / 100,
                                         .times = (double)settings->times,
                                         .ratio = ratio_of_chance((double)settings->chance)};
    int wrong = regcomp(&bounds->error, settings->errors, REG_EXTENDED | REG_NOSUB);
    if (!wrong)
        return NULL;
    regerror(wrong, &bounds->error, why, sizeof why);
    return pp_sentence("%s", why);
}

void pp_insight_bounds_end(struct pp_insight_bounds *bounds)
{
    regfree(&bounds->error);
}

/* x ln (x / EXPECTED) */
static double surprise(double x, double expected)
{
    return x > 0 ? x * log(x / expected) : 0;
}

bool pp_insight_beats_chance(const struct pp_insight_bounds *bounds, double holds, double of,
                             double expected)
{
    if (holds < (expected + PP_INSIGHT_ABOVE) * of)
        return false;
    return 2 * (surprise(holds, of * expected) + surprise(of - holds, of * (1 - expected))) >=
           bounds->ratio;
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
    double score, first; /* of the first of its loop */
    uint32_t place, first_place;
};

static int by_score(const void *a, const void *b)
{
    const struct scored *x = a, *y = b;
    if (x->first != y->first)
        return x->first > y->first ? -1 : 1;
    if (x->first_place != y->first_place)
        return x->first_place < y->first_place ? -1 : 1;
    if (x->score != y->score)
        return x->score > y->score ? -1 : 1;
    return (x->place > y->place) - (x->place < y->place);
}

/* The head of the loop that IT is about; PP_NONE: of none. */
static uint32_t loop_of(const struct pp_insight *it)
{
    if (it->kind == PP_ITERATION)
        return pp_point_vertex(it->cause);
    return it->kind == PP_REPEATS || it->kind == PP_PATTERN ? it->vertex : PP_NONE;
}

static int by_loop(const void *a, const void *b)
{
    const struct scored *x = a, *y = b;
    uint32_t m = loop_of(&x->insight), n = loop_of(&y->insight);
    if (m != n)
        return m < n ? -1 : 1;
    if (x->score != y->score)
        return x->score > y->score ? -1 : 1;
    return (x->place > y->place) - (x->place < y->place);
}

/* Finds the first of each loop's among the NUM of LIST, which it sorts. */
static void find_leaders(struct scored *list, uint32_t num)
{
    qsort(list, num, sizeof *list, by_loop);
    for (uint32_t i = 0; i < num; i++) {
        uint32_t loop = loop_of(&list[i].insight);
        bool led = i > 0 && loop != PP_NONE && loop_of(&list[i - 1].insight) == loop;
        list[i].first = led ? list[i - 1].first : list[i].score;
        list[i].first_place = led ? list[i - 1].first_place : list[i].place;
    }
}

/* Sorts by score, and drops what is about too little. */
static void sort(struct pp_insights *insights, double least)
{
    struct scored *list = pp_xmalloc((insights->num + 1) * sizeof *list);
    uint32_t num = 0;
    for (uint32_t i = 0; i < insights->num; i++) {
        struct pp_insight *it = &insights->list[i];
        double score = pp_insight_score(insights, it);
        if (score > 0 && (double)it->stmts >= least * (double)insights->all_stmts)
            list[num++] = (struct scored){.insight = *it, .score = score, .place = i};
        else
            free(it->told);
    }
    find_leaders(list, num);
    qsort(list, num, sizeof *list, by_score);
    for (uint32_t i = 0; i < num; i++) {
        bool led = i > 0 && list[i].first_place == list[i - 1].first_place;
        insights->list[i] = list[i].insight;
        insights->list[i].leader = led ? insights->list[i - 1].leader : i;
    }
    insights->num = num;
    free(list);
}

void pp_insights_make(struct pp_insights *insights, const struct pp_profile *profile,
                      const struct pp_insight_bounds *bounds, const bool *shown)
{
    *insights = (struct pp_insights){0};
    for (size_t i = 0; i < profile->num_paths; i++)
        insights->all_stmts = pp_add(insights->all_stmts, pp_path_work(&profile->paths[i]));
    pp_find_decided(insights, profile, bounds, shown);
    pp_find_one_paths(insights, profile, bounds, shown);
    pp_find_repeats(insights, profile, bounds, shown);
    pp_find_patterns(insights, profile, bounds, shown);
    pp_find_error_paths(insights, profile, bounds, shown);
    if (bounds->untested)
        pp_find_untested(insights, profile, bounds->untested);
    sort(insights, bounds->least);
}

void pp_insights_free(struct pp_insights *insights)
{
    for (uint32_t i = 0; i < insights->num; i++)
        free(insights->list[i].told);
    free(insights->list);
    *insights = (struct pp_insights){0};
}

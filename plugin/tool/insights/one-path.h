/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions with many potential paths of which one executes most of their statements. */
#ifndef PATHPROF_INSIGHTS_ONE_PATH_H
#define PATHPROF_INSIGHTS_ONE_PATH_H

#include "tool/insights/insight.h"

/* Adds those in procedures that are SHOWN to INSIGHTS. */
void pp_find_one_paths(struct pp_insights *insights, const struct pp_profile *profile,
                       const struct pp_insight_bounds *bounds, const bool *shown);

#endif

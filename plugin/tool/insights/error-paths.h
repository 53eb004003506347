/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Paths that call a function which reports an error. */
#ifndef PATHPROF_INSIGHTS_ERROR_PATHS_H
#define PATHPROF_INSIGHTS_ERROR_PATHS_H

#include "tool/insights/insight.h"

/* Adds those in procedures that are SHOWN to INSIGHTS. */
void pp_find_error_paths(struct pp_insights *insights, const struct pp_profile *profile,
                         const struct pp_insight_bounds *bounds, const bool *shown);

#endif

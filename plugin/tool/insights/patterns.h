/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loops whose iterations follow one another in a pattern. */
#ifndef PATHPROF_INSIGHTS_PATTERNS_H
#define PATHPROF_INSIGHTS_PATTERNS_H

#include "tool/insights/insight.h"

/* Adds those in procedures that are SHOWN to INSIGHTS. */
void pp_find_patterns(struct pp_insights *insights, const struct pp_profile *profile,
                      const struct pp_insight_bounds *bounds, const bool *shown);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loops that are repeated so many times nearly always they are entered. */
#ifndef PATHPROF_INSIGHTS_REPEATS_H
#define PATHPROF_INSIGHTS_REPEATS_H

#include "tool/insights/insight.h"

/* Adds those in procedures that are SHOWN to INSIGHTS. */
void pp_find_repeats(struct pp_insights *insights, const struct pp_profile *profile,
                     const struct pp_insight_bounds *bounds, const bool *shown);

#endif

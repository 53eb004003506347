/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Branches whose outcome is known before they are come to, in the run. */
#ifndef PATHPROF_INSIGHTS_DECIDED_H
#define PATHPROF_INSIGHTS_DECIDED_H

#include "tool/insights/insight.h"

/* Adds those in procedures that are SHOWN to INSIGHTS. */
void pp_find_decided(struct pp_insights *insights, const struct pp_profile *profile,
                     const struct pp_insight_bounds *bounds, const bool *shown);

#endif

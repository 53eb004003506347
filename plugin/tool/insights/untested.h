/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PATHPROF_INSIGHTS_UNTESTED_H
#define PATHPROF_INSIGHTS_UNTESTED_H

#include "tool/insights/insight.h"

/* Adds an insight for each path of LIST, which is of PROFILE. */
void pp_find_untested(struct pp_insights *insights, const struct pp_profile *profile,
                      const struct pp_untested_paths *list);

#endif

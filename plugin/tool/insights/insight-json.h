/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Insights as JSON. */
#ifndef PATHPROF_INSIGHT_JSON_H
#define PATHPROF_INSIGHT_JSON_H

#include <jansson.h>

#include "tool/insights/insight-text.h"

/* The first NUM of INSIGHTS: an array. */
json_t *pp_insights_json(const struct pp_insights *insights, uint32_t num,
                         const struct pp_insight_words *words);

#endif

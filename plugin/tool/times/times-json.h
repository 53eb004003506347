/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Times for programs. */
#ifndef PATHPROF_TIMES_JSON_H
#define PATHPROF_TIMES_JSON_H

#include <jansson.h>

#include "tool/times/times.h"

/* In seconds where the samples of TIMES are; null if there are none. */
json_t *pp_times_sum_json(const struct pp_times *times);

/* TIME, which is one of TIMES, its error and its bounds; null if there are no samples. */
json_t *pp_time_json(const struct pp_times *times, const struct pp_time *time);

#endif

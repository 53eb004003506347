/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `pathprof stats --compare`: profiles side by side. */
#ifndef PATHPROF_STATS_COMPARE_H
#define PATHPROF_STATS_COMPARE_H

#include "tool/load/options.h"
#include "tool/names/filter.h"

/* The thesis's tables 3 to 5, with a row for each mode of each program. */
enum pp_status pp_stats_compare(const struct pp_settings *settings, const struct pp_filter *filter);

#endif

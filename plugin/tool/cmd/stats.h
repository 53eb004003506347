/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pathprof stats: of one profile, and of several side by side. */
#ifndef PATHPROF_STATS_H
#define PATHPROF_STATS_H

#include <jansson.h>

#include "tool/load/options.h"
#include "tool/path/measure.h"

/* Malloc'd: "6.8", or "6.8 [0.7:6.1]" in a mode whose paths have a context-prefix. */
char *pp_average_text(const struct pp_dynamic *d, const double sum[2]);
/* Malloc'd: a number of paths, in decimal, as people read it: no one reads a thousand digits, but
   their number. */
char *pp_paths_text(const char *digits);
json_t *pp_dynamic_json(const struct pp_dynamic *d);
json_t *pp_static_json(const struct pp_static *s);

/* --compare: the thesis's tables 3 to 5, with a row for each mode of each program. */
enum pp_status pp_stats_compare(const struct pp_settings *settings);

#endif

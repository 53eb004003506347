/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What `report` says of time, if the profile has samples. */
#ifndef PATHPROF_REPORT_TIMES_H
#define PATHPROF_REPORT_TIMES_H

#include <jansson.h>

#include "tool/names/filter.h"
#include "tool/names/names.h"
#include "tool/print/view.h"
#include "tool/times/times-json.h"
#include "tool/times/times.h"

/* A line on where the samples are. */
void pp_print_times_sum(const struct pp_times *times, const struct pp_load *load);
/* "  42.02  1.31  12.00  60.15": TIME in percent of all, its error and its bounds; their names above them.
   SUM (may be NULL), of the rows down to this one in percent, stands behind what it is the sum of. */
void pp_print_times_head(bool sum);
void pp_print_time(const struct pp_times *times, const struct pp_time *time, const double *sum);

/* The functions that took most time, as many as TOP. */
void pp_print_proc_times(const struct pp_times *times, const struct pp_names *names,
                         const struct pp_filter *filter, const struct pp_view *view, uint64_t top);

/* The same for programs. */
json_t *pp_proc_times_json(const struct pp_times *times, const struct pp_load *load,
                           const struct pp_names *names, const struct pp_filter *filter);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Of pathprof report: in which patterns the iterations of loops follow one another (mode kpath). */
#ifndef PATHPROF_REPORT_PATTERNS_H
#define PATHPROF_REPORT_PATTERNS_H

#include <jansson.h>

#include "tool/names/filter.h"
#include "tool/names/names.h"
#include "tool/print/view.h"
#include "core/profile/profile.h"

/* Of functions that FILTER lets through, at most TOP. */
void pp_print_patterns(const struct pp_profile *profile, const struct pp_names *names,
                       const struct pp_filter *filter, const struct pp_view *view, uint64_t top);
/* NULL if the profile has no loops whose paths span several iterations. */
json_t *pp_patterns_json(const struct pp_profile *profile, const struct pp_names *names,
                         const struct pp_filter *filter, uint64_t top);

#endif

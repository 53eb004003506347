/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Figures of `pathprof stats` as people read them. */
#ifndef PATHPROF_STATS_TEXT_H
#define PATHPROF_STATS_TEXT_H

#include "tool/path/measure.h"

/* Malloc'd: "6.8", or "6.8 [0.7:6.1]" in a mode whose paths have a context-prefix. */
char *pp_average_text(const struct pp_dynamic *d, const double sum[2]);

/* Malloc'd: a number of paths, of which DIGITS are all (or "-"), as people read it: "1.725e+69" if it has more than 20
   of them. */
char *pp_paths_text(const char *digits);

#endif

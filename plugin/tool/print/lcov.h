/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lcov's tracefile (geninfo(1), FILES). */
#ifndef PATHPROF_LCOV_H
#define PATHPROF_LCOV_H

#include <stdio.h>

#include "core/lines/line-counts.h"
#include "tool/load/load.h"
#include "tool/load/options.h"

/* Writes LINES to STREAM, and of the profile's functions those that are SHOWN (by procedure).  Source
   files that are not found (as the listing finds them) are left out, and said. */
void pp_lcov_write(FILE *stream, const struct pp_load *load, const struct pp_settings *settings,
                   const struct pp_line_counts *lines, const bool *shown);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which counts of lines are inferred. */
#ifndef PATHPROF_LINE_MARKS_H
#define PATHPROF_LINE_MARKS_H

#include "core/lines/line-counts.h"
#include "tool/load/load.h"

/* What is to be said of each line of COUNTS (enum pp_mark), by its place there; malloc'd. */
uint8_t *pp_mark_lines(const struct pp_load *load, const struct pp_line_counts *counts);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A report of lanes as text. */
#ifndef PATHPROF_LANE_TEXT_H
#define PATHPROF_LANE_TEXT_H

#include "core/lane-report/lane-report.h"

/* lane-text.c: the unit for people, functions by falling benefit; and what several add up to. */
void pp_lane_text(FILE *out, const struct pp_lane_unit *unit, const struct pp_lane_style *style);
void pp_lane_total_text(FILE *out, const struct pp_lane_total *total);

#endif

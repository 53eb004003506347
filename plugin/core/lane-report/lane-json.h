/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A report of lanes as JSON. */
#ifndef PATHPROF_LANE_JSON_H
#define PATHPROF_LANE_JSON_H

#include "core/lane-report/lane-report.h"

/* lane-json.c: the unit as one line of JSON.  Its beginning, up to the unit's name, is the same for
   all records of one unit: pp_lane_key prints that alone. */
void pp_lane_json(FILE *out, const struct pp_lane_unit *unit);
void pp_lane_key(FILE *out, const struct pp_lane_unit *unit);

#endif

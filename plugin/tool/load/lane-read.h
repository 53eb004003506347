/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reports of lanes, as the second compile writes them. */
#ifndef PATHPROF_LANE_READ_H
#define PATHPROF_LANE_READ_H

#include "core/lane-report/lane-report.h"

struct pp_lanes {
    struct pp_lane_unit *units;
    size_t num;
};

/* Reads FILE.  Returns false after a line on stderr. */
bool pp_lanes_read(struct pp_lanes *lanes, const char *file);
void pp_lanes_free(struct pp_lanes *lanes);

#endif

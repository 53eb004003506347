/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How often each outcome of a branch came after each outcome of what was decided before it, on one path. */
#ifndef PATHPROF_TALLY_H
#define PATHPROF_TALLY_H

#include "core/base/pair-map.h"
#include "tool/insights/events.h"

/* So many events before a branch are looked at, and so many callers. */
#define PP_TALLY_EVENTS 48
#define PP_TALLY_CALLERS 4

struct pp_tally {
    struct pp_pair_map pairs; /* (outcome before, outcome of the branch): index into counts */
    uint64_t *counts;
    uint32_t num, room;
    uint64_t *outcomes;  /* by edge: how often the branch went this way, on whatever path */
    uint64_t all;        /* of all branches */
    uint32_t *seen;      /* by point: the branch event for which it was last looked at, or 0 */
    uint32_t num_looked; /* branch events */
};

void pp_tally_init(struct pp_tally *tally, const struct pp_graph *g);
void pp_tally_free(struct pp_tally *tally);
/* Adds a path's EVENTS, which were executed COUNT times. */
void pp_tally_add(struct pp_tally *tally, const struct pp_events *events, uint64_t count);

/* Hands to SAY, with TO, the outcomes that are known before event I of EVENTS: of each point the last. */
typedef void pp_known_before(void *to, uint32_t before);
void pp_tally_before(struct pp_tally *tally, const struct pp_events *events, uint32_t i,
                     pp_known_before *say, void *to);

#endif

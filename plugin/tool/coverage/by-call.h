/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What of a program's functions was executed behind each of their entrances (entrances.h). */
#ifndef PATHPROF_BY_CALL_H
#define PATHPROF_BY_CALL_H

#include "tool/coverage/coverage.h"

/* An entrance. */
struct pp_call_row {
    uint32_t entrance;
    uint64_t count; /* times that control came by it */
    uint64_t paths; /* different ones behind it */
    struct pp_share turns;
    uint64_t
        unknown; /* turns that were taken only where it is not known by which entrance: perhaps behind this one */
};

/* A turn that was taken behind other entrances, but not behind this one, though its first outcome was. */
struct pp_missing_there {
    uint32_t entrance;
    uint32_t from, to;             /* live edges */
    uint64_t from_count, to_count; /* there */
    uint32_t others;               /* entrances behind which it was taken */
};

struct pp_by_call {
    struct pp_call_row *rows; /* by entrance */
    uint32_t *procs; /* that are shown and were entered; those first where most turns are missing */
    uint32_t num_procs;
    struct pp_share calls; /* entrances */
    struct pp_share turns; /* of all functions, counted anew for each of their entrances */
    uint64_t chains;       /* of calls that lead to functions that are shown: executed; ... */
    double all_chains;     /* ... and how many there are; < 0: not known */
    uint64_t unknown;      /* of the turns, as in pp_call_row */
    struct pp_missing_there *
        missing; /* both outcomes executed there, then the first only; each by falling from_count */
    size_t num_missing, room_missing;
};

/* Of COVERAGE's procedures that are SHOWN.  All 0, and no rows, if no path follows calls. */
void pp_by_call_make(struct pp_by_call *by, const struct pp_coverage *coverage, const bool *shown);
void pp_by_call_free(struct pp_by_call *by);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Estimates what units have executed whose notes were skipped (unit-index.h). How often paths
   ran is in the data, but how long each is only in the graphs; so each path counts as the
   average length that was expected for its function's paths. */
#ifndef PATHPROF_SKIPPED_UNITS_H
#define PATHPROF_SKIPPED_UNITS_H

#include "core/format/data.h"
#include "core/format/notes.h"

/* Amounts of work are told apart by their three highest bits. */
#define PP_WORK_CLASSES (64 * 4)

struct pp_elsewhere {
    uint64_t stmts;                 /* executed */
    uint64_t work[PP_WORK_CLASSES]; /* of these, by the class of what their path executed */
    /* No edge ran more often; in mode edge, no counter.  It is how often all paths of a function
       ran, and its loop's back edge, if there is one such, ran as often. */
    uint64_t most;
    /* Statements, not executions, by the class of how often they ran: of a function whose paths are counted as many as
       one of these has, since which blocks they share is not known. */
    uint64_t code[PP_WORK_CLASSES];
    bool main_lost; /* main is there, and has no counts: see unfinished-paths.h */
};

/* The class of paths that executed WORK statements; rises with it. */
unsigned pp_work_class(uint64_t work);

/* Adds what COUNTS say of UNIT, which was skipped. */
void pp_elsewhere_add(struct pp_elsewhere *elsewhere, const struct pp_unit *unit,
                      const struct pp_data_unit *counts);

#endif

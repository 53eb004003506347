/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Option report=: what lanes were made, for people and programs. */
#ifndef PATHPROF_REPORT_H
#define PATHPROF_REPORT_H

#include "gcc/lanes/facts.h"
extern "C" {
#include "core/lane-report/lane-report.h"
#include "core/lanes/hot-trace.h"
}

struct pp_compilation;

/* What a report is made of while a function gets its lanes. */
struct pp_told {
    struct pp_lane_function *function;
    vec<uint32_t> vertices; /* hot vertices along hot path 0, along hot path 1 ... */
    vec<unsigned> first;    /* indexed by hot path, and one more */
};

/* The record of the unit that is compiled, without functions; NULL where no report is wanted.  WHY,
   which may be NULL: it has no lanes. */
struct pp_lane_unit *pp_report_begin(const struct pp_compilation *c, const char *why);

/* A function more. */
struct pp_lane_function *pp_report_function(struct pp_lane_unit *unit, tree decl);

/* A call more. */
struct pp_lane_call *pp_report_call(struct pp_lane_unit *unit);

/* Puts UNIT into the file, in place of an earlier record of the unit, and frees it; may be NULL. */
void pp_report_end(const struct pp_compilation *c, struct pp_lane_unit *unit);

#endif

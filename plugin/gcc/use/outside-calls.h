/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What calls do in functions of other units, where the profile is of the whole program as one scope. */
#ifndef PATHPROF_OUTSIDE_CALLS_H
#define PATHPROF_OUTSIDE_CALLS_H

#include "gcc/use/use.h"

/* A direct call, and what is known of it; calls in one place are one. */
struct pp_known_call {
    tree callee;
    location_t where;
    bool exact;         /* else it has its share of what is not known of any call */
    double stmts;       /* executed in the callee for one such call, its own callees apart */
    uint64_t hot, cold; /* statements of the callee that have run from here, and that have not */
};

/* Lists, in OUTSIDE, the calls of USE's functions, still as they were profiled, that are not rare in a program that
   has executed so many statements, and what the profile tells of each. */
void pp_list_outside_calls(const struct pp_use *use, double program,
                           vec<struct pp_known_call> *outside);

#endif

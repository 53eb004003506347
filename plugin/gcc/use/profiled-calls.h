/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The direct calls of a unit's functions, and which procedure each calls by a profile, perhaps another unit's. */
#ifndef PATHPROF_PROFILED_CALLS_H
#define PATHPROF_PROFILED_CALLS_H

#include "gcc/use/use.h"

struct pp_profiled_call {
    uint32_t vertex, callee;  /* in the profile */
    const struct pp_used *in; /* the function that it is in */
    gimple *call;
    tree decl; /* of the callee */
};

/* Lists those of USE's functions that are in profile I, still as they were profiled; by callee, and by vertex. */
void pp_list_profiled_calls(const struct pp_use *use, unsigned i,
                            vec<struct pp_profiled_call> *calls);

/* The first of CALLS behind FIRST that calls something else. */
unsigned pp_calls_of_same(const vec<struct pp_profiled_call> &calls, unsigned first);

#endif

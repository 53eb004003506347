/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a procedure has done for one call and for another: how its counts and paths are divided among
   the copies of it that calls are to get, and itself.

   Paths of mode context tell by which call their procedures were entered, and then every count of a
   copy is exact.  What is not told is divided by how often the calls were made of which it is not
   known; what the copies and the procedure count adds up to what the profile has. */
#ifndef PATHPROF_CALL_COUNTS_H
#define PATHPROF_CALL_COUNTS_H

#include "core/profile/profile.h"

struct pp_division {
    const struct pp_profile *profile;
    const struct pp_profile *by_call; /* pp_intra_by_call of it; neither is owned */
    uint32_t callee;
    uint32_t *calls; /* the call vertices that get copies, rising */
    size_t num;
    /* Of copy K, from the callee's first edge on: edges[K * num_edges + e]; of what is left for the
       procedure itself, K is num. */
    uint64_t *edges;
    uint64_t *times; /* by copy: how often it is entered */
    double *shares;  /* by copy: of what is told of no call */
    bool *exact;     /* by copy: all is told of what was done for its call; num: for every call */
};

/* Divides procedure CALLEE of PROFILE among the NUM calls of it at vertices CALLS. */
void pp_divide(struct pp_division *d, const struct pp_profile *profile,
               const struct pp_profile *by_call, uint32_t callee, const uint32_t *calls,
               size_t num);
void pp_division_free(struct pp_division *d);

/* How often each path of the callee, from the first of BY_CALL on, was taken by copy K: malloc'd;
   *NUM_PATHS of them, of which the first is BY_CALL's path *FIRST. */
uint64_t *pp_divide_paths(const struct pp_division *d, size_t k, size_t *first, size_t *num_paths);

/* How often copy K came to vertex V of the callee, from its first on, by the counts of its edges. */
uint64_t pp_divided_vertex(const struct pp_division *d, size_t k, uint32_t v);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Paths of a procedure that has taken in copies of procedures that it calls. */
#ifndef PATHPROF_JOINED_H
#define PATHPROF_JOINED_H

#include "core/lanes/call-counts.h"

/* One copy. */
struct pp_taken_in {
    const struct pp_division *division; /* of the callee ... */
    size_t copy;                        /* ... and which of its copies it is */
    const uint32_t *edges; /* by edge of the callee, from its first on: where that is in the joined
                              graph; PP_NONE: nowhere */
};

/* A procedure of a profile, its copies, and where its edges are in the joined graph. */
struct pp_joined {
    const struct pp_profile *by_call; /* pp_intra_by_call */
    const struct pp_profile
        *across; /* pp_intra_across of all calls that have become copies; NULL: none is
                                         known across */
    uint32_t caller;
    const uint32_t *edges; /* as in struct pp_taken_in */
    const struct pp_taken_in *copies;
    size_t num_copies;
    const struct pp_graph *graph; /* the joined one */
    uint32_t proc;                /* in it */
};

/* Adds the paths of J to INTRA, whose notes have the joined graph; pp_intra_settle is to follow.
   Where it is known which of the callee's paths ran on which of the caller's, that is taken.  Otherwise, where the
   caller's path goes over a call that it has taken in, one of the callee's that the copy
   has taken is put in, the most frequent into the most frequent (join.h), so that each edge counts what
   it counted before.  Where the callee's path ends before it returns, so does the caller's, and
   what is behind the call begins with the callee's last.  The caller's paths are to have no context-prefix; that of
   a callee's is left out. */
void pp_join_paths(const struct pp_joined *j, struct pp_profile *intra);

#endif

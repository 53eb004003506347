/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which ways the unfinished paths of a procedure can have taken (unfinished.h). */
#ifndef PATHPROF_WAYS_H
#define PATHPROF_WAYS_H

#include "core/profile/unfinished.h"

struct pp_ways {
    struct pp_profile *profile;
    struct pp_unfinished *u;
    const uint32_t *callee; /* by vertex: the only procedure that its call can enter, or PP_NONE */
    uint64_t *supply;       /* by vertex: unfinished paths that begin there */
    uint64_t *made;         /* by call vertex: so many of them made this call, at least */
    uint64_t *added;        /* by vertex: of how many pp_take_ways has found that they came there */
    bool *leaves;           /* by procedure: may it be left otherwise than by returning? */
    bool *followed; /* by procedure: do paths follow calls of it?  Then they go on behind it */
    bool *passed;   /* by procedure: may calls of it have come back on such a path? */
};

/* Adds what the unfinished paths of PROC surely ran to the profile's counts of its edges and
   vertices, and marks these and what they may have run. */
void pp_take_ways(struct pp_ways *w, uint32_t proc);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is certain of paths that are known in parts alone.

   Each part ran, so its outcomes and turns did, as often as it.  What lies before a call and what behind it on one path
   is known as far as counts leave no other way, which is definite flow (Ball, Mataga and Sagiv, Edge Profiling versus
   Path Profiling, POPL 1998): if N parts break off at a call, X of them like this one, and Y go on behind it like that
   one, then X + Y - N at least do both. */
#ifndef PATHPROF_JOINED_PARTS_H
#define PATHPROF_JOINED_PARTS_H

#include "core/profile/profile.h"
#include "tool/inner/projected.h"

/* A turn on a part, or over a call between two. */
struct pp_part_turn {
    uint32_t proc;
    uint32_t from, to; /* live edges; FROM PP_NONE: the outcome TO alone */
    uint64_t count;    /* of the outcome */
    bool unknown;      /* perhaps it was taken, perhaps not */
};

struct pp_part_turns {
    struct pp_part_turn *list;
    size_t num, room;
    double *
        more; /* by procedure: paths, at most, that may have been executed besides those that certainly were */
};

/* Adds to TURNS what is so of PARTS, of one run of the program of PROFILE, which is of mode path; MORE has room for its
   procedures. Hands to TAKE, with TO, the numbers of paths that were certainly executed. */
typedef void pp_joined_taken(void *to, uint32_t proc, uint64_t number);
void pp_join_parts(struct pp_part_turns *turns, const struct pp_parts *parts,
                   const struct pp_profile *profile, pp_joined_taken *take, void *to);
void pp_part_turns_free(struct pp_part_turns *turns);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What conservation of flow says of paths that were never recorded: those that were under way when
   a call did not come back.

   Two assumptions, as in mode edge: control leaves a function early only in calls that may not come
   back; and a function that the program calls by a name that no other function has, here or elsewhere
   (pp_proc.replaceable), is entered by these calls.  Then it follows
   - that a path began, and did not end, wherever control arrived more often than recorded paths go
     on from there: behind a recording edge; at the entry of main, by the number of runs; at the
     entry of a function that was called more often than it has counted;
   - that an unfinished path led to the call of a function that has counted more than its calls, if
     only one call can explain the difference;
   - that none led past a call of a function all of whose returns are accounted for.
   What lies on every way that such a path can have taken was run, and is added to the counts
   (INFERRED); what lies on some ways may have been run (AT_LEAST).  Nothing is guessed here;
   unfinished-paths.h, which guesses, is for the optimisers.

   Of estimates (option bursts=) nothing follows.

   If the counts of a function contradict each other (a fork that the compiler did not see, counts
   that were reset), the function is left as it is recorded. */
#ifndef PATHPROF_UNFINISHED_H
#define PATHPROF_UNFINISHED_H

#include "core/profile/profile.h"

enum pp_mark {
    PP_INFERRED = 1, /* the count has more than was recorded */
    PP_AT_LEAST = 2, /* it may have been more */
};

struct pp_unfinished {
    uint8_t *edges, *vertices; /* enum pp_mark, or-ed */
    uint64_t *paths;           /* by procedure: how many there are, at least */
    bool any;
};

/* Finds them, and adds what is certain to the counts of PROFILE's edges, vertices and calls.  Its
   paths stay those that were recorded. */
void pp_find_unfinished(struct pp_unfinished *u, struct pp_profile *profile);
void pp_unfinished_free(struct pp_unfinished *u);

#endif

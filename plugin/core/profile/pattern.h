/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Mode kpath: patterns in which the iterations of a loop follow one another, again and again.

   Every path that ends at the loop's back edge says what the last k iterations were: a window. What
   follows k - 1 iterations most often is the next in their pattern; where that comes back to where
   it began, it is a pattern that repeats itself, of so many iterations as lie between.  (In figure
   1 of Roy and Srikant 2-3-5 is followed by 2-4-5 and that by 2-3-5.)  One of a single iteration is
   what mode path says of the loop as well, and is left out. */
#ifndef PATHPROF_PATTERN_H
#define PATHPROF_PATTERN_H

#include "core/profile/profile.h"

struct pp_pattern {
    uint32_t proc, head;
    uint32_t k;          /* iterations of a window */
    uint32_t iterations; /* of the pattern, at least 2 */
    /* Once through: the surrogate that begins paths at the head, then edges, the loop's back edges
       and those over collapsed loops included, to the surrogate that ends a path at the last. */
    uint32_t *edges;
    uint32_t num_edges;
    uint64_t followed, windows; /* how often a window was part of the pattern; of all windows */
    /* Branches on its iterations; and of these, those at which iterations of the loop have gone
       several ways: each copy of an unrolled loop that followed the pattern would go one. */
    uint32_t tests, decided;
};

struct pp_patterns {
    struct pp_pattern *patterns; /* by falling pp_pattern_gain */
    uint32_t num, room;
};

/* Which patterns are worth telling: that at least one of so many windows of their loop is part of,
   and at least one of so many of all paths that were executed. */
struct pp_pattern_bounds {
    uint64_t windows, paths;
};

void pp_patterns_find(struct pp_patterns *patterns, const struct pp_profile *profile,
                      const struct pp_pattern_bounds *bounds);
void pp_patterns_free(struct pp_patterns *patterns);

/* How many branches of the run the pattern decides. */
double pp_pattern_gain(const struct pp_pattern *pattern);

#endif

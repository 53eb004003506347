/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Mode kpath: patterns in which the iterations of a loop follow one another again and again.

   Every path that ends at the loop's back edge says what the last k iterations were: a window.
   The pattern goes on with the iteration that most often follows the last k - 1; when it
   arrives where it began, it repeats, and its length is the number of iterations in between.
   (In figure 1 of Roy and Srikant 2-3-5 is followed by 2-4-5 and that by 2-3-5.) A pattern of a
   single iteration is left out: mode path says as much of the loop. */
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
    double
        expected; /* the share of these that would be if each iteration were what it is as often, but by chance */
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

/* Those that people are told of. */
#define PP_PATTERNS_TOLD ((struct pp_pattern_bounds){.windows = 10, .paths = 10000})

void pp_patterns_find(struct pp_patterns *patterns, const struct pp_profile *profile,
                      const struct pp_pattern_bounds *bounds);
void pp_patterns_free(struct pp_patterns *patterns);

/* How many branches of the run the pattern decides. */
double pp_pattern_gain(const struct pp_pattern *pattern);

#endif

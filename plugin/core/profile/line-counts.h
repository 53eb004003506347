/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How often control came to each source line. */
#ifndef PATHPROF_LINE_COUNTS_H
#define PATHPROF_LINE_COUNTS_H

#include "core/profile/profile.h"

struct pp_line_count {
    uint32_t file; /* string of the graph */
    uint32_t line;
    uint64_t count; /* saturates */
};

/* Every line that has code or declares a function that has, by file name, then line; procedures on
   the same line add up (copies of an inline function, instances of a template).  Within a procedure
   a line's count is how often control came to it: over edges that enter the set of its vertices
   from outside, round loops that lie within the set, and sideways.  Of procedures in mode callgraph
   nothing is said.  Returns a malloc'd array of *NUM. */
struct pp_line_count *pp_line_counts(const struct pp_profile *profile, size_t *num);

#endif

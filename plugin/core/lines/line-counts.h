/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How often control came to each source line, and where it went on to. */
#ifndef PATHPROF_LINE_COUNTS_H
#define PATHPROF_LINE_COUNTS_H

#include "core/profile/profile.h"

/* One way out of a line: of a block that ends on it and has several. */
struct pp_line_way {
    uint64_t taken;
    bool reached; /* has the line been come to at all? */
};

struct pp_line_count {
    uint32_t file; /* string of the graph */
    uint32_t line;
    uint64_t count; /* saturates */
    uint32_t first_way, num_ways;
};

struct pp_line_counts {
    struct pp_line_count *lines;
    size_t num;
    struct pp_line_way *ways;
};

/* Every line that has code, by file name, then line, with the count that gcov would give it: how
   often control came to it from elsewhere.  A block counts where it ends: on the last of its lines
   (in each file), and control comes to a line by the arcs that lead to such blocks from others, and
   by cycles among them (line-cycles.h).  A line on which no block ends has the counts of all
   blocks that touch it.  Functions that begin on the same line (instances of a template) are
   counted one by one, and add up, as do units.  Left out is what the compiler made without a text,
   and of procedures in mode callgraph nothing is said. */
void pp_line_counts_make(struct pp_line_counts *counts, const struct pp_profile *profile);
void pp_line_counts_free(struct pp_line_counts *counts);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Mode kpath: which iteration of a loop follows which. */
#ifndef PATHPROF_ITERATIONS_OF_H
#define PATHPROF_ITERATIONS_OF_H

#include "tool/html/report.h"

struct pp_iterations_of {
    size_t *first, *end;        /* by procedure: its paths; NULL: paths have no iterations */
    uint32_t *loops, *num_from; /* procedure p's: loops[num_from[p]] up to [p + 1] */
};

void pp_iterations_of_make(struct pp_iterations_of *iterations, const struct pp_html *html);
void pp_iterations_of_free(struct pp_iterations_of *iterations);

/* [{"file", "line" of the loop, "k", "windows", "all_ways", "ways": [[count as the last of a window, text], ...],
   "all_turns", "turns": [[k indices of ways ..., count], ...]}, ...] of P's loops; the most frequent ways and windows.
   null where paths have no iterations. */
json_t *pp_iterations_of_json(const struct pp_iterations_of *iterations, struct pp_html *html,
                              uint32_t p);

#endif

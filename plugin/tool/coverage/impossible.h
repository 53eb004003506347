/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Turns that the compiler has proven to be impossible, on the graph whose paths are numbered; and how many paths are
   left. */
#ifndef PATHPROF_COVERAGE_IMPOSSIBLE_H
#define PATHPROF_COVERAGE_IMPOSSIBLE_H

#include "core/base/pair-map.h"
#include "core/graph/graph.h"

struct pp_impossible {
    const struct pp_graph *g;
    struct pp_pair_map turns; /* (from, to): live edges */
    bool *restrains;          /* by live edge: some turn from it is impossible */
    double *
        behind; /* by live edge: how many possible ways lead on behind it to the Exit of its procedure */
    double *from; /* by vertex: the same, whatever came before */
};

/* Of the procedures of G for which COUNTS, all of mode path or kpath.  Turns of paths that begin where the compiler
   did not expect it (behind a broken edge, or a call that two processes come back from) are left out. */
void pp_impossible_make(struct pp_impossible *it, const struct pp_graph *g, const bool *counts);
void pp_impossible_free(struct pp_impossible *it);

/* Is the turn from live edge FROM to TO impossible, and not among EXECUTED?  Nothing that ran is. */
bool pp_is_impossible(const struct pp_impossible *it, const struct pp_pair_map *executed,
                      uint32_t from, uint32_t to);

/* How many paths of PROC, of mode path, have no impossible turn.  Exact up to 2^53. */
double pp_possible_paths(struct pp_impossible *it, uint32_t proc,
                         const struct pp_pair_map *executed);

#endif

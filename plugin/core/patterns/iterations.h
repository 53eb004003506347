/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Mode kpath: what the iterations of a loop were, k in turn.

   Every path that ends at the loop's back edge says what the last k iterations were: a window. So of
   each time that the loop is entered, each iteration from the k-th on is the last of one window. */
#ifndef PATHPROF_ITERATIONS_H
#define PATHPROF_ITERATIONS_H

#include "core/number/loops.h"
#include "core/profile/profile.h"

/* A way through one iteration: edges from the loop's head to a back edge, or, in the last of a path,
   to the surrogate that stands for it; pp_iteration_edge tells the same of both. */
struct pp_iteration {
    const uint32_t *edges;
    uint32_t num;
    uint32_t of; /* the iterations of all windows, one after the other */
};

struct pp_window {
    uint32_t first; /* in NUMBERS, k of them */
    uint64_t count;
};

struct pp_iterations {
    const struct pp_graph *g;
    const struct pp_numbering *n;
    uint32_t proc, loop, k;
    struct pp_iteration *ways; /* each way once */
    struct pp_window *windows; /* each once, sorted by what they are of */
    uint32_t *numbers;         /* indices into WAYS */
    uint64_t all;              /* windows that were counted */
    uint32_t num_ways, room_ways, num_windows, room_windows;
};

/* Where the paths of procedure p stand in PROFILE, all together: first[p] up to end[p]; both malloc'd. */
void pp_path_ranges(const struct pp_profile *profile, size_t **first, size_t **end);

/* The windows of LOOP in those paths of its procedure; there may be none. */
void pp_iterations_make(struct pp_iterations *iterations, const struct pp_profile *profile,
                        uint32_t loop, size_t first, size_t end);
void pp_iterations_free(struct pp_iterations *iterations);

/* Edge I of WAY: of the program, also where a path ended there. */
static inline uint32_t pp_iteration_edge(const struct pp_iterations *it,
                                         const struct pp_iteration *way, uint32_t i)
{
    uint32_t e = way->edges[i];
    return pp_ends_at_back_edge(it->g, it->n, e) ? it->g->edges[e].origin : e;
}

/* The ways of WINDOW, k indices. */
static inline const uint32_t *pp_window_ways(const struct pp_iterations *it, uint32_t window)
{
    return it->numbers + it->windows[window].first;
}

/* Compares NUM ways, as windows are sorted. */
int pp_compare_ways(const uint32_t *x, const uint32_t *y, uint32_t num);

/* The edges of iteration WAY as a path that begins and ends at the loop's head, malloc'd: way->num + 1. */
uint32_t *pp_iteration_path(const struct pp_iterations *it, uint32_t way);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Option bursts=: a procedure's counts are estimates, and what their variances follow from stands
   among them: of path N's the count of N + num_paths, S (runtime/format.h).

   One activation in W is counted, in bursts.  A path that b bursts have counted x_1 ... x_b times has
   the estimate C = W (x_1 + ... + x_b).  Were the b bursts drawn at random from all b W that there
   are, the variance of C would be estimated by b W (W - 1) times that of the x_i (Cochran, Sampling
   Techniques, 2.9 and 9.3), which is about S - C^2 / Q, with S = W (W - 1) (x_1^2 + ... + x_b^2) and
   Q = b W / (W - 1).  They are drawn from consecutive frames, one of each, which makes the true
   variance smaller if the program goes through phases.  S, C and Q add up over threads, runs and
   programs; then what is taken off is less than if each were judged by itself.

   Of a thread's last frame only a part has run, and its burst has counted in full or not at all: that
   adds at most a quarter of the square of what a burst counts on average, W (x_1 + ... + x_b) / b. */
#ifndef PATHPROF_VARIANCES_H
#define PATHPROF_VARIANCES_H

#include "core/format/data.h"

/* What is known of all bursts: Q, times PATHPROF_BURST_UNIT, and the threads. */
struct pp_bursts {
    uint64_t weighted, threads;
};

/* Adds what FUNCTION says, whose index is PATHPROF_BURSTS. */
void pp_take_bursts(struct pp_bursts *bursts, const struct pp_data_function *function);

/* Is COUNT of a procedure with NUM_PATHS paths no count, but what belongs to that of a path?  What is neither is of a
   path that there is not. */
bool pp_is_square(const struct pp_count *count, uint64_t num_paths);

/* The variance of COUNT.  *AT is where its squares may stand at the earliest, and is moved on:
   whoever asks asks in rising order. */
double pp_variance_of(const struct pp_count *counts, size_t num, uint64_t num_paths, size_t *at,
                      const struct pp_count *count, const struct pp_bursts *bursts);

/* Of the interval round an estimate of VARIANCE in which the true count is in 95 of 100 cases: half the width. */
double pp_error_bound(double variance);

#endif

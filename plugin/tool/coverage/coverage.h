/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How much of what a program could do its runs did: paths, outcomes of branches, and turns.

   A turn is a pair: an outcome of a branch (or where paths begin: a function's entry, a loop's head), and an outcome of
   the next branch on the way.  What comes between has no choice, so there are as many turns as outcomes have next
   outcomes: not many, where there are more paths than anybody can test.  Executed are those that some path has.
   Ways to handlers of exceptions are neither outcomes nor turns, but belong to the number of potential paths. */
#ifndef PATHPROF_COVERAGE_H
#define PATHPROF_COVERAGE_H

#include "core/base/pair-map.h"
#include "tool/coverage/covered.h"

struct pp_share {
    uint64_t executed, all;
};

struct pp_coverage_row {
    uint64_t paths;   /* executed; of proc->num_paths, or as many as its exact_paths says */
    double potential; /* the same as a number; may be infinite */
    struct pp_share outcomes, turns;
};

/* A turn that no path had, though its first outcome was executed. */
struct pp_missing {
    uint32_t proc;
    uint32_t from, to; /* the outcomes: live edges */
    uint64_t from_count, to_count;
    bool
        leaves; /* it leaves a loop where it has entered it: perhaps the loop always has an iteration */
};

struct pp_coverage {
    const struct pp_tests *tests;
    struct pp_coverage_row *rows; /* by procedure */
    uint64_t *counts; /* by live edge that is an outcome, or where paths begin: of all tests */
    size_t *
        hottest; /* by live edge: index of the covered path with it that was taken most; SIZE_MAX: none */
    struct pp_pair_map turns;   /* that were executed: (from, to) */
    struct pp_coverage_row all; /* of those that are shown */
    uint64_t functions, called; /* of those */
    struct pp_missing *
        missing; /* both outcomes executed, those that leave last, then the first only; each by falling from_count */
    size_t num_missing, cap_missing;
};

/* Hands to TAKE, with TO, what PATH chooses, one after the other: the live edge by which it begins, or an outcome, TAKEN; and
   the one before it, BEFORE, which is PP_NONE for the first. */
typedef void pp_turn_taken(void *to, uint32_t before, uint32_t taken);
void pp_turns_of_path(const struct pp_graph *g, const struct pp_path *path, pp_turn_taken *take,
                      void *to);

/* Of procedures that are SHOWN and count paths of mode path. */
void pp_coverage_make(struct pp_coverage *coverage, const struct pp_tests *tests,
                      const bool *shown);
/* The number of a path that has MISSING and as much as possible of executed ones: it goes as the hottest through the first
   outcome does up to there, and then on as the hottest through the second, or, if that was never executed, by the first
   ways: labels add up (Ball and Larus 1996, figure 5). */
uint64_t pp_missing_number(const struct pp_coverage *coverage, const struct pp_missing *missing);
void pp_coverage_free(struct pp_coverage *coverage);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How much of what a program could do its runs did: paths, outcomes of branches, and turns.

   A turn is a pair: an outcome of a branch (or where paths begin: a function's entry, a loop's head), and an outcome of
   the next branch on the way.  What comes between has no choice, so there are as many turns as outcomes have next
   outcomes: not many, where there are more paths than anybody can test.  Executed are those that some path has.
   Ways to handlers of exceptions are neither outcomes nor turns, but belong to the number of potential paths.  What the
   compiler has proven to be impossible does not count, unless it was executed. */
#ifndef PATHPROF_COVERAGE_H
#define PATHPROF_COVERAGE_H

#include "tool/coverage/covered.h"
#include "tool/coverage/impossible.h"

struct pp_share {
    uint64_t executed, all;
};

struct pp_coverage_row {
    bool called;      /* something of it was executed */
    uint64_t paths;   /* executed; of proc->num_paths, or as many as its exact_paths says */
    double potential; /* the same as a number, less those that are impossible; may be infinite */
    /* Those; 0 where it is not known: where edges were broken, since the number is of before, or paths iterate. */
    double impossible;
    struct pp_share outcomes, turns; /* of possible ones */
    uint64_t impossible_outcomes, impossible_turns;
    double unknown_paths;   /* at most so many more may have been executed (joined-parts.h) */
    uint64_t unknown_turns; /* turns that may have been, of the possible ones */
};

/* What the functions of a source file come to. */
struct pp_covered_file {
    uint32_t file;              /* string */
    uint64_t functions, called; /* of those that are shown */
    struct pp_coverage_row row;
};

/* A turn that is impossible. */
struct pp_ruled_out {
    uint32_t proc;
    uint32_t from, to; /* live edges */
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
    struct pp_pair_map unknown; /* that perhaps were */
    struct pp_coverage_row all; /* of those that are shown */
    uint64_t functions, called; /* of those */
    struct pp_missing *
        missing; /* both outcomes executed, those that leave last, then the first only; each by falling from_count */
    size_t num_missing, cap_missing;
    struct pp_impossible impossible;
    struct pp_ruled_out *ruled_out; /* by procedure */
    size_t num_ruled_out, cap_ruled_out;
    uint64_t
        refuted; /* turns that the compiler has proven to be impossible, and that were executed */
};

/* Of procedures that are SHOWN and count paths of mode path. */
void pp_coverage_make(struct pp_coverage *coverage, const struct pp_tests *tests,
                      const bool *shown);
/* The number of a path that has MISSING and as much as possible of executed ones: it goes as the hottest through the
   first outcome does up to there, and then on as the hottest through the second, or, if that was never executed, by
   the first ways: labels add up (Ball and Larus 1996, figure 5). */
uint64_t pp_missing_number(const struct pp_coverage *coverage, const struct pp_missing *missing);
void pp_coverage_free(struct pp_coverage *coverage);

/* Malloc'd: the source files of the procedures that are shown, *NUM of them; those with most turns that are missing
   first. */
struct pp_covered_file *pp_coverage_by_file(const struct pp_coverage *coverage, uint32_t *num);

#endif

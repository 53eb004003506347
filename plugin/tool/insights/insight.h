/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a profile says that a person would otherwise have to find out by reading paths: each insight is one
   sentence with its evidence. */
#ifndef PATHPROF_INSIGHT_H
#define PATHPROF_INSIGHT_H

#include <regex.h>

#include "tool/coverage/production.h"
#include "tool/insights/events.h"
#include "tool/load/options.h"
#include "tool/path/measure.h"

enum pp_insight_kind {
    PP_DECIDES,    /* the outcome of one branch tells that of a later one on the same path */
    PP_ALTERNATES, /* the outcome of a branch tells its own of the next iteration (mode kpath) */
    PP_ITERATION,  /* whether an iteration is its loop's first tells the outcome of a branch */
    PP_CALLER,     /* the call by which a function was entered tells it (modes that follow calls) */
    PP_ONE_PATH,   /* of a function with many potential paths one executes most statements */
    PP_REPEATS,    /* a loop is repeated the same number of times nearly always it is entered */
    PP_PATTERN,    /* iterations of a loop follow one another in a pattern (mode kpath) */
    PP_ERROR_PATH, /* paths that report an error execute much of the run */
    PP_UNTESTED,   /* no test takes a path that executes much of it */
    PP_INSIGHT_KINDS
};

/* What one outcome of an insight's cause says of its branch. */
struct pp_told {
    uint32_t cause;     /* outcome (events.h) */
    uint32_t told;      /* the outcome, an edge, that the branch then nearly always has */
    uint64_t holds, of; /* so often, of all times that the branch came after CAUSE ... */
    uint64_t rest_holds,
        rest_of; /* ... and of all times that it came after another outcome there */
};

struct pp_insight {
    enum pp_insight_kind kind;
    uint32_t proc;
    uint32_t
        vertex; /* the branch, the loop's head, the call of the function that reports an error */
    uint32_t cause;       /* of the first four kinds: the point (events.h) */
    struct pp_told *told; /* of these: by falling OF; malloc'd */
    uint32_t num_told;
    uint64_t holds,
        of; /* so often it was as the insight says, of so many; statements or iterations of
                           paths where the kind is one of these */
    double
        bits; /* of the first four kinds: what the cause tells, for one execution of the branch */
    double
        expected; /* PP_ONE_PATH, PP_REPEATS, PP_PATTERN: the share HOLDS of OF that one would expect if each branch (of
                           PP_PATTERN: iteration) went as often as it did, but by chance */
    uint64_t number; /* PP_ONE_PATH: executed paths; PP_REPEATS: times; PP_PATTERN: iterations */
    struct pp_untested untested;           /* PP_UNTESTED: what of the path is new ... */
    const struct pp_graph *untested_graph; /* ... and the graph that its path is of */
    uint64_t stmts;                        /* executed on the paths that the insight is about */
    uint32_t
        leader; /* index in the list of the first insight of the same loop, its own if it is the first or of none */
    size_t example; /* the one of these that executes most, in profile->paths; SIZE_MAX: none */
};

struct pp_insights {
    struct pp_insight *list; /* by falling score; but what is of one loop follows the first of it */
    uint32_t num, room;
    uint64_t all_stmts; /* of the run */
};

/* What is worth saying; shares are parts of one. */
struct pp_insight_bounds {
    double certain;  /* an outcome is told if it has this share at least */
    double least;    /* the paths that an insight is about execute this share of the statements */
    double one_path; /* of what its function executes */
    double repeats;  /* of the times that the loop was entered */
    double pattern;  /* of the loop's windows */
    double error_paths; /* of the times that their function was entered: at most */
    double times;       /* what was not executed so often tells nothing */
    double ratio;       /* nor does what chance would do: a likelihood ratio, 2 ln, at least */
    regex_t error;      /* names of functions that report errors */
    const struct pp_untested_paths *untested; /* by any test; NULL: tests are not asked for */
};

/* What is worth saying unless something else is asked for; and names of functions that report errors: words of their
   own, or capitalised ones in names that are written so. */
#define PP_INSIGHT_DEFAULTS                                                                        \
    .certain = 98, .least = 0.5, .one_path = 50, .repeats = 90, .pattern = 50, .error_paths = 50,  \
    .times = 50, .chance = 12, .errors = PP_ERROR_NAMES
#define PP_ERROR_NAMES                                                                             \
    "(^|[^A-Za-z])([Ee]rrors?|ERRORS?|err|[Ff]ail(ed|ure)?|FAIL(ED|URE)?|[Ff]atal|die|panic|"      \
    "abort|[Ww]arn(ing)?|perror)([^A-Za-z]|$)|[a-z](Error|Fail|Fatal|Panic|Abort|Warn)"

/* What one share of PP_ONE_PATH, PP_REPEATS and PP_PATTERN must be above what chance would make of it. */
#define PP_INSIGHT_ABOVE 0.1

/* Sets BOUNDS as SETTINGS say.  Returns NULL, or a malloc'd sentence on what is wrong with their regular expression;
   there is nothing to end then. */
char *pp_insight_bounds_begin(struct pp_insight_bounds *bounds, const struct pp_settings *settings);
void pp_insight_bounds_end(struct pp_insight_bounds *bounds);

/* Finds all insights of PROFILE about procedures that are SHOWN. */
void pp_insights_make(struct pp_insights *insights, const struct pp_profile *profile,
                      const struct pp_insight_bounds *bounds, const bool *shown);
void pp_insights_free(struct pp_insights *insights);

/* Appends one. */
void pp_insight_add(struct pp_insights *insights, struct pp_insight insight);

/* Is HOLDS of OF, where each of them would be so with the likelihood EXPECTED by chance, PP_INSIGHT_ABOVE above
   that, and more than chance would do (the G-test of one share)? */
bool pp_insight_beats_chance(const struct pp_insight_bounds *bounds, double holds, double of,
                             double expected);

/* How much it is worth saying, for the order: the share of statements that it is about, less where it
   tells less than all. */
double pp_insight_score(const struct pp_insights *insights, const struct pp_insight *insight);

#endif

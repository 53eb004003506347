/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The figures of `pathprof stats`, by mode. */
#ifndef PATHPROF_MEASURE_H
#define PATHPROF_MEASURE_H

#include "core/number/path.h"
#include "core/profile/profile.h"

#define PP_CURVE_POINTS 12
extern const int pp_curve_percents[PP_CURVE_POINTS];

/* Interprocedural modes: call sites, and what keeps paths from following them. */
struct pp_static_calls {
    uint64_t units, arrays, tables, wide; /* units counted in arrays, in tables, by wide numbers */
    uint64_t roots, outside; /* procedures where paths may begin; those entered from outside */
    uint64_t followed;       /* call sites that paths go through */
    uint64_t recursive;      /* cut: they close a cycle of the call graph */
    uint64_t broken_calls;   /* cut: too many paths */
    uint64_t kept;           /* recursive calls that keep their context */
    uint64_t chosen_calls, chosen_returns; /* cut by the mode or by options */
    uint64_t broken_returns;               /* the call is followed, the return from it is not ... */
    uint64_t unbalanced_returns;           /* ... or not by paths that have begun since the call */
    uint64_t indirect, external;           /* the callee is not known, or not in the unit */
    uint64_t opaque; /* known, but the call cannot be followed: setjmp, handlers, ... */
};

/* Modes kpath and path-context: loops, by their heads. */
struct pp_static_loops {
    uint64_t all, several; /* whose paths span several iterations; or keep the way to the loop */
    uint64_t collapsed;    /* that are one step in the paths of the loop around them */
    /* Whose paths span fewer iterations than they were to, because there would be too many; because
       they contain loops, are irreducible, or non-local transfers enter.  Mode path-context: whose
       paths keep no context, for the last two reasons. */
    uint64_t too_many, outer, irreducible, nonlocal;
};

/* What can be said of a program without running it, and how much of it ran. */
struct pp_static {
    enum pp_mode mode;
    uint64_t functions, not_instrumented;
    uint64_t called; /* something of it was executed, as coverage has it */
    uint64_t vertices, edges, edges_executed, back_edges, counters;
    uint64_t broken, broken_edges, arrays, tables;
    char *potential_paths; /* decimal, exact: before edges were broken; malloc'd.  Interprocedural
                              modes: what the units' numbering has, after that */
    struct pp_static_calls calls;
    struct pp_static_loops loops;
};

/* In mode edge only executed_stmts is known, and no counts of paths.  Averages are weighted by how
   often a path ran.  An edge of a path is an edge of the program: the surrogate that ends a path
   stands for the edge that was cut, the one that begins a path for none; so that the sum over all
   paths is the number of edges that control took.  Sums are of context-prefixes [0] and
   active-suffixes [1]; where a mode has no prefixes, HAS_PREFIX is false and [0] is 0. */
struct pp_dynamic {
    enum pp_mode mode;
    bool has_prefix;
    bool pending; /* paths that end in a call that did not come back are counted: so many */
    uint64_t unfinished_paths;
    uint64_t distinct_paths, path_executions, executed_stmts;
    double edges[2], stmts[2], calls[2], returns[2];
    size_t curve[PP_CURVE_POINTS]; /* paths that cover pp_curve_percents[i] of executed_stmts */
};

/* What a path is made of, by the rule above; of its context-prefix [0] and active-suffix [1].  The
   edges include the call and the return edges. */
struct pp_shape {
    uint64_t edges[2], calls[2], returns[2];
};

struct pp_shape pp_path_shape(const struct pp_graph *g, const struct pp_path *path);

struct pp_largest {
    uint32_t proc;
    char *paths; /* decimal */
};

/* What follows is of the procedures that are SHOWN (by procedure), the paths that begin in
   them, the calls that they make and the units that they are in. */
void pp_measure_static(struct pp_static *s, const struct pp_profile *profile, enum pp_mode mode,
                       const bool *shown);
void pp_measure_dynamic(struct pp_dynamic *d, const struct pp_profile *profile, enum pp_mode mode,
                        const bool *shown);

/* At most TOP procedures by falling number of potential paths (mode path), *NUM of them. */
struct pp_largest *pp_measure_largest(const struct pp_profile *profile, uint64_t top,
                                      const bool *shown, size_t *num);
void pp_free_largest(struct pp_largest *largest, size_t num);

#endif

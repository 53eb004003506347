/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Clean-up of a plan whose paths do not follow calls: constants folded, what is never used dropped.  Its numbers are of
   one word. */
#ifndef PATHPROF_FOLD_H
#define PATHPROF_FOLD_H

#include "core/plan/plan.h"

/* An action on account of EDGE of the numbered graph, which control does not take by itself. */
struct pp_then {
    uint32_t edge;
    struct pp_action action;
};

/* The actions of one procedure under construction. */
struct pp_places {
    struct pp_action *at_edge;   /* indexed by edge, the procedure's first at 0 */
    struct pp_action *at_vertex; /* indexed by vertex, the procedure's first at 0 */
    /* Collapsed loops: what is done on an edge of the program after at_edge, by rising `at`. */
    struct pp_then *then;
    uint32_t num_then, cap_then;
};

/* What is known of `path` where a vertex begins. */
struct pp_path_value {
    enum { PP_UNREACHED, PP_CONSTANT, PP_VARIES } known;
    uint64_t value; /* PP_CONSTANT */
};

/* For every vertex of PROC, its first at 0; folds constants into PLACES on the way.  The caller
   frees it. */
struct pp_path_value *pp_path_values(const struct pp_graph *g, uint32_t proc,
                                     struct pp_places *places);

/* Where the value of `path` is the same whichever way control came, folds it into what is added or
   recorded; drops additions and settings that no record will see. */
void pp_fold(const struct pp_graph *g, uint32_t proc, struct pp_places *places);

#endif

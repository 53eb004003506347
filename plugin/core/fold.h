/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Clean-up of a mode path plan: constants folded, what is never used dropped. */
#ifndef PATHPROF_FOLD_H
#define PATHPROF_FOLD_H

#include "plan.h"

/* The actions of one procedure under construction. */
struct pp_places {
    struct pp_action *at_edge;   /* indexed by edge, the procedure's first at 0 */
    struct pp_action *at_vertex; /* indexed by vertex, the procedure's first at 0 */
};

/* Where the value of `path` is the same whichever way control came, folds it into what is added or
   recorded; drops additions and settings that no record will see. */
void pp_fold(const struct pp_graph *g, uint32_t proc, struct pp_places *places);

#endif

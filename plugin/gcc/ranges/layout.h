/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where a graph's vertices and edges are in the body that it was extracted from, and which names
   matter there: what an analysis of the body reads it by. */
#ifndef PATHPROF_LAYOUT_H
#define PATHPROF_LAYOUT_H

#include "gcc/base/compat.h"
#include "gcc/ranges/range-state.h"
#include "gcc/ranges/ranges.h"

#if PP_RANGES

/* Where the statements of a vertex are. */
struct pp_part {
    gimple *begin; /* NULL: there are none */
    gimple *end;   /* the first that is the next part's; NULL: the block ends with it */
};

struct pp_layout {
    const struct pp_graph *g;
    const struct pp_proc *proc;
    struct function *function;
    struct pp_part *parts; /* by vertex, from the procedure's first */
    gimple **calls;        /* likewise: the call of a call vertex; NULL: it is none */
    edge *ways;            /* by edge, from the procedure's first: NULL inside a block */
    auto_delete_vec<auto_bitmap> live; /* by index of a block: names used in it or behind it;
                                          of Exit, PP_RESULT */
    auto_delete_vec<auto_bitmap>
        rest; /* by vertex, as parts: of one inside a block, names used in it
                                          or behind it; NULL where another begins the block */
};

/* Of BODY, whose function is cfun.  CALLS: of vertices inside blocks as well (`rest`). */
struct pp_layout *pp_layout_make(const struct pp_graph *g, const struct pp_body *body, bool calls);
void pp_layout_free(struct pp_layout *layout);

#endif
#endif

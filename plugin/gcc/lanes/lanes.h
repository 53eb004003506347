/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A hot-path graph becomes code (thesis 2.2, design 9). */
#ifndef PATHPROF_LANES_H
#define PATHPROF_LANES_H

#include "gcc/extract/extract.h"
extern "C" {
#include "core/lanes/hotgraph.h"
}

/* What was made of a function. */
struct pp_lanes_made {
    unsigned blocks, statements; /* copied, beyond those that were there */
    unsigned dropped;            /* hot vertices to which control cannot come */
    unsigned decided;            /* branches that are none any more */
};

/* Makes the body of cfun, from which PROC of the graph of H was extracted with SITES and which has
   not changed since, equal to H: each hot vertex gets code of its own, each edge leads where H
   says.  FOUND, which may be NULL: what is known at H's vertices; it becomes code as well.  SCALE:
   H's counts become those of the code, so many times as high; 0: they do not.  What holds after:
   SSA form, loops and call edges are valid, blocks that control cannot reach are gone.  SITES no
   longer fit.  Nothing is done where H has no copies. */
struct pp_found;
struct pp_lanes_made pp_make_lanes(const struct pp_hot_graph *h, uint32_t proc,
                                   const struct pp_sites *sites, const struct pp_found *found,
                                   double scale);

#endif

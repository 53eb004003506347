/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A hot-path graph becomes code (thesis 2.2, design 9). */
#ifndef PATHPROF_LANES_H
#define PATHPROF_LANES_H

#include "extract.h"
extern "C" {
#include "core/hotgraph.h"
}

/* single.cc: marks as SINGLE the vertices of PROC, just extracted from cfun, whose code cannot
   be copied or cannot be entered but where it is.  To be done before the hot-path graph is made. */
void pp_mark_single(struct pp_graph *g, uint32_t proc);

/* What was made of a function. */
struct pp_lanes_made {
    unsigned blocks, statements; /* copied, beyond those that were there */
};

/* Makes the body of cfun, from which PROC of the graph of H was extracted with SITES and which has
   not changed since, equal to H: each hot vertex gets code of its own, each edge leads where H
   says.  What holds after: SSA form, loops and call edges are valid, blocks that control can no
   longer reach are gone.  SITES no longer fit.  COUNTED: H's counts become those of the code. */
struct pp_lanes_made pp_make_lanes(const struct pp_hot_graph *h, uint32_t proc,
                                   const struct pp_sites *sites, bool counted);

/* stress.cc: the pass of lanes=random:SEED. */
opt_pass *pp_make_stress_pass(const struct pp_options *options);

#endif

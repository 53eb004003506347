/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loops in loops, and what counting in them costs the rest of the compiler.  Some of GCC's passes
   take time and memory that grow with a power of the depth of a nest for each value in it.  See gcc/base/spared.h,
   too. */
#ifndef PATHPROF_NESTS_H
#define PATHPROF_NESTS_H

/* The loops of the current function. */
struct pp_nests {
    vec<unsigned> heights; /* by loop: how many levels of loops are in it; empty: no nests */
};

/* What holds until pp_nests_free: blocks have their loops (loop_father). */
void pp_nests_make(struct pp_nests *nests);
void pp_nests_free(struct pp_nests *nests);

/* Is BB in a loop with so many levels of others in it that what is done in each iteration should
   cost few values, rather than little time? */
bool pp_is_outer(const struct pp_nests *nests, basic_block bb);

#endif

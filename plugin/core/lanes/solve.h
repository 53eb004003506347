/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The frame of a forward data-flow analysis over a hot-path graph.  It is conditional, as Wegman
   and Zadeck's constant propagation is and as the thesis's range analysis (chapter 8): a vertex has
   a value only when some way to it has been found executable, and dead code has no say in anything.
   What values are, and what statements and branches do to them, is the caller's. */
#ifndef PATHPROF_SOLVE_H
#define PATHPROF_SOLVE_H

#include "core/lanes/hotgraph.h"

/* Each function gets the caller's CONTEXT.  Values that are returned are new, and the frame's until
   it gives them to `free`.  The order of values must have no infinite descent but such as `meet`
   stops; transfer and refine should be monotonic. */
struct pp_flow {
    void *context;
    /* What holds where control comes in at V, an entry of its procedure; over calls, from outside or by
       a non-local transfer. */
    void *(*start)(void *context, uint32_t v);
    /* What holds behind the statements of V if IN holds before them. */
    void *(*transfer)(void *context, uint32_t v, const void *in);
    /* What holds where edge E arrives if OUT holds behind the statements it comes from: the branch
       refines it, phi statements take E's arguments.  NULL: E cannot be executed. */
    void *(*refine)(void *context, uint32_t e, const void *out);
    /* Lowers INTO, what holds before V, to its meet with VALUE.  Returns whether that changed it.
       LOWERED tells when to widen: how often INTO has been lowered before, if V closes a cycle (all
       cycles have such a vertex); else it is 0, and there is nothing to widen.  The thesis allows
       each bound of a range to be moved once before it is widened. */
    bool (*meet)(void *context, uint32_t v, void *into, const void *value, uint32_t lowered);
    void (*free)(void *context, void *value);
    /* What holds where return edge E arrives if EXIT holds behind its Exit and CALL behind the call
       that it is labelled with.  NULL: E cannot be executed.  Without calls it may be NULL. */
    void *(*come_back)(void *context, uint32_t e, const void *exit, const void *call);
};

/* The greatest solution that the widening leaves. */
struct pp_solution {
    void **in; /* indexed by vertex: what holds before its statements; NULL: not executable */
    bool *executable; /* indexed by edge; a summary edge is if a return edge beside it is */
    uint64_t steps;   /* how many times a vertex was gone through */
};

void pp_solve(struct pp_solution *solution, const struct pp_hot_graph *h,
              const struct pp_flow *flow);
void pp_solution_free(struct pp_solution *solution, const struct pp_hot_graph *h,
                      const struct pp_flow *flow);

#endif

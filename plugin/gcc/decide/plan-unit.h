/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From the graph of a scope to the plans of its procedures.  A scope is what is numbered together:
   a translation unit, or with -flto the whole program.  Nothing here looks at a body. */
#ifndef PATHPROF_PLAN_UNIT_H
#define PATHPROF_PLAN_UNIT_H

#include "gcc/base/compilation.h"

/* What was decided of one procedure. */
struct pp_decision {
    struct pp_plan plan;           /* owned */
    unsigned HOST_WIDE_INT offset; /* of its counters in the unit's, in bytes */
    enum pp_block_check check;
    uint32_t first_vertex; /* its first in the unit's notes */
    bool aliased;          /* -flto: it has other names */
};

/* Gives the edges of PROC weights where GCC has none. */
void pp_complete_weights(struct pp_graph *g, uint32_t proc, bool always_static);

/* The profile of option weights=FILE, read when it is first asked for; NULL if there is none, after
   an error if there should be one. */
struct pp_weights *pp_earlier_profile(struct pp_compilation *c);

/* The steps in core/ for all procedures of G, whose calls are settled and, in interprocedural
   modes, linked.  Fills DECISIONS, by procedure, but for `check`; C's unit and counters_size; and
   what pp_proc says of numbering and storage. */
void pp_decide(struct pp_compilation *c, struct pp_graph *g, struct pp_decision *decisions);

/* Bytes that the counters of PROC take. */
unsigned HOST_WIDE_INT pp_counters_bytes(const struct pp_compilation *c,
                                         const struct pp_proc *proc);

/* Whether code is placed in PROC. */
bool pp_is_emitted(const struct pp_compilation *c, const struct pp_proc *proc);

#endif

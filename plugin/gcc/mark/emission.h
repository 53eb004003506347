/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Actions -> GIMPLE, in two steps.  pp_emit places markers in a function's untransformed body,
   once; pp_lower turns the markers of a body, by then perhaps inlined, cloned and optimised, into
   code. */
#ifndef PATHPROF_EMISSION_H
#define PATHPROF_EMISSION_H

#include "gcc/extract/extract.h"
#include "gcc/base/compilation.h"
#include "gcc/mark/decls.h"

/* One procedure, as long as any body may hold its markers. */
struct pp_emission {
    const struct pp_graph *g;
    uint32_t proc;
    uint32_t first_vertex; /* its first in the unit's notes */
    struct pp_plan plan;   /* owned */
    uint32_t index;        /* the procedure's number in its unit */
    bool table;            /* its counters are a table, not an array ... */
    uint64_t buckets;      /* ... of so many buckets, at most if it grows ... */
    bool grows;            /* (runtime/format.h) */
    uint64_t sparse; /* ... or, where it counts often, an array of so many paths; 0: it never is */
    unsigned words;  /* of a path's number; if more than one, its counters are a wide map */
    const struct pp_unit_decls *decls;
    tree counters;                 /* its array or table */
    unsigned HOST_WIDE_INT offset; /* of that in the unit's counters, in bytes */
    enum pp_update_how update;
    enum pp_block_check check;
    bool bursts; /* counts are estimates, with variances (runtime/format.h) */
    bool trace;
    bool count_targets;
    bool count_values;
    bool compute_only; /* interprocedural modes: nothing is counted */
};

/* Whether the thread's block is taken when the procedure is entered, rather than where it counts. */
bool pp_takes_block_at_entry(const struct pp_emission *e);

/* Whether the path register or the thread's block lives from one action to the next, so that an activation has a
   token. */
bool pp_needs_token(const struct pp_emission *e);

/* Places the actions of E, as markers, in the body of NODE, a clone origin, which stays valid SSA;
   dominators are freed, call edges and the inline plan are left alone. */
void pp_emit(const struct pp_emission *e, const struct pp_sites *sites, struct cgraph_node *node);

#endif

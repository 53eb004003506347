/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Actions -> GIMPLE, one function at a time. */
#ifndef PATHPROF_EMIT_H
#define PATHPROF_EMIT_H

#include "extract.h"
#include "instrument.h"

/* What emitted code refers to by name.  Defined by carry.cc in the assembly output, so that one
   block of memory holds all counters of a unit, in the order of its functions. */
struct pp_unit_decls {
    tree word; /* type of counters and of the path register: 64 bits, unsigned, alias set of its own
                */
    tree unit; /* struct pathprof_unit of this unit */
    tree block;     /* update thread: thread-local pointer to the thread's copy of the counters */
    tree miss;      /* __pathprof_table_miss or its atomic form */
    tree new_block; /* __pathprof_block */
    tree trace_enter, trace;
};

struct pp_emission {
    const struct pp_graph *g;
    uint32_t proc;
    const struct pp_sites *sites;
    const struct pp_plan *plan;
    const struct pp_unit_decls *decls;
    tree counters;                 /* this function's array or table */
    unsigned HOST_WIDE_INT offset; /* of it in the unit's counters, in bytes */
    enum pp_update_how update;
    enum pp_block_check check;
    bool trace;
};

/* Places the actions of E in the body of NODE, a clone origin, which stays valid SSA; dominators
   are freed, call edges and the inline plan are left alone. */
void pp_emit(struct pp_emission *e, struct cgraph_node *node);

/* Makes the declarations of a unit. */
void pp_unit_decls_make(struct pp_unit_decls *decls, enum pp_update_how update);

/* A static variable SIZE bytes long named NAME that carry.cc will define in assembly. */
tree pp_assembly_variable(const char *name, tree type);

#endif

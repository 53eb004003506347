/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Actions -> GIMPLE, in two steps.  pp_emit places markers in a function's untransformed body,
   once; pp_lower turns the markers of a body, by then perhaps inlined, cloned and optimised, into
   code. */
#ifndef PATHPROF_EMIT_H
#define PATHPROF_EMIT_H

#include "extract.h"
#include "instrument.h"

/* What emitted code refers to by name.  Defined by carry.cc in the assembly output, so that one
   block of memory holds all counters of a unit, in the order of its functions. */
struct pp_unit_decls {
    tree word;      /* type of counters: 64 bits, unsigned, of an alias set of its own */
    tree unit;      /* struct pathprof_unit of this unit */
    tree block;     /* update thread: thread-local pointer to the thread's copy of the counters */
    tree state;     /* interprocedural modes: __pathprof_state, as an array of words */
    tree names;     /* likewise: an array of bytes; the address of the i-th is procedure i's name */
    tree wide;      /* __pathprof_wide */
    tree miss;      /* __pathprof_miss or its atomic form */
    tree new_block; /* __pathprof_block */
    tree trace_enter, trace;
    tree target;  /* __pathprof_target */
    tree leaving; /* __pathprof_leaving */
    /* Option sample-rate=: the runtime's of these names, the first an array of one pointer. */
    tree sampled, sample_thread, settle_samples;
    /* Option pending=. */
    tree near;               /* __pathprof_near, as an array of words */
    tree slot_of, slot_left; /* __pathprof_slot_of and so on */
};

/* One procedure, as long as any body may hold its markers. */
struct pp_emission {
    const struct pp_graph *g;
    uint32_t proc;
    uint32_t first_vertex; /* its first in the unit's notes */
    struct pp_plan plan;   /* owned */
    enum pp_mode mode;
    uint32_t index;   /* the procedure's number in its unit */
    bool table;       /* its counters are a table, not an array ... */
    uint64_t buckets; /* ... of so many buckets */
    unsigned words;   /* of a path's number; if more than one, its counters are a wide map */
    const struct pp_unit_decls *decls;
    tree counters;                 /* its array or table */
    unsigned HOST_WIDE_INT offset; /* of that in the unit's counters, in bytes */
    enum pp_update_how update;
    enum pp_block_check check;
    bool trace;
    bool count_targets;
    bool compute_only; /* interprocedural modes: nothing is counted */
};

/* Whether the thread's block is taken when the procedure is entered, rather than where it counts.
 */
bool pp_takes_block_at_entry(const struct pp_emission *e);

/* Places the actions of E, as markers, in the body of NODE, a clone origin, which stays valid SSA;
   dominators are freed, call edges and the inline plan are left alone. */
void pp_emit(const struct pp_emission *e, const struct pp_sites *sites, struct cgraph_node *node);

/* Whether any mode may turn markers into code before the last pass.  Not with -fsanitize=thread:
   the program tells of what it reads and writes by then, and of counters it is not to: they are
   read, and passed on from thread to thread, by a runtime that does not tell of what orders that.
 */
bool pp_lowers_early(void);

/* Turns the markers in FN, which is the current function, into code.  EMISSIONS is indexed by
   procedure.  NODE: the clone origin whose calls must have call graph edges, or NULL when those no
   longer matter.  UNLESS_CROWDED: nothing is done where the loops are (nests.h). */
void pp_lower(struct function *fn, const struct pp_emission *emissions, struct cgraph_node *node,
              bool unless_crowded);

/* Makes the declarations of a unit. */
void pp_unit_decls_make(struct pp_unit_decls *decls, const struct pp_compilation *c);

/* A static variable of TYPE named NAME that carry.cc will define in assembly. */
tree pp_assembly_variable(const char *name, tree type);

/* Keeps T from the garbage collector to the end of the compilation; returns it. */
tree pp_keep(tree t);

/* Declares variable NAME, which another object of the module defines, hidden. */
tree pp_hidden_variable(const char *name, tree type);

/* Makes pp_keep work.  NAME is the plugin's. */
void pp_register_roots(const char *name);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Declarations of what emitted code uses. */
#ifndef PATHPROF_DECLS_H
#define PATHPROF_DECLS_H

#include "gcc/base/compilation.h"

/* What emitted code refers to by name.  Defined by carry.cc in the assembly output, so that one
   block of memory holds all counters of a unit, in the order of its functions. */
struct pp_unit_decls {
    tree word;  /* type of counters: 64 bits, unsigned, of an alias set of its own */
    tree unit;  /* struct pathprof_unit of this unit */
    tree block; /* update thread: thread-local pointer to the thread's copy of the counters */
    tree state; /* interprocedural modes: __pathprof_state, as an array of words */
    tree names; /* likewise: an array of bytes; the address of the i-th is procedure i's name */
    tree wide;  /* __pathprof_wide */
    tree miss, miss_times; /* __pathprof_miss and __pathprof_miss_times, or their atomic forms */
    tree miss_growing;     /* __pathprof_miss_growing */
    tree array;            /* __pathprof_array, likewise */
    tree count;            /* interprocedural modes: see count-stub.h; may be NULL */
    tree new_block;        /* __pathprof_block */
    tree trace_enter, trace;
    tree target;  /* __pathprof_target */
    tree targets; /* targets=count: the table that it counts in, of the unit */
    tree origin;  /* ... and what the places of callees are counted from */
    tree value;   /* __pathprof_value */
    tree leaving; /* __pathprof_leaving */
    /* Option sample-rate=: the runtime's of these names, the first an array of one pointer. */
    tree sampled, sample_thread, settle_samples;
    /* Option bursts=: the runtime's of these names; the first is thread-local. */
    tree burst_left, burst, burst_array, burst_table;
    /* Option pending=. */
    tree near;               /* __pathprof_near, as an array of words */
    tree slot_of, slot_left; /* __pathprof_slot_of and so on */
};

/* Makes the declarations of a unit. */
void pp_unit_decls_make(struct pp_unit_decls *decls, const struct pp_compilation *c);

/* Where a machine reaches variables from an anchor in the block that they stand in (section anchors), those of
   pp_assembly_variable stand in none: once, before any is made. */
void pp_keep_out_of_blocks(void);

/* A static variable of TYPE named NAME that carry.cc will define in assembly. */
tree pp_assembly_variable(const char *name, tree type);

/* Declares variable NAME, which another object of the module defines, hidden. */
tree pp_hidden_variable(const char *name, tree type);

#endif

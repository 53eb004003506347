/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One action as GIMPLE statements. */
#ifndef PATHPROF_CODE_H
#define PATHPROF_CODE_H

#include "gcc/mark/emission.h"
#include "gcc/mark/gimple.h"

/* After LAST: if KEY == WANTED (or, WANTED being NULL, KEY is no null pointer, or not 0) go on along the
   likely way, else the other.  Made by pp_make_branch when all statements are in place. */
struct pp_branch {
    gimple *last;
    tree key, wanted;
    bool not_negative; /* in place of that: if KEY, which is signed, is not negative */
    gimple_seq likely, unlikely;
};

/* What is counted in the loops of one level, in mode kpath (plan.h). */
struct pp_loop_registers {
    tree digit, left, nvc;
    tree window[PP_MOST_ITERATIONS]; /* from 1 */
};

/* One activation of a procedure in the body being written. */
struct pp_writer {
    const struct pp_emission *e;
    tree path; /* the path register: a local variable, put into SSA at the end; NULL: unused */
    /* Interprocedural modes; NULL where not needed. */
    tree frame;    /* wide numbers: all of what follows, in memory; the path too */
    tree nvc;      /* numValidCompsFromExit */
    tree on_entry; /* pathNumOnEntry (context) */
    tree is_root;  /* whether a path began with this activation */
    tree inner;    /* the inner path, negative if there is none */
    tree begun;    /* whether the path has begun since this activation was called (piecewise) */
    tree found[4]; /* the state as it was found */
    tree heads[PP_MOST_HEADS], found_heads[PP_MOST_HEADS]; /* option recursion=context */
    tree *saved; /* modes path-context and kpath: by loop (plan.h), made when first used */
    /* Mode kpath, in a procedure with loops whose paths span several iterations: by level (plan.h). */
    struct pp_loop_registers *loops;
    tree block; /* update thread: the thread's counters, likewise */
    tree slot;  /* option pending=: the activation's */
    tree place; /* the variable to whose address that belongs */
    tree times; /* how often what is written now is counted at once; NULL: once */
    bool early; /* GCC's optimisers are yet to come: paths are only marked as to be counted */
    bool outer; /* what is written now is in a loop with many others in it (nests.h) */
    vec<struct pp_branch> *branches;
    vec<gcall *> *calls; /* that were written */
};

/* Append to SEQ the code of ACTION; the code that takes the thread's block. */
void pp_write_action(struct pp_writer *w, gimple_seq *seq, const struct pp_action *action);
void pp_write_block(struct pp_writer *w, gimple_seq *seq);

void pp_make_branch(const struct pp_branch *branch);

/* All that have been written in FN; afterwards its SSA form is whole again. */
void pp_make_branches(struct function *fn, const vec<struct pp_branch> *branches);

/* The 64-bit word at POINTER + OFFSET; appends what adds 1 to the word PLACE (an lvalue). */
tree pp_memory_word(const struct pp_writer *w, tree pointer, HOST_WIDE_INT offset);
void pp_increment(struct pp_writer *w, gimple_seq *seq, tree place);

/* pathprof_home_offset of a 64-bit KEY and MASK (runtime/format.h). */
tree pp_home_offset(gimple_seq *seq, tree key, tree mask);

/* Appends  counts[NUMBER]++,  or, early, its marker; the second form without a branch, for what an arm of one
   contains.  In modes over calls NUMBER is that of the path + 1.  RARE: it may as well be done out of line; whether an
   action is.  Marked: what such a marker became. */
void pp_count(struct pp_writer *w, gimple_seq *seq, tree number, bool rare);
bool pp_is_rare(const struct pp_writer *w, const struct pp_action *action);
struct pp_marker;
void pp_count_marked(struct pp_writer *w, gimple_seq *seq, const struct pp_marker *marker);
void pp_count_out_of_line(struct pp_writer *w, gimple_seq *seq, tree number);

/* Appends CALL, which gets a call graph edge when the body is complete. */
gcall *pp_add_call(struct pp_writer *w, gimple_seq *seq, gcall *call);

/* The register of the loop whose context, or whose path outside, ACTION saves or goes on with. */
tree pp_saved_register(struct pp_writer *w, const struct pp_action *action);

/* Makes REG keep its value over a second return of setjmp, and over a goto out of an inner function; or only over the
   latter, if it is set at once where a setjmp returns, or for the whole activation at its beginning. */
void pp_survive_second_return(tree reg);
void pp_survive_goto(tree reg);

/* A new path register for an activation of E's procedure. */
tree pp_path_register(const struct pp_emission *e);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Single GIMPLE statements, for all that writes code. */
#ifndef PATHPROF_GIMPLE_H
#define PATHPROF_GIMPLE_H

#include "gcc/base/compat.h"

/* The 64-bit constant VALUE. */
static inline tree word(unsigned HOST_WIDE_INT value)
{
    return build_int_cstu(uint64_type_node, value);
}

/* Appends  VARIABLE = VALUE. */
static inline void set(gimple_seq *seq, tree variable, tree value)
{
    gimple_seq_add_stmt(seq, gimple_build_assign(variable, value));
}

/* Append  new = FROM,  and  new = A CODE B;  return new. */
tree pp_load(gimple_seq *seq, tree type, tree from);
tree pp_binary(gimple_seq *seq, enum tree_code code, tree a, tree b);

/* An operand of an asm statement. */
tree pp_asm_operand(const char *constraint, tree value);

/* Appends what computes VALUE again that is computed for one statement alone, as far as it is arithmetic; returns
   that. */
tree pp_recompute(gimple_seq *seq, tree value);

/* Append what makes POINTER a 64-bit number, or the number BYTES an offset from a pointer; return that.  Where pointers
   have 64 bits nothing is lost in the one or the other; else a number takes a pointer's own type first. */
tree pp_as_number(gimple_seq *seq, tree pointer);
tree pp_as_offset(gimple_seq *seq, tree bytes);

/* May control leave the function at STMT, or who looks at counts be called there?  Calls of which nobody knows whether
   they come back, and what may throw.  (Profiled functions are not const.) */
bool pp_may_leave(gimple *stmt);

/* Is VALUE known where LOOP begins? */
bool pp_is_known_before(class loop *loop, tree value);

/* Makes SSA form whole again in FN, virtual operands included, where statements or blocks have been added. */
void pp_renew_ssa(struct function *fn);

/* A local variable of TYPE that the program does not see. */
tree pp_local_register(const char *name, tree type);

/* Every call that was written to a body must have its edge in NODE and in all clones that share
   it. */
void pp_add_call_edges(const vec<gcall *> &calls, struct cgraph_node *node);

#endif

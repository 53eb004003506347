/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The late pass that turns markers into code. */
#ifndef PATHPROF_LOWER_H
#define PATHPROF_LOWER_H

#include "gcc/base/compilation.h"

/* A GIMPLE pass, to be placed right before expansion to RTL. */
opt_pass *pp_make_lower_pass(struct pp_compilation *c);

/* Whether any mode may turn markers into code before the last pass.  Not with -fsanitize=thread:
   the program tells of what it reads and writes by then, and of counters it is not to: they are
   read, and passed on from thread to thread, by a runtime that does not tell of what orders that. */
bool pp_lowers_early(void);

/* Turns the markers in FN, which is the current function, into code.  EMISSIONS is indexed by
   procedure.  NODE: the clone origin whose calls must have call graph edges, or NULL when those no
   longer matter. */
void pp_lower(struct function *fn, const struct pp_emission *emissions, struct cgraph_node *node);

#endif

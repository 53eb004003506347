/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Paths that callers and callees hand over in registers. */
#ifndef PATHPROF_IN_REGISTERS_H
#define PATHPROF_IN_REGISTERS_H

#include "gcc/base/compilation.h"

/* FN, the current function, in which every action is code: hands over in registers where its callers and its callees
   do so, too (C's `handed`).  For each body once, right before it becomes RTL; until it is that, FN has another type
   than was declared. */
void pp_hand_in_registers(struct function *fn, struct pp_compilation *c);

/* An RTL pass, to be placed right behind `expand`, which gives the function the declared type again.  So whoever is
   compiled later finds it as GCC expects. */
opt_pass *pp_make_declared_pass(struct pp_compilation *c);

#endif

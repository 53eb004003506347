/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PATHPROF_CARRY_INLINED_H
#define PATHPROF_CARRY_INLINED_H

#include "gcc/use/inlined/inlined-counts.h"
#include "gcc/use/inlined/marks.h"

/* Puts MARKS into bodies for GCC's inliner to copy, and with -flto takes FUNCTIONS from where units are compiled to
   where bodies are made. */
opt_pass *pp_make_carry_inlined_pass(struct pp_inlined_functions *functions,
                                     struct pp_marks *marks);

#endif

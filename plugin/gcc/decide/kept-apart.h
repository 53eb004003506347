/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Option bursts=: functions whose code cannot be there twice, and which therefore count nothing. */
#ifndef PATHPROF_KEPT_APART_H
#define PATHPROF_KEPT_APART_H

#include "gcc/base/compat.h"

/* Why the blocks of the current function FN cannot be there twice; NULL if they can.  Landing pads can: a region of
   exceptions may have several. */
const char *pp_why_not_twice(struct function *fn);

/* Keeps such functions of the unit, and what they call, from being inlined into one another: what is inlined into a
   function that counts nothing would not be counted, and its counts would look as if it had run less.  (What GCC finds
   out later of a call by a pointer is not kept apart.)  To be done when the call graph's edges are not made anew any
   more. */
void pp_keep_apart(void);

#endif

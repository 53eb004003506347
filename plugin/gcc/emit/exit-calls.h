/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calls by which the process ends without destructors, or becomes another program. */
#ifndef PATHPROF_EXIT_CALLS_H
#define PATHPROF_EXIT_CALLS_H

#include "gcc/base/compat.h"

/* Puts a call of LEAVING, __pathprof_leaving, before each call in FN by which the process ends
   without destructors or becomes another program.  After everything else has been placed: paths
   that end there are to be recorded first. */
void pp_tell_of_leaving(struct function *fn, tree leaving);

/* Is nothing to be written into FUNCTION?  There is no stack, no relocation yet, or the programmer
   says so. */
bool pp_is_left_alone(tree function);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The late pass that turns markers into code. */
#ifndef PATHPROF_LOWER_H
#define PATHPROF_LOWER_H

#include "instrument.h"

/* A GIMPLE pass, to be placed right before expansion to RTL. */
opt_pass *pp_make_lower_pass(const struct pp_compilation *c);

/* Puts a call of LEAVING, __pathprof_leaving, before each call in FN by which the process ends
   without destructors or becomes another program.  After everything else has been placed: paths
   that end there are to be recorded first. */
void pp_tell_of_leaving(struct function *fn, tree leaving);

#endif

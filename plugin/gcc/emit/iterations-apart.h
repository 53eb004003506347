/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Mode kpath: the ways round a loop count each by itself. */
#ifndef PATHPROF_ITERATIONS_APART_H
#define PATHPROF_ITERATIONS_APART_H

#include "gcc/mark/emission.h"

/* In FN, has each way round a loop of EMISSIONS whose paths have several iterations a marker of its own for its end,
   where there are few ways, and these join before it. */
void pp_part_iterations(struct function *fn, const struct pp_emission *emissions);

#endif

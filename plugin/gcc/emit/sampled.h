/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Option sample-rate=: what code does so that the time of its threads is sampled. */
#ifndef PATHPROF_SAMPLED_H
#define PATHPROF_SAMPLED_H

#include "gcc/base/compilation.h"

/* Has a thread that comes to FN from outside sampled, and settles what was sampled in a module
   before that is closed (runtime/sample.h). */
void pp_sample_threads(struct function *fn, const struct pp_compilation *c);

#endif

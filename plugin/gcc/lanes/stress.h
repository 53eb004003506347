/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lanes=random:SEED. */
#ifndef PATHPROF_STRESS_H
#define PATHPROF_STRESS_H

#include "gcc/base/compat.h"

/* stress.cc: the pass of lanes=random:SEED. */
opt_pass *pp_make_stress_pass(const struct pp_options *options);

#endif

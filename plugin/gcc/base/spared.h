/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the optimiser is spared in a function that is profiled, or whose profile is used: passes on RTL
   that would take too long there for what they give.  What is excluded is compiled as without the plugin. */
#ifndef PATHPROF_SPARED_H
#define PATHPROF_SPARED_H

#include "gcc/base/compat.h"

/* The pass behind the last one on GIMPLE that does so for each function; ours to register, GCC's to
   free.  PROFILES: this is the compile that profiles. */
opt_pass *pp_make_spare_pass(const struct pp_compilation *c, bool profiles);

#endif

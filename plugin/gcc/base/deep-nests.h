/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions whose loops are nested so deeply that some of GCC's passes take time in a power of the
   depth: both compiles spare them there. */
#ifndef PATHPROF_DEEP_NESTS_H
#define PATHPROF_DEEP_NESTS_H

#include "gcc/base/compat.h"

/* The pass behind the last one on GIMPLE that does so for each function; ours to register, GCC's to free. */
opt_pass *pp_make_nests_pass(const struct pp_compilation *c);

#endif

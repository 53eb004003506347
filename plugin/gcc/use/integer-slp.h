/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The second compile vectorises statements in a row (-ftree-slp-vectorize) only in functions with floating point. */
#ifndef PATHPROF_INTEGER_SLP_H
#define PATHPROF_INTEGER_SLP_H

#include "gcc/base/compat.h"

/* A GIMPLE pass, behind inlining and before the vectorisers; ours to register, GCC's to free. */
opt_pass *pp_make_integer_slp_pass(const struct pp_compilation *c);

#endif

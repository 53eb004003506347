/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loops whose every iteration does the same to the path: what they do is done once, behind them. */
#ifndef PATHPROF_LOOP_COUNTS_H
#define PATHPROF_LOOP_COUNTS_H

#include "gcc/base/compilation.h"

/* The pass that takes the markers out of such loops, for C's emissions; it runs before GCC's passes over loops. */
opt_pass *pp_make_loop_counts_pass(const struct pp_compilation *c);

#endif

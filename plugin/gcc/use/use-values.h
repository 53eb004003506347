/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The second compile: values that the profile has counted, as GCC's histograms, by which GCC itself
   specialises code. */
#ifndef PATHPROF_USE_VALUES_H
#define PATHPROF_USE_VALUES_H

#include "gcc/use/use.h"

/* Hangs what the profiles say on the statements of the functions of USE, whose bodies are as they
   were profiled and have their counts. */
void pp_hang_values(const struct pp_use *use);

/* When calls are expanded and lanes are made: lets GCC specialise divisions and operations on memory. */
void pp_use_values(const struct pp_use *use);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counts that were measured, as GCC's profile has them. */
#ifndef PATHPROF_EXACT_COUNT_H
#define PATHPROF_EXACT_COUNT_H

#include "gcc/base/compat.h"

/* counts.cc: COUNT as GCC has counts that were measured. */
profile_count pp_precise(uint64_t count);

#endif

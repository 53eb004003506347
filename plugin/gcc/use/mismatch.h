/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds the profile of each function. */
#ifndef PATHPROF_MISMATCH_H
#define PATHPROF_MISMATCH_H

#include "gcc/use/use.h"

/* mismatch.cc: looks for the profile of every function of USE, and says what has changed. */
void pp_match(struct pp_use *use);

#endif

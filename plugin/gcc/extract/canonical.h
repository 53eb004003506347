/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The shape that the CFG of a body has wherever it is extracted. */
#ifndef PATHPROF_CANONICAL_H
#define PATHPROF_CANONICAL_H

#include "gcc/base/compat.h"

/* Gives the CFG of FN the shape that it has wherever it is extracted. */
void pp_canonicalise(struct function *fn);

#endif

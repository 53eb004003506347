/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loops that count one and the same path in all iterations but the first: these counts are added up, and done at
   once. */
#ifndef PATHPROF_REPEATED_COUNTS_H
#define PATHPROF_REPEATED_COUNTS_H

#include "gcc/mark/emission.h"

/* In FN, whose markers are only of counts by now (modes over calls), has such a loop look its path up in the table when
   it is left.  SSA form is whole again afterwards. */
void pp_count_repeats_at_once(struct function *fn, const struct pp_emission *emissions);

#endif

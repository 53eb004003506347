/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Data of several files into one. */
#ifndef PATHPROF_DATA_SUM_H
#define PATHPROF_DATA_SUM_H

#include "core/format/data.h"

/* Adds the counts of MORE, each multiplied by WEIGHT and rounded, to those of SUM; a sum that does
   not fit stays at 2^64 - 1, and a count that was not 0 at least 1.  Modules are the same if they
   have the same name.  Returns NULL, or a malloc'd sentence that says what contradicts itself:
   where that is between the two, SUM is as it was, and where MORE alone is damaged, it has part of
   it. What MORE has absorbed SUM has, too. */
char *pp_data_add(struct pp_data *sum, const struct pp_data *more, double weight);

/* Did a program, or a shared object, that wrote A write B, too? */
bool pp_data_of_one_build(const struct pp_data *a, const struct pp_data *b);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From the process that numbers the program to those that generate its code. */
#ifndef PATHPROF_PARTITION_H
#define PATHPROF_PARTITION_H

#include "gcc/base/compilation.h"

/* partition.cc: link -> LTRANS; and the same within one process (-flto-partition=none). */
void pp_write_decisions(struct pp_compilation *c);
void pp_read_decisions(struct pp_compilation *c);
void pp_keep_decisions(struct pp_compilation *c);

#endif

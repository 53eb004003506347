/* SPDX-License-Identifier: GPL-3.0-or-later */
/* With -flto: what inlined-counts.h has, in sections of the objects. */
#ifndef PATHPROF_SECTION_H
#define PATHPROF_SECTION_H

#include "gcc/use/inlined/inlined-counts.h"

void pp_write_inlined(const struct pp_inlined_functions *functions);

/* Adds what the objects have that are read. */
void pp_read_inlined(struct pp_inlined_functions *functions);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What may have only one copy. */
#ifndef PATHPROF_UNCOPYABLE_H
#define PATHPROF_UNCOPYABLE_H

#include "gcc/base/compat.h"

/* uncopyable.cc: marks as SINGLE the vertices of PROC, just extracted from cfun, whose code cannot
   be copied or cannot be entered but where it is.  To be done before the hot-path graph is made. */
void pp_mark_single(struct pp_graph *g, uint32_t proc);

/* uncopyable.cc: why BB may have only one copy; NULL if it may have more. */
const char *pp_why_single(basic_block bb);

#endif

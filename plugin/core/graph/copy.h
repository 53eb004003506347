/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Gathering procedures of several graphs into one. */
#ifndef PATHPROF_COPY_H
#define PATHPROF_COPY_H

#include "core/graph/graph.h"

/* Appends a copy of procedure P of FROM, which has neither surrogates nor calls that are linked, to
   TO.  Returns its index there, which is also its pp_proc.index. */
uint32_t pp_copy_proc(struct pp_graph *to, const struct pp_graph *from, uint32_t p);

#endif

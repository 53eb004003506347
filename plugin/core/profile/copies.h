/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions of which several units have a copy (C++'s inline functions, and instances of templates): notes have each,
   and the linker has kept one, if it was not inlined. */
#ifndef PATHPROF_COPIES_H
#define PATHPROF_COPIES_H

#include "core/graph/graph.h"

/* Marks the procedures of G that are absent: copies that were not EXECUTED (by procedure) though another was, and,
   where none was, all but the first. */
void pp_mark_absent(struct pp_graph *g, const bool *executed);

/* By procedure, malloc'd: the first copy of the same body, whose paths have the same numbers; of most itself. */
uint32_t *pp_same_bodies(const struct pp_graph *g);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Facts become code. */
#ifndef PATHPROF_SUBSTITUTE_H
#define PATHPROF_SUBSTITUTE_H

#include "gcc/lanes/facts.h"

/* substitute.cc: the facts of the vertices HOTS, in the order in which they stand in BB, a copy of
   a block, become code: its statements, whose uids are those of the original, use and yield the
   constants.  Branches are not touched.  May leave edges of BB that cannot be taken for want of a
   statement that throws; returns whether it has. */
bool pp_substitute(const struct pp_found *found, const vec<uint32_t> &hots, basic_block bb);

#endif

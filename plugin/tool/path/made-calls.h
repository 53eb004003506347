/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The calls that paths make, with the contexts that they are made in.  Not followed are recursive and
   indirect ones, those of other units, and those that are cut because there would be too many paths. */
#ifndef PATHPROF_MADE_CALLS_H
#define PATHPROF_MADE_CALLS_H

#include "tool/path/tree.h"

/* In the context NODE the call at vertex CALL was made COUNT times; the path goes into the callee if it
   is FOLLOWED. */
typedef void pp_take_call(void *closure, uint32_t node, uint32_t call, uint64_t count,
                          bool followed);

/* Gives all of them to TAKE, in order of the paths.  TREE is that of PROFILE; contexts in which
   nothing was executed but such a call may be added to it. */
void pp_each_call(const struct pp_profile *profile, struct pp_tree *tree, pp_take_call *take,
                  void *closure);

#endif

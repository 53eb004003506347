/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which functions of two builds are the same. */
#ifndef PATHPROF_FUNCTION_MATCH_H
#define PATHPROF_FUNCTION_MATCH_H

#include "tool/builds/build-pair.h"

/* Sets OTHER and FOUND (malloc'd) of both builds of PAIR: one to one.  By name; of those that are left, by flow graphs
   of eight vertices or more that one of them has in each build; then by their texts. */
void pp_match_functions(struct pp_build_pair *pair);

#endif

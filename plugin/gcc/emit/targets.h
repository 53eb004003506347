/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PATHPROF_EMIT_TARGETS_H
#define PATHPROF_EMIT_TARGETS_H

#include "gcc/base/compilation.h"

/* Option targets=: puts look-ups in the table in front of FN's calls of __pathprof_target, which then counts
   only what these do not find. */
void pp_look_up_targets(struct function *fn, const struct pp_compilation *c);

#endif

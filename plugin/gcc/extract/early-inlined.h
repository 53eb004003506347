/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions of which calls are inlined by GCC's early passes, before anything is extracted: nobody counts these
   calls. */
#ifndef PATHPROF_EARLY_INLINED_H
#define PATHPROF_EARLY_INLINED_H

#include "gcc/base/compilation.h"

/* To be called before and after the early passes of a unit. */
void pp_watch_inlining(struct pp_compilation *c);
void pp_watch_inlining_no_more(struct pp_compilation *c);

/* Have calls of NODE been inlined between? */
bool pp_was_inlined(const struct pp_compilation *c, const struct cgraph_node *node);

#endif

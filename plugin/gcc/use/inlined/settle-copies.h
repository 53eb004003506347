/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PATHPROF_SETTLE_COPIES_H
#define PATHPROF_SETTLE_COPIES_H

#include "gcc/use/inlined/inlined-counts.h"

/* Behind GCC's inliner, when it has made a body: the copies in it get the counts that FUNCTIONS say were made for their
   calls, in place of their functions' own, scaled; and marks are removed. */
opt_pass *pp_make_settle_inlined_pass(const struct pp_inlined_functions *functions);

#endif

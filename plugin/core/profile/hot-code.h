/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Hot code: of how many statements a program's hottest code is, and how often these run at least.  Where hot.h asks
   which paths cover so much of a run, this asks what fits into so much space. */
#ifndef PATHPROF_HOT_CODE_H
#define PATHPROF_HOT_CODE_H

#include "core/profile/skipped-units.h"

struct pp_profile; /* profile.h */

/* Statements of programs (not executions), by the class of how often they ran; the jump at a block's end is one. */
struct pp_hot_code {
    uint64_t stmts[PP_WORK_CLASSES];
};

/* Adds the code that PROFILE counts, that of units that were skipped as skipped-units.h estimates it. */
void pp_hot_code_add(struct pp_hot_code *code, const struct pp_profile *profile);

/* All code that ran so often, or oftener, is of STMTS statements at most; less often, of more.  0 if all that ran is,
   but for what executed less than a thousandth of all statements; UINT64_MAX if what ran most is of more. */
uint64_t pp_hot_code_least(const struct pp_hot_code *code, uint64_t stmts);

#endif

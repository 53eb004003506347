/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From profiles: what functions did for calls and chains of calls. */
#ifndef PATHPROF_KEEP_COUNTS_H
#define PATHPROF_KEEP_COUNTS_H

#include "gcc/use/inlined/inlined-counts.h"

/* What the profiles say of the calls of USE's functions, still as they were profiled, is kept in FUNCTIONS. */
void pp_keep_inlined(const struct pp_use *use, struct pp_inlined_functions *functions);

/* Does one of the profiles know what procedure PROC of USE's graph did for one call and for another? */
bool pp_tells_calls_apart(const struct pp_use *use, uint32_t proc);

#endif

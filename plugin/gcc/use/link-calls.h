/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The second compile with -flto: calls are expanded where the program is linked, those between units too. */
#ifndef PATHPROF_LINK_CALLS_H
#define PATHPROF_LINK_CALLS_H

#include "gcc/use/call-records.h"

/* The regular IPA pass, to be placed after `inline`: where a unit is compiled it keeps what the link must know, and
   where the program is linked it has GCC inline the calls that are chosen (call-choice.h) among those that GCC has
   not inlined by itself.  RECORDS: of this process. */
opt_pass *pp_make_link_calls_pass(struct pp_compilation *c, struct pp_call_records *records);

#endif

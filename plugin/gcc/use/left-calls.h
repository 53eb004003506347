/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The second compile: calls that GCC's inliner has left, of a unit or, with -flto, of the program that is linked. */
#ifndef PATHPROF_LEFT_CALLS_H
#define PATHPROF_LEFT_CALLS_H

#include "gcc/use/call-records.h"

/* The regular IPA pass, to be placed after `inline`: it has GCC inline the calls that are chosen (call-choice.h) among
   those that are left, and ends the report of the unit.  With -flto it keeps what the link must know where the unit is
   compiled, and chooses at the link.  RECORDS: of this process. */
opt_pass *pp_make_left_calls_pass(struct pp_compilation *c, struct pp_call_records *records);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What callers and callees hand over in interprocedural modes, as GIMPLE statements
   (thesis 3.6, 4.3 and appendix B; doc/internals.md). */
#ifndef PATHPROF_CALL_PROTOCOL_H
#define PATHPROF_CALL_PROTOCOL_H

#include "gcc/emit/code.h"

/* Makes the registers of one activation of W's procedure. */
void pp_make_registers(struct pp_writer *w);

/* F of nvc. */
tree pp_linear_value(struct pp_writer *w, gimple_seq *seq, struct pp_linear f);

/* path + INDEX (nvc): what is recorded or handed over; in modes over calls the number of the path + 1. */
tree pp_number(struct pp_writer *w, gimple_seq *seq, struct pp_linear index);

/* The address that is procedure INDEX's name. */
tree pp_name_of(struct pp_writer *w, gimple_seq *seq, uint32_t index);

/* The parts of an action (plan.h). */
void pp_write_enter(struct pp_writer *w, gimple_seq *seq);
void pp_write_back(struct pp_writer *w, gimple_seq *seq, const struct pp_action *action);
void pp_write_begin(struct pp_writer *w, gimple_seq *seq, struct pp_linear value);
void pp_write_leave(struct pp_writer *w, gimple_seq *seq, struct pp_linear index);
void pp_write_call(struct pp_writer *w, gimple_seq *seq, const struct pp_action *action);

#endif

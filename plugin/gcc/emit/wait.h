/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Option pending=: an activation's slot, as GIMPLE statements. */
#ifndef PATHPROF_WAIT_H
#define PATHPROF_WAIT_H

#include "gcc/emit/code.h"

/* Makes what W's activation needs for its slot; appends the code that finds it. */
void pp_make_slot(struct pp_writer *w);
void pp_write_slot(struct pp_writer *w, gimple_seq *seq);

/* Append the code of pp_action.wait; of resume, or, if RESTARTS, of restart. */
void pp_write_wait(struct pp_writer *w, gimple_seq *seq, tree number);
void pp_write_arrival(struct pp_writer *w, gimple_seq *seq, bool restarts);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Mode kpath: what is done in loops whose paths span several iterations, as GIMPLE statements. */
#ifndef PATHPROF_KPATH_H
#define PATHPROF_KPATH_H

#include "gcc/emit/code.h"

/* Makes the registers of one activation of W's procedure, which has such loops. */
void pp_make_loop_registers(struct pp_writer *w);

/* Appends to SEQ the code of ACTION, whose kind plan.h says. */
void pp_write_in_loops(struct pp_writer *w, gimple_seq *seq, const struct pp_action *action);

/* What ACTION waits with (option pending=). */
tree pp_number_in_loops(struct pp_writer *w, gimple_seq *seq, const struct pp_action *action);

#endif

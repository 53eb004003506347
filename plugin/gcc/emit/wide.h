/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Option wide=: actions on numbers of several words. */
#ifndef PATHPROF_WIDE_H
#define PATHPROF_WIDE_H

#include "gcc/emit/code.h"

/* wide.cc: all of ACTION, on numbers of several words. */
void pp_make_wide_frame(struct pp_writer *w);
void pp_write_wide(struct pp_writer *w, gimple_seq *seq, const struct pp_action *action);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where what a loop counts may be counted when control has left it. */
#ifndef PATHPROF_BEHIND_LOOPS_H
#define PATHPROF_BEHIND_LOOPS_H

/* May what LOOP counts be counted behind its exits, and would that not be too much code?  Not if control may leave it
   otherwise, or it reads what is volatile: it may wait for a handler then, and that end the process. */
bool pp_can_count_behind(class loop *loop);

/* How often BB is executed when control has come to LOOP, as GCC guesses. */
double pp_runs_in(class loop *loop, basic_block bb);

#endif

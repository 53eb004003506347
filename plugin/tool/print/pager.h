/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Long output on a terminal goes through a pager, as git's does. */
#ifndef PATHPROF_PAGER_H
#define PATHPROF_PAGER_H

#include <stdbool.h>

/* From now on, what is printed on stdout goes to the program that PATHPROF_PAGER or PAGER names (by
   default less, which ends at once if all fits on the screen); "" and "cat" mean none.  Does nothing
   if stdout is no terminal, or there is no less. */
void pp_pager_start(void);
/* All is printed: waits until the reader has seen enough.  Says so and returns false if the pager could
   not be run. */
bool pp_pager_finish(void);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is under way, on stderr, for somebody who waits at a terminal: nothing for two seconds, then one
   line that is written again each second and erased at the end. */
#ifndef PATHPROF_PROGRESS_H
#define PATHPROF_PROGRESS_H

#include <stdint.h>

/* It is written to file descriptor TERMINAL, and not to stderr. */
void pp_progress_terminal(int terminal);
/* From now on this is under way: "reading", a file or "".  Where stderr is no terminal it says
   nothing. */
void pp_progress_begin(const char *what, const char *subject);
/* So many of ALL steps are done. */
void pp_progress_step(uint64_t done, uint64_t all);
/* Erases the line: something else is going to be written. */
void pp_progress_end(void);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names of files, and sentences with them, in what GCC is to say with %s; %qs writes control characters as escapes. */
#ifndef PATHPROF_SHOWN_NAME_H
#define PATHPROF_SHOWN_NAME_H

/* TEXT with '?' for control characters, which would begin lines of their own or speak to the terminal.  GCC keeps it.
   NULL stays NULL. */
const char *pp_shown(const char *text);

#endif

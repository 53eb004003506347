/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text for dot, and for the shell. */
#ifndef PATHPROF_QUOTE_H
#define PATHPROF_QUOTE_H

#include <stddef.h>

/* Prints TEXT as it stands in a quoted string of dot, at most MOST characters of it: what is longer
   ends in "...".  The result is UTF-8 whatever TEXT is. */
void pp_quote(const char *text, size_t most);

/* Malloc'd: TEXT as a shell takes it for one word: as it is, or in quotes. */
char *pp_shell_word(const char *text);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What goes wrong, in a line on stderr; names of files in what is printed. */
#ifndef PATHPROF_COMPLAIN_H
#define PATHPROF_COMPLAIN_H

#include <stdio.h>

/* Prints NAME so that it stays on the line and says nothing to the terminal. */
void pp_print_name(FILE *stream, const char *name);

/* Prints "pathprof: " and a line on stderr. */
void pp_complain(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif

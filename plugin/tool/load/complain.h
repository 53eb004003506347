/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What goes wrong, in a line on stderr. */
#ifndef PATHPROF_COMPLAIN_H
#define PATHPROF_COMPLAIN_H

/* Prints "pathprof: " and a line on stderr. */
void pp_complain(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Notes that lie beside a program, in .ppno files.
   What returns a sentence on what went wrong returns it malloc'd, NULL if all went well. */
#ifndef PATHPROF_INPUT_PPNO_H
#define PATHPROF_INPUT_PPNO_H

#include <stddef.h>

/* The content, malloc'd, of the .ppno files beside PROGRAM, one after the other; *SIZE is 0 if there are none. */
char *pp_ppno_files(const char *program, unsigned char **bytes, size_t *size);

#endif

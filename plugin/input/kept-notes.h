/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Notes that outlive the program that was profiled: the second compile keeps a copy of them as
   PROGRAM.ppda.notes, since most builds put the optimised program in the place of the profiled one. */
#ifndef PATHPROF_INPUT_KEPT_NOTES_H
#define PATHPROF_INPUT_KEPT_NOTES_H

#include <stddef.h>

/* Keeps the notes that PROGRAM has in it, unless that has been done since it was made.  Where nothing
   can be written, does nothing. */
void pp_keep_notes(const char *program);

/* The name of that file, malloc'd. */
char *pp_kept_name(const char *program);

/* What is in the file KEPT, malloc'd, *SIZE bytes; 0 if there is none.  Returns a malloc'd sentence on
   what is wrong with it, or NULL. */
char *pp_kept_notes(const char *kept, unsigned char **bytes, size_t *size);

#endif

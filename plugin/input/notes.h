/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The notes of a program, an object or a .ppno file.
   What returns a sentence on what went wrong returns it malloc'd, NULL if all went well. */
#ifndef PATHPROF_INPUT_NOTES_H
#define PATHPROF_INPUT_NOTES_H

#include "core/format/notes.h"

/* Reads the notes of FILE, a program, an object or a .ppno file, into NOTES, which pp_notes_init
   has initialised.  *KEPT (may be NULL) says whether they are those of a program that FILE has taken the
   place of. */
char *pp_file_notes(struct pp_notes *notes, const char *file, bool *kept);

#endif

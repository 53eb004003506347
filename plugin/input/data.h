/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The data of a program: its data file with the live files beside it.
   What returns a sentence on what went wrong returns it malloc'd, NULL if all went well. */
#ifndef PATHPROF_INPUT_DATA_H
#define PATHPROF_INPUT_DATA_H

#include <stdbool.h>

#include "core/format/data.h"
#include "core/format/notes.h"

/* Reads the data file NAME into DATA, which is empty, with what the live files beside it have; or a
   live file by itself. */
char *pp_data_file(struct pp_data *data, const char *name);
/* The same of one of many files, with the live files that INDEX (live.h) knows. */
struct pp_live_index;
char *pp_data_file_of_many(struct pp_data *data, const char *name, struct pp_live_index *index);
/* The same with those live files alone whose process is there no more, as pp_add_live_files. */
char *pp_data_file_to_keep(struct pp_data *data, const char *name);

/* Where the data of PROGRAM, whose notes these are, lie (malloc'd): in the current directory, or
   beside it if there are none here or only those of another build.  If in neither: where they were
   to be in the current directory. */
char *pp_program_data(const struct pp_notes *notes, const char *program);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Live files: what processes that run, or were killed, have counted (runtime/live/live.c).
   What returns a sentence on what went wrong returns it malloc'd, NULL if all went well. */
#ifndef PATHPROF_INPUT_LIVE_H
#define PATHPROF_INPUT_LIVE_H

#include <stdbool.h>

#include "core/format/data.h"

/* What live files the directories have in which data files were looked for, each as it was at the first of them: who
   reads thousands of files does not go through their directory for each.  All zero at first. */
struct pp_live_index {
    struct pp_live_directory *directories;
    size_t num;
};
void pp_live_index_free(struct pp_live_index *index);

/* Is there a data file NAME, or a live file of one? */
bool pp_data_exists(const char *name);
bool pp_has_live_files(const char *name,
                       struct pp_live_index *index); /* INDEX may be NULL, here and below */

/* Adds what the live files beside the data file NAME have to DATA, which has been read from it or
   is empty.  LEFT: only those whose process is there no more; DATA has then absorbed them. */
void pp_add_live_files(struct pp_data *data, const char *name, bool left,
                       struct pp_live_index *index);

/* Reads the live file NAME alone into DATA. */
char *pp_live_file(struct pp_data *data, const char *name);

/* Removes the live files of the data file NAME that DATA, which are in it now, have absorbed. */
void pp_remove_live_files(const char *name, const struct pp_data *data);

#endif

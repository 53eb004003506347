/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a merge has done so far, in a file beside its output, so that one that was killed can go on.

   The file is OUTPUT.merging: 8 bytes "PPMERGE1", how many files of the list are in it, the list's hash up to there
   (merge-list.h), both with the lowest byte first, and a data file with their sum. */
#ifndef PATHPROF_MERGE_STATE_H
#define PATHPROF_MERGE_STATE_H

#include "core/format/data.h"
#include "tool/merge/merge-list.h"

/* Reads the state that belongs to OUTPUT into SUM, which is empty, and *DONE; without one that is 0.  Returns false
   after a line on stderr: it cannot be read, or is of another list. */
bool pp_merge_state_read(struct pp_data *sum, size_t *done, const char *output,
                         const struct pp_merge_list *list);
/* Puts a new one in its place: SUM is of the first DONE files. */
bool pp_merge_state_write(const struct pp_data *sum, size_t done, const char *output,
                          const struct pp_merge_list *list);
/* The merge is done. */
void pp_merge_state_remove(const char *output);

#endif

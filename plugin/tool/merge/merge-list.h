/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The data files that are merged, and what the counts of each are multiplied by. */
#ifndef PATHPROF_MERGE_LIST_H
#define PATHPROF_MERGE_LIST_H

#include "tool/load/options.h"

struct pp_merge_list {
    char **files;    /* malloc'd, as the list of them is */
    double *weights; /* by file */
    size_t num, room, room_weights;
};

/* Those of the command line, and behind them those that --files-from names, a line each ("-": standard input); a
   number and a tab before a name are its weight.  Returns PP_OK, or the status to end with after a line on stderr;
   there is nothing to free then. */
enum pp_status pp_merge_list_make(struct pp_merge_list *list, const struct pp_settings *settings);
void pp_merge_list_free(struct pp_merge_list *list);

/* A hash of the first NUM files' names and weights. */
uint64_t pp_merge_list_hash(const struct pp_merge_list *list, size_t num);

#endif

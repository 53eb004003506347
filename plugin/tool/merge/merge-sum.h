/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Data files added up, some at a time, by several processes. */
#ifndef PATHPROF_MERGE_SUM_H
#define PATHPROF_MERGE_SUM_H

#include "input/live.h"
#include "tool/compare/related.h"
#include "tool/merge/merge-list.h"

struct pp_merge {
    const struct pp_merge_list *list;
    const bool *own;    /* by file: it is what is there where the sum is to be; is not added here */
    unsigned jobs;      /* processes */
    bool any;           /* files of different programs, too */
    const char *output; /* with RESUME: the state is kept beside it */
    bool resume;
    struct pp_live_index live; /* while it sums up */
    struct pp_related related; /* of what was added: by the first file of each set */
};

/* Adds one of the list's files to SUM: one that IS_OWN without what processes that still run have counted, which they
   will add to it themselves.  Returns false after a line on stderr. */
bool pp_merge_add(struct pp_data *sum, struct pp_merge *merge, struct pp_related *related,
                  size_t file, bool is_own);

/* Adds all that are not the output itself to SUM, which is empty.  Memory: the sum, and for each of MERGE's processes
   the sum of what it has added.  Returns false after a line on stderr. */
bool pp_merge_sum(struct pp_data *sum, struct pp_merge *merge);

/* Are the files in RELATED of programs that have to do with each other?  If not, says which are not: most likely one
   was named by mistake. */
bool pp_merge_related(const struct pp_merge *merge, struct pp_related *related);

/* Orders the modules of SUM by name, so that it is the same whatever order the files were added in. */
void pp_merge_order(struct pp_data *sum);

#endif

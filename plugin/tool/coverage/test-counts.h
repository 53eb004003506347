/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The paths that a data file counts, by number: without taking them apart, as a profile does. */
#ifndef PATHPROF_TEST_COUNTS_H
#define PATHPROF_TEST_COUNTS_H

#include "input/live.h"
#include "tool/load/load.h"

/* Hands to TAKE, with TO, each path of a procedure that COUNTS (by procedure) whose count in the data file FILE is not
   0; one may come several times.  INDEX: live files, of all data files that are read so.  Returns false after a line on
   stderr. */
typedef void pp_count_taken(void *to, uint32_t proc, uint64_t number, uint64_t count);
bool pp_test_counts(const struct pp_load *load, const char *file, struct pp_live_index *index,
                    const bool *counts, pp_count_taken *take, void *to);

#endif

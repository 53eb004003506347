/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two profiles of one program, path by path. */
#ifndef PATHPROF_PROFILE_PAIR_H
#define PATHPROF_PROFILE_PAIR_H

#include <jansson.h>

#include "core/number/path.h"
#include "tool/load/load.h"
#include "tool/load/options.h"
#include "tool/names/names.h"

struct pp_pair {
    const struct pp_path *before, *after; /* one of them may be NULL: it was not taken */
};

/* What was taken in a run, in all. */
struct pp_taken {
    uint64_t count, stmts;
};

struct pp_profile_pair {
    struct pp_load before, after; /* of the same notes */
    struct pp_names names;
    struct pp_pair *pairs; /* every path that either took */
    size_t num;
    struct pp_taken all_before, all_after;
};

/* Loads what the command line names, PROGRAM BEFORE AFTER.  Returns PP_OK, or the status to end
   with after a line on stderr; there is nothing to free then. */
enum pp_status pp_profile_pair_load(struct pp_profile_pair *two, const struct pp_settings *settings,
                                    const char *command);
void pp_profile_pair_free(struct pp_profile_pair *two);

/* The path that PAIR is of, and the load that it is in. */
const struct pp_path *pp_pair_path(const struct pp_pair *pair);
const struct pp_load *pp_pair_load(const struct pp_profile_pair *two, const struct pp_pair *pair);

/* Statements that PATH, which may be NULL, executed; times that it was taken. */
uint64_t pp_taken_stmts(const struct pp_path *path);
uint64_t pp_taken_count(const struct pp_path *path);

/* {"pathprof": ..., "program", "before", "after"} */
json_t *pp_profile_pair_json(const char *command, const struct pp_profile_pair *two);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What another run, most likely production's, did that no test did. */
#ifndef PATHPROF_PRODUCTION_H
#define PATHPROF_PRODUCTION_H

#include "tool/coverage/coverage.h"

/* A path that it took and no test. */
struct pp_untested {
    size_t path; /* in load.profile.paths */
    uint32_t from,
        to; /* the first turn on it that no test took, or, FROM PP_NONE, outcome; TO PP_NONE: all were */
};

struct pp_untested_paths {
    uint64_t all, paths, turns,
        outcomes; /* statements: executed; on paths that no test took; that have such a turn;
                                             such an outcome */
    struct pp_untested *list; /* the one that executed most first */
    size_t num;
};

struct pp_production {
    struct pp_load load;
    struct pp_untested_paths untested;
};

/* Makes LIST of the paths of PROFILE, of PROGRAM (NULL: the one that SETTINGS name), that no test of data file TESTS took, in
   procedures that are SHOWN.  Returns PP_OK, or PP_BAD_INPUT after a line on stderr; there is nothing to free then. */
enum pp_status pp_untested_make(struct pp_untested_paths *list, const struct pp_profile *profile,
                                const struct pp_settings *settings, const char *program,
                                const char *tests, const bool *shown);
void pp_untested_free(struct pp_untested_paths *list);

/* Loads data FILE of the tests' program and compares, in procedures that are SHOWN.  Returns PP_OK, or PP_BAD_INPUT
   after a line on stderr; there is nothing to free then. */
enum pp_status pp_production_make(struct pp_production *production,
                                  const struct pp_coverage *coverage,
                                  const struct pp_settings *settings, const char *file,
                                  const bool *shown);
void pp_production_free(struct pp_production *production);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What another run, most likely production's, did that no test did. */
#ifndef PATHPROF_PRODUCTION_H
#define PATHPROF_PRODUCTION_H

#include "tool/coverage/coverage.h"

/* A path that it took and no test. */
struct pp_untested {
    size_t path; /* in the paths of pp_untested_profile, or of load.profile */
    uint32_t from,
        to; /* the first turn on it that no test took, or, FROM PP_NONE, outcome; TO PP_NONE: all were */
};

struct pp_untested_paths {
    uint64_t all, paths, turns,
        outcomes; /* statements: executed; on paths that no test took; that have such a turn;
                                             such an outcome */
    struct pp_untested *list; /* the one that executed most first */
    size_t num;
    struct pp_load *
        projected; /* malloc'd: it has the paths, those of functions, that the run's paths were taken apart into;
                                  NULL: they are those of functions */
};

struct pp_production {
    struct pp_load load;
    struct pp_untested_paths untested;
};

/* Makes LIST of the paths of PROFILE, of PROGRAM and the data that SETTINGS name (PROGRAM NULL: which they name,
   too), that no test of data file TESTS took, in procedures that are SHOWN.  Returns PP_OK, or PP_BAD_INPUT after a
   line on stderr; there is nothing to free then. */
enum pp_status pp_untested_make(struct pp_untested_paths *list, const struct pp_profile *profile,
                                const struct pp_settings *settings, const char *program,
                                const char *tests, const bool *shown);
void pp_untested_free(struct pp_untested_paths *list);

/* The profile that has the paths of LIST, which was made of PROFILE: of the same procedures and vertices. */
static inline const struct pp_profile *pp_untested_profile(const struct pp_untested_paths *list,
                                                           const struct pp_profile *profile)
{
    return list->projected ? &list->projected->profile : profile;
}

/* Loads data FILE of the tests' program and compares, in procedures that are SHOWN.  Returns PP_OK, or PP_BAD_INPUT
   after a line on stderr; there is nothing to free then. */
enum pp_status pp_production_make(struct pp_production *production,
                                  const struct pp_coverage *coverage,
                                  const struct pp_settings *settings, const char *file,
                                  const bool *shown);
void pp_production_free(struct pp_production *production);

#endif

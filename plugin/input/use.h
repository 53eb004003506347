/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Option use=: all profiles that a second compile is given.
   What returns a sentence on what went wrong returns it malloc'd, NULL if all went well. */
#ifndef PATHPROF_INPUT_USE_H
#define PATHPROF_INPUT_USE_H

#include "core/profile/earlier-profile.h"

/* What earlier runs have counted: one entry for all data files of one build. */
struct pp_profiles {
    struct pp_weights **list;
    char **files; /* the first of them, for messages */
    uint32_t num;
};

/* Option use=PLACE: reads the data file PLACE, or the data of the program PLACE, or every .ppda
   file of the directory PLACE, with the notes that they need, as pp_weights_read does.  Files of
   one build add up, as 'pathprof merge' adds them.  Returns what is wrong with the first that
   cannot be used. */
char *pp_profiles_read(struct pp_profiles *profiles, const char *place,
                       const struct pp_sources *sources);
void pp_profiles_free(struct pp_profiles *profiles);

#endif

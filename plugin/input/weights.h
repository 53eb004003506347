/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A profile as weights of edges, for breaking and for the second compile.
   What returns a sentence on what went wrong returns it malloc'd, NULL if all went well. */
#ifndef PATHPROF_INPUT_WEIGHTS_H
#define PATHPROF_INPUT_WEIGHTS_H

#include "core/format/data.h"
#include "core/profile/earlier-profile.h"

/* Reads the profile FILE, the program, object or .ppno file that it is of or its data, into W: what
   is needed to know of SOURCES, or, if that is NULL, all.  W needs no freeing if that fails. */
char *pp_weights_read(struct pp_weights *w, const char *file, const struct pp_sources *sources);

/* The same of DATA, which are those of the data file FILE, with those of others of its build. */
char *pp_weights_of_data(struct pp_weights *w, const struct pp_data *data, const char *file,
                         const struct pp_sources *sources);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The files of the other modules that a data file has counts of: shared libraries of the program, or the program of a
   library. */
#ifndef PATHPROF_OTHER_MODULES_H
#define PATHPROF_OTHER_MODULES_H

#include "tool/load/load.h"

/* The file of the module of which LOAD's data file has counts as NAME, which ran in PLACE (NULL: nobody knows), and
   which is the build STAMP, malloc'd: where it was loaded from; else where SAMPLES (may be NULL) tell that one of its
   name was loaded, here, beside the program, beside the data, in PLACE; no other program.  NULL: there is none; *SEEN
   then says whether there was a file of that name. */
char *pp_other_module_file(const struct pp_load *load, const struct pp_samples *samples,
                           const char *name, const char *place, uint64_t stamp, bool *seen);

/* What one would write here for that module; malloc'd.  *THERE: it is a file of that name in one of these places, maybe
   of another build; else it is the name alone.  Notes are not read: those of a large library take their time. */
char *pp_other_module_shown(const struct pp_load *load, const char *name, const char *place,
                            bool *there);

/* So many are named one by one, as a large program has dozens; of the rest it is told how many they are. */
#define PP_MOST_OTHERS 8

#endif

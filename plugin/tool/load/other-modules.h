/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The files of the other modules that a data file has counts of: shared libraries of the program, or the program of a
   library. */
#ifndef PATHPROF_OTHER_MODULES_H
#define PATHPROF_OTHER_MODULES_H

#include "tool/load/load.h"

/* Where the module is that LOAD's data file calls NAME, malloc'd: where it was loaded from, if SAMPLES (may be NULL) tell
   that; else from here, beside the program, beside the data.  NULL: nowhere. */
char *pp_other_module_file(const struct pp_load *load, const struct pp_samples *samples,
                           const char *name);

#endif

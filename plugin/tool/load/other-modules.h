/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The files of the other modules that a data file has counts of: shared libraries of the program, or the program of a
   library. */
#ifndef PATHPROF_OTHER_MODULES_H
#define PATHPROF_OTHER_MODULES_H

#include "tool/load/load.h"

/* Where the I-th of LOAD's other modules is, malloc'd: as it was loaded, if the profile has samples in it; else by its
   name, from here, beside the program, beside the data.  NULL: nowhere. */
char *pp_other_module_file(const struct pp_load *load, size_t i);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From what a user wrote to the procedure or the path that it names. */
#ifndef PATHPROF_FIND_H
#define PATHPROF_FIND_H

#include "core/number/path.h"
#include "tool/load/load.h"
#include "tool/names/names.h"

/* The only procedure that WHAT (SIZE bytes) names.  Returns false after a line on stderr. */
bool pp_one_proc(const struct pp_names *names, const char *what, size_t size, uint32_t *proc);

/* The path that WHAT names, "function#number" or its rank in the report, executed or not.  PATH
   then owns its edges.  Where paths cross calls they are numbered through their unit, and the unit
   or any function of it may be named.  Returns false after a line on stderr. */
bool pp_find_path(const struct pp_load *load, const struct pp_names *names, const char *what,
                  struct pp_path *path);

#endif

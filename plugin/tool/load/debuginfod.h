/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Programs, their debug information and their sources by build id, from the servers that DEBUGINFOD_URLS names.  Where
   that is not set, nothing is asked for and no library is loaded. */
#ifndef PATHPROF_DEBUGINFOD_H
#define PATHPROF_DEBUGINFOD_H

#include <stdbool.h>

/* Could NAME be a build id, in hex? */
bool pp_is_build_id(const char *name);

/* The file that has been fetched, in libdebuginfod's cache, malloc'd; NULL: there is none.  BUILD_ID is in hex, and
   FILE as the compiler saw it, absolute. */
char *pp_fetch_program(const char *build_id);
char *pp_fetch_debug(const char *build_id);
char *pp_fetch_source(const char *build_id, const char *file);

#endif

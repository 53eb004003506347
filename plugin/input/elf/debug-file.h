/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The file that keeps what was stripped from another. */
#ifndef PATHPROF_INPUT_DEBUG_FILE_H
#define PATHPROF_INPUT_DEBUG_FILE_H

/* Where distributions put it by the BUILD_ID (hex; NULL: there is none) of the ELF file PATH; or else where the section
   .gnu_debuglink of PATH says that it is: beside PATH, in .debug there, or in the same place below /usr/lib/debug.
   Malloc'd, and sure to be of this build; NULL: there is none.  Hostile-input safe. */
char *pp_debug_file(const char *path, const char *build_id);

#endif

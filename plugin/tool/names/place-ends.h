/* SPDX-License-Identifier: GPL-3.0-or-later */
/* By which end a file is told from others: `main.cc` where no other is called so, else `src/main.cc`. */
#ifndef PATHPROF_PLACE_ENDS_H
#define PATHPROF_PLACE_ENDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ENDS[i]: the fewest last components of PATHS[i] (NUM of them, of which several may be equal) that no other path ends
   with; all of it if there are none.  It points into PATHS[i]. */
void pp_find_ends(const char *const *paths, uint32_t num, const char **ends);

/* Do the SIZE bytes at TEXT end PATH: are they its last components, or all of it? */
bool pp_ends_path(const char *path, const char *text, size_t size);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names of files that may be names of the same file. */
#ifndef PATHPROF_PLACE_H
#define PATHPROF_PLACE_H

#include <stddef.h>

/* PATH as seen from DIRECTORY (NULL: unknown), without components that change nothing: malloc'd. */
char *pp_place(const char *directory, const char *path);

/* How many components, from the last on, A and B of pp_place have in common; A as notes show it. */
unsigned pp_places_share(const char *a, const char *b);

#endif

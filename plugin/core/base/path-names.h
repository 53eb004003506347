/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compares names of files that may name the same file. */
#ifndef PATHPROF_PATH_NAMES_H
#define PATHPROF_PATH_NAMES_H

#include <stdbool.h>
#include <stddef.h>

/* What is behind the last slash of PATH; all of it if it has none. */
const char *pp_last_part(const char *path);

/* PATH as seen from DIRECTORY (NULL: unknown), without components that change nothing: malloc'd. */
char *pp_place(const char *directory, const char *path);

/* What FILE, as a compiler in directory FROM has it, is for one in directory TO: malloc'd. */
char *pp_place_from_elsewhere(const char *from, const char *file, const char *to);

/* How many components, from the last on, A and B of pp_place have in common; A as notes show it. */
unsigned pp_places_share(const char *a, const char *b);

/* May PATH, as a compiler in DIRECTORY has it, be what a person calls NAME?  So it is if both are
   the same as seen from there; or if NAME is relative and its components are the last of PATH's. */
bool pp_place_is(const char *directory, const char *path, const char *name);

#endif

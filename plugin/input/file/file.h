/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files as wholes.
   What returns a sentence on what went wrong returns it malloc'd, NULL if all went well. */
#ifndef PATHPROF_INPUT_FILE_H
#define PATHPROF_INPUT_FILE_H

#include <stdbool.h>
#include <stddef.h>

/* Opens the regular file PATH for reading; *SIZE bytes are in it. */
char *pp_open_file(const char *path, int *fd, size_t *size);

/* Is PATH a regular file that can be read? */
bool pp_is_file(const char *path);

/* The content of the file PATH, malloc'd. */
char *pp_read_file(const char *path, unsigned char **bytes, size_t *size);

/* Does NAME end with END, and is longer? */
bool pp_ends_with(const char *name, const char *end);

#endif

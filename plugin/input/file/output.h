/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files that take the place of those that are there.  Functions that return a sentence return it
   malloc'd, NULL if all went well. */
#ifndef PATHPROF_INPUT_OUTPUT_H
#define PATHPROF_INPUT_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/stat.h>

/* Where a file is, or is to be: its directory, held by a descriptor, and its name there. */
struct pp_file_place {
    int directory;
    char *name;
    char *shown; /* its path, what links at the end lead to in their place */
};

/* Are these of one file, whatever it is called? */
bool pp_is_same_file(const struct stat *a, const struct stat *b);

/* Where a file is to be put that takes the place of NAME: NAME itself, or what it is a link to, be
   it there or not.  What is there and is no regular file stays. */
char *pp_file_place_find(struct pp_file_place *place, const char *name);
void pp_file_place_leave(struct pp_file_place *place);

/* Looks at NAME beside it; a link is looked at itself. */
bool pp_file_place_look(const struct pp_file_place *place, const char *name, struct stat *state);

/* Is FILE what is there, by this or by another name? */
bool pp_is_at_place(const struct pp_file_place *place, const char *file);

/* Writes the SIZE bytes at BYTES; signals do not matter.  Returns false, with errno, if not all went. */
bool pp_write_all(int descriptor, const unsigned char *bytes, size_t size);

/* Makes the directory PATH, with those on the way, if it is not there yet. */
char *pp_make_directory(const char *path);

/* Opens a file for writing in the place of NAME, empty. */
FILE *pp_output_stream(const char *name, char **wrong);

#endif

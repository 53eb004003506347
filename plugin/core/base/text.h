/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sentences for people. */
#ifndef PATHPROF_TEXT_H
#define PATHPROF_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Whether names in notes that are read show as SHOWN what TEXT is, both of SIZE bytes: control
   characters are '?' there. */
bool pp_shown_as(const char *shown, const char *text, size_t size);

/* Control characters become '?': names of files stay on the line, and say nothing to the terminal. */
void pp_make_printable(char *line);
/* A copy of TEXT that is, malloc'd. */
char *pp_printable(const char *text);
/* Prints it. */
void pp_print_name(FILE *stream, const char *name);

/* As printf, into malloc'd memory; ends the process on memory exhaustion. */
char *pp_sentence(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The same, appended to *TEXT, which is malloc'd or NULL. */
void pp_append(char **text, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where a report for the browser is written: a directory of pages and data, or one file with all of it.

   Data is written in chunks, which the pages ask for by name when they need them.  In a directory a
   chunk is a script that hands its value to pathprof.take, since pages from file:// may load scripts
   and nothing else; in a single file it is a block of JSON in the page. */
#ifndef PATHPROF_REPORT_FILES_H
#define PATHPROF_REPORT_FILES_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

struct pp_report_files {
    char *directory; /* NULL: a single file ... */
    FILE *single;    /* ... which this is */
    char *name;      /* of the page */
    char *rest;      /* of a single file: what follows the chunks; NULL: there is none */
    bool failed;     /* something could not be written, and that has been said */
};

/* Begins a report in OUTPUT.  Returns false after a line on stderr; there is nothing to end then. */
bool pp_report_begin(struct pp_report_files *files, const char *output, bool single);
/* Writes the chunk NAME, a file's name without its suffix, and frees VALUE. */
void pp_report_chunk(struct pp_report_files *files, const char *name, json_t *value);
/* Writes what remains.  Returns whether all was written; if not, that has been said. */
bool pp_report_end(struct pp_report_files *files);

#endif

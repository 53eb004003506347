/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Source files, found by the names that the compiler was given. */
#ifndef PATHPROF_SOURCE_H
#define PATHPROF_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct pp_source {
    char *path;   /* where it was found; NULL: nowhere */
    char *text;   /* its content, a NUL for each newline */
    char **lines; /* lines[0] is line 1 */
    size_t num;
    bool fetched; /* from a server: it is that of the program, whenever it was written */
};

/* Looks for FILE: below SOURCE_DIR (if not NULL), by its name and by its last part; as it is named,
   from the DIRECTORY in which the compiler ran; from here; and if it is nowhere, by the build id of
   PROGRAM (if not NULL), from the servers of DEBUGINFOD_URLS. */
void pp_source_find(struct pp_source *source, const char *file, const char *directory,
                    const char *source_dir, const char *program);
void pp_source_free(struct pp_source *source);

/* Has SOURCE been written since PROGRAM was?  Its lines may be others then. */
bool pp_source_is_newer(const struct pp_source *source, const char *program);

/* Line LINE (from 1), or NULL if there is none. */
const char *pp_source_line(const struct pp_source *source, uint32_t line);

/* Malloc'd: FILE seen from DIRECTORY: absolute, where the compiler saw it. */
char *pp_source_path(const char *file, const char *directory);

#endif

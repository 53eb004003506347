/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Source files of which the same is to be said: one line on stderr for all of them, when all are known. */
#ifndef PATHPROF_TOLD_FILES_H
#define PATHPROF_TOLD_FILES_H

#include <stddef.h>

#include "tool/print/source.h"

/* Names, each once, in the order in which they came; zeroed: none. */
struct pp_told_files {
    char **names;
    size_t num;
};

void pp_told_add(struct pp_told_files *files, const char *name);
/* Adds SOURCE if it has been written since PROGRAM was. */
void pp_told_if_newer(struct pp_told_files *newer, const struct pp_source *source,
                      const char *program);

/* These say it, if there are any, and free the names. */

/* That sources are newer than PROGRAM. */
void pp_tell_newer(struct pp_told_files *newer, const char *program);
/* That sources are not found; what comes of it: ", left out", or "". */
void pp_tell_missing(struct pp_told_files *missing, const char *result);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Notes that are not in the program (option notes=file): the .ppno files beside it. */
#include "input/ppno.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/memory.h"
#include "core/base/text.h"
#include "input/file/file.h"
#include "input/file/holes.h"

static int is_ppno(const struct dirent *entry)
{
    return pp_ends_with(entry->d_name, ".ppno");
}

/* Appends the content of FILE to *BYTES. */
static char *append(const char *file, unsigned char **bytes, size_t *size)
{
    unsigned char *more;
    size_t length;
    char *wrong = pp_check_whole(file);
    if (!wrong)
        wrong = pp_read_file(file, &more, &length);
    if (wrong)
        return wrong;
    *bytes = pp_xrealloc(*bytes, *size + length + 1);
    memcpy(*bytes + *size, more, length);
    *size += length;
    free(more);
    return NULL;
}

char *pp_ppno_files(const char *program, unsigned char **bytes, size_t *size)
{
    const char *slash = strrchr(program, '/');
    char *directory =
        slash ? pp_sentence("%.*s", (int)(slash - program + 1), program) : pp_sentence("./");
    struct dirent **entries;
    char *wrong = NULL;
    *bytes = NULL;
    *size = 0;
    int found = scandir(directory, &entries, is_ppno, alphasort);
    for (int i = 0; i < found; i++) {
        char *file = pp_sentence("%s%s", directory, entries[i]->d_name);
        if (!wrong)
            wrong = append(file, bytes, size);
        free(file);
        free(entries[i]);
    }
    if (found >= 0)
        free(entries);
    free(directory);
    return wrong;
}

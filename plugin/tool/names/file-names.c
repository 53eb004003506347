/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tool/names/file-names.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/memory.h"

/* Malloc'd: the names (strings) of all files that lines are of, each once; *NUM of them. */
static uint32_t *list_files(const struct pp_graph *g, uint32_t *num)
{
    bool *listed = pp_xcalloc((size_t)g->strings_size + 1, sizeof *listed);
    uint32_t *files = NULL, room = 0;
    *num = 0;
    for (uint32_t i = 0; i < g->num_lines; i++) {
        uint32_t file = g->lines[i].file;
        if (listed[file])
            continue;
        listed[file] = true;
        files = pp_grow(files, &room, *num, 1, sizeof *files);
        files[(*num)++] = file;
    }
    free(listed);
    return files;
}

/* Is END the end of NAME, from the beginning of a part of it on? */
static bool ends_with(const char *name, const char *end)
{
    size_t length = strlen(name), part = strlen(end);
    return length >= part && strcmp(name + length - part, end) == 0 &&
           (length == part || name[length - part - 1] == '/');
}

/* Does only one of the NUM FILES end with END? */
static bool tells(const struct pp_graph *g, const uint32_t *files, uint32_t num, const char *end)
{
    uint32_t found = 0;
    for (uint32_t i = 0; i < num && found < 2; i++)
        found += ends_with(pp_text(g, files[i]), end);
    return found < 2;
}

void pp_file_names_make(struct pp_file_names *names, const struct pp_graph *g)
{
    uint32_t num, *files = list_files(g, &num);
    *names = (struct pp_file_names){.g = g};
    names->skip = pp_xcalloc((size_t)g->strings_size + 1, sizeof *names->skip);
    for (uint32_t i = 0; i < num; i++) {
        const char *name = pp_text(g, files[i]), *end = strrchr(name, '/');
        if (*name != '/' || end[1] == '\0')
            continue;
        end++;
        while (end > name + 1 && !tells(g, files, num, end))
            for (end--; end > name && end[-1] != '/';)
                end--;
        names->skip[files[i]] = end > name + 1 ? (uint32_t)(end - name) : 0;
    }
    free(files);
}

void pp_file_names_free(struct pp_file_names *names)
{
    free(names->skip);
    *names = (struct pp_file_names){0};
}

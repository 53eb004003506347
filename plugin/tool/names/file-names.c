/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tool/names/file-names.h"

#include <stdlib.h>

#include "core/base/memory.h"
#include "tool/names/place-ends.h"

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

void pp_file_names_make(struct pp_file_names *names, const struct pp_graph *g)
{
    uint32_t num, *files = list_files(g, &num);
    const char **paths = pp_xmalloc(((size_t)num + 1) * sizeof *paths);
    const char **ends = pp_xmalloc(((size_t)num + 1) * sizeof *ends);
    *names = (struct pp_file_names){.g = g};
    names->skip = pp_xcalloc((size_t)g->strings_size + 1, sizeof *names->skip);
    for (uint32_t i = 0; i < num; i++)
        paths[i] = pp_text(g, files[i]);
    pp_find_ends(paths, num, ends);
    for (uint32_t i = 0; i < num; i++)
        if (*paths[i] == '/' && ends[i] > paths[i] + 1 && *ends[i])
            names->skip[files[i]] = (uint32_t)(ends[i] - paths[i]);
    free(paths);
    free(ends);
    free(files);
}

void pp_file_names_free(struct pp_file_names *names)
{
    free(names->skip);
    *names = (struct pp_file_names){0};
}

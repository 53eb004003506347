/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tool/load/other-modules.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/base/path-names.h"
#include "core/base/text.h"

/* PATH, which it frees if it cannot be read. */
static char *if_readable(char *path)
{
    if (access(path, R_OK) == 0)
        return path;
    free(path);
    return NULL;
}

/* NAME in the directory that FILE is in. */
static char *beside(const char *file, const char *name)
{
    size_t size = (size_t)(pp_last_part(file) - file);
    return size ? if_readable(pp_sentence("%.*s%s", (int)size, file, name)) : NULL;
}

static char *sampled(const struct pp_samples *samples, const char *name)
{
    char *found = NULL;
    for (uint32_t m = 0; samples && m < samples->num_modules && !found; m++)
        if (strcmp(pp_last_part(samples->modules[m].path), pp_last_part(name)) == 0)
            found = if_readable(pp_sentence("%s", samples->modules[m].path));
    return found;
}

char *pp_other_module_file(const struct pp_load *load, const struct pp_samples *samples,
                           const char *name)
{
    char *file = sampled(samples, name);
    if (!file)
        file = if_readable(pp_sentence("%s", name));
    if (!file)
        file = beside(load->program, name);
    if (!file)
        file = beside(load->data_file, name);
    return file;
}

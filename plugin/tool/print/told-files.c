/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tool/print/told-files.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/memory.h"
#include "core/base/text.h"
#include "tool/load/complain.h"

void pp_told_add(struct pp_told_files *files, const char *name)
{
    for (size_t i = files->num; i-- > 0;) /* most often it is the last one again */
        if (strcmp(files->names[i], name) == 0)
            return;
    files->names = pp_xrealloc(files->names, (files->num + 1) * sizeof *files->names);
    files->names[files->num++] = pp_sentence("%s", name);
}

void pp_told_if_newer(struct pp_told_files *newer, const struct pp_source *source,
                      const char *program)
{
    if (pp_source_is_newer(source, program))
        pp_told_add(newer, source->path);
}

/* "a.c and 12 other files", malloc'd; NULL if there is none.  Frees the names. */
static char *take(struct pp_told_files *files)
{
    char *text = NULL;
    if (files->num == 1)
        text = pp_sentence("%s", files->names[0]);
    else if (files->num > 1)
        text = pp_sentence("%s and %zu other file%s", files->names[0], files->num - 1,
                           files->num == 2 ? "" : "s");
    for (size_t i = 0; i < files->num; i++)
        free(files->names[i]);
    free(files->names);
    *files = (struct pp_told_files){0};
    return text;
}

void pp_tell_newer(struct pp_told_files *newer, const char *program)
{
    char *who = take(newer);
    if (who)
        pp_complain("%s: newer than %s: line numbers may have changed", who, program);
    free(who);
}

void pp_tell_missing(struct pp_told_files *missing, const char *result)
{
    const char *plural = missing->num > 1 ? "s" : "";
    char *who = take(missing);
    if (who)
        pp_complain("%s: source%s not found%s; see --source-dir", who, plural, result);
    free(who);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "tool/print/source.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/memory.h"
#include "core/base/path-names.h"
#include "core/base/text.h"
#include "input/elf/symbols.h"
#include "input/file/file.h"
#include "tool/load/debuginfod.h"

char *pp_source_path(const char *file, const char *directory)
{
    if (*file == '/' || !directory || !*directory)
        return pp_sentence("%s", file);
    while (file[0] == '.' && file[1] == '/')
        file += 2;
    return pp_sentence("%s/%s", directory, file);
}

/* Cuts the SIZE bytes of source->text into lines. */
static void cut(struct pp_source *source, size_t size)
{
    size_t lines = 1;
    for (size_t i = 0; i < size; i++)
        lines += source->text[i] == '\n';
    source->lines = pp_xmalloc(lines * sizeof *source->lines);
    source->text[size] = '\0';
    for (char *at = source->text, *end = at + size; at < end;) {
        source->lines[source->num++] = at;
        char *newline = memchr(at, '\n', (size_t)(end - at));
        if (!newline)
            break;
        *newline = '\0';
        if (newline > at && newline[-1] == '\r')
            newline[-1] = '\0';
        at = newline + 1;
    }
}

/* Opens PATH, which it then owns.  Returns whether it could. */
static bool try(struct pp_source *source, char *path)
{
    unsigned char *bytes = NULL;
    size_t size = 0;
    char *wrong = access(path, R_OK) == 0 ? pp_read_file(path, &bytes, &size) : path;
    if (wrong) {
        if (wrong != path)
            free(wrong);
        free(path);
        return false;
    }
    source->path = path;
    source->text = (char *)bytes; /* pp_read_file leaves room for one byte more */
    cut(source, size);
    return true;
}

static void fetch(struct pp_source *source, const char *file, const char *directory,
                  const char *program)
{
    const char *urls = getenv("DEBUGINFOD_URLS");
    char *build_id = urls && *urls ? pp_build_id_of(program) : NULL;
    if (!build_id)
        return;
    char *name = pp_source_path(file, directory), *path = pp_fetch_source(build_id, name);
    source->fetched = path && try(source, path);
    free(name);
    free(build_id);
}

void pp_source_find(struct pp_source *source, const char *file, const char *directory,
                    const char *source_dir, const char *program)
{
    *source = (struct pp_source){0};
    /* FILE may have been mapped, or made elsewhere: its last components tell most. */
    for (const char *end = file; source_dir && end; end = strchr(end, '/')) {
        end += strspn(end, "/");
        if (try(source, pp_sentence("%s/%s", source_dir, end)))
            return;
    }
    if (try(source, pp_source_path(file, directory)))
        return;
    if (!try(source, pp_sentence("%s", file)) && program)
        fetch(source, file, directory, program);
}

void pp_source_free(struct pp_source *source)
{
    free(source->path);
    free(source->text);
    free(source->lines);
    *source = (struct pp_source){0};
}

bool pp_source_is_newer(const struct pp_source *source, const char *program)
{
    struct stat of_source, of_program;
    if (!source->path || source->fetched || stat(source->path, &of_source) != 0 ||
        stat(program, &of_program) != 0)
        return false;
    return of_source.st_mtime > of_program.st_mtime;
}

const char *pp_source_line(const struct pp_source *source, uint32_t line)
{
    return line > 0 && line <= source->num ? source->lines[line - 1] : NULL;
}

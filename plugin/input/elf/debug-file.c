/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "input/elf/debug-file.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "core/base/path-names.h"
#include "core/base/text.h"
#include "input/elf/elf-section.h"
#include "input/elf/symbols.h"
#include "input/file/file.h"

#define DEBUG_FILES "/usr/lib/debug"

/* What .gnu_debuglink has: a name, zeros up to a multiple of 4, and a sum in the byte order of the file. */
struct link {
    unsigned char *bytes;
    size_t size;
    const char *name; /* in BYTES */
};

static bool read_link(struct link *link, const char *path)
{
    *link = (struct link){0};
    free(pp_elf_section(path, ".gnu_debuglink", &link->bytes, &link->size));
    const unsigned char *end = link->size ? memchr(link->bytes, '\0', link->size) : NULL;
    size_t length = end ? (size_t)(end - link->bytes) : 0;
    link->name = (const char *)link->bytes;
    if (length && (length / 4 + 1) * 4 + 4 == link->size && !strchr(link->name, '/'))
        return true;
    free(link->bytes);
    return false;
}

static bool has_sum(const struct link *link, const char *file)
{
    unsigned char *bytes;
    size_t size;
    uint32_t wanted;
    char *wrong = pp_read_file(file, &bytes, &size);
    free(wrong);
    if (wrong)
        return false;
    uint32_t sum = (uint32_t)crc32_z(0, bytes, size);
    free(bytes);
    memcpy(&wanted, link->bytes + link->size - sizeof wanted, sizeof wanted);
    return wanted == sum || wanted == __builtin_bswap32(sum);
}

/* FILE, which it frees if that is not what is looked for. */
static char *if_right(char *file, const struct link *link, const char *build_id)
{
    char *own = build_id ? pp_build_id_of(file) : NULL;
    bool right = build_id ? own && strcmp(own, build_id) == 0 : has_sum(link, file);
    free(own);
    if (right)
        return file;
    free(file);
    return NULL;
}

static char *linked(const char *path, const char *build_id)
{
    struct link link;
    char *place = realpath(path, NULL), *file = NULL;
    if (place && read_link(&link, path)) {
        int size = (int)(pp_last_part(place) - place);
        if (strcmp(link.name, pp_last_part(place)) != 0) /* it would be the file itself */
            file = if_right(pp_sentence("%.*s%s", size, place, link.name), &link, build_id);
        if (!file)
            file = if_right(pp_sentence("%.*s.debug/%s", size, place, link.name), &link, build_id);
        if (!file)
            file = if_right(pp_sentence(DEBUG_FILES "%.*s%s", size, place, link.name), &link,
                            build_id);
        free(link.bytes);
    }
    free(place);
    return file;
}

char *pp_debug_file(const char *path, const char *build_id)
{
    char *file = NULL;
    if (build_id) /* .build-id/12/3456....debug */
        file = if_right(pp_sentence(DEBUG_FILES "/.build-id/%.2s/%s.debug", build_id, build_id + 2),
                        NULL, build_id);
    return file ? file : linked(path, build_id);
}

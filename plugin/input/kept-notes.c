/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Copies of notes beside programs. */
#define _GNU_SOURCE /* O_PATH */
#include "input/kept-notes.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/path-names.h"
#include "core/base/text.h"
#include "core/format/notes.h"
#include "input/elf/elf-section.h"
#include "input/file/file.h"
#include "input/file/holes.h"
#include "input/file/output.h"

char *pp_kept_name(const char *program)
{
    return pp_sentence("%s.ppda.notes", program);
}

/* Is what is kept younger than PROGRAM?  A program that somebody copied here with an old time of its own
   has still been put here after that: ctime. */
static bool is_kept(const char *program, const char *kept)
{
    struct stat a, b;
    if (stat(program, &a) != 0 || stat(kept, &b) != 0)
        return false;
    return a.st_ctim.tv_sec != b.st_mtim.tv_sec ? a.st_ctim.tv_sec < b.st_mtim.tv_sec
                                                : a.st_ctim.tv_nsec < b.st_mtim.tv_nsec;
}

/* Puts a file with BYTES in the place of KEPT.  A link there is not followed: it is replaced.  Compilers
   that do this at the same time write each a file of its own, with the same content. */
static void replace(const char *kept, const unsigned char *bytes, size_t size)
{
    const char *last = pp_last_part(kept);
    char *parent = last > kept ? pp_sentence("%.*s", (int)(last - kept), kept) : pp_sentence(".");
    char *made = pp_sentence("%s.%ld", last, (long)getpid());
    int directory = open(parent, O_PATH | O_DIRECTORY | O_CLOEXEC);
    int file = directory < 0 ? -1
                             : openat(directory, made,
                                      O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (file >= 0) {
        bool good = pp_write_all(file, bytes, size);
        good = close(file) == 0 && good;
        if (!good || renameat(directory, made, directory, last) != 0)
            unlinkat(directory, made, 0);
    }
    if (directory >= 0)
        close(directory);
    free(made);
    free(parent);
}

void pp_keep_notes(const char *program)
{
    char *kept = pp_kept_name(program);
    if (!is_kept(program, kept)) {
        unsigned char *bytes;
        size_t size;
        char *wrong = pp_elf_section(program, PP_NOTES_SECTION, &bytes, &size);
        if (!wrong && size > 0)
            replace(kept, bytes, size);
        if (!wrong)
            free(bytes);
        free(wrong);
    }
    free(kept);
}

char *pp_kept_notes(const char *kept, unsigned char **bytes, size_t *size)
{
    *bytes = NULL;
    *size = 0;
    if (access(kept, F_OK) != 0)
        return NULL;
    char *wrong = pp_check_whole(kept);
    return wrong ? wrong : pp_read_file(kept, bytes, size);
}

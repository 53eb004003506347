/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parts of files that were never written. */
#define _GNU_SOURCE /* SEEK_HOLE */
#include "input/file/holes.h"

#include <inttypes.h>
#include <stddef.h>
#include <unistd.h>

#include "core/base/endian.h"
#include "core/base/text.h"
#include "input/file/file.h"
#include "runtime/format.h"

char *pp_find_hole(const char *path, int fd, uint64_t begin, uint64_t end)
{
    off_t hole = begin < end ? lseek(fd, (off_t)begin, SEEK_HOLE) : -1;
    if (hole < 0 || (uint64_t)hole >= end)
        return NULL; /* or the file system cannot tell */
    return pp_sentence("%s: damaged: nothing was ever written at byte %lld", path, (long long)hole);
}

char *pp_check_whole(const char *path)
{
    int fd;
    size_t size;
    char *wrong = pp_open_file(path, &fd, &size);
    if (wrong)
        return wrong;
    wrong = pp_find_hole(path, fd, 0, size);
    close(fd);
    return wrong;
}

char *pp_check_live_file(const char *path)
{
    unsigned char word[8];
    int fd;
    size_t size;
    char *wrong = pp_open_file(path, &fd, &size);
    if (wrong)
        return wrong;
    if (pread(fd, word, sizeof word, offsetof(struct pathprof_live_header, size)) == sizeof word) {
        uint64_t head = pp_word_from(word);
        if (head > PATHPROF_MOST_BYTES) /* a machine's with the highest byte first */
            head = __builtin_bswap64(head);
        wrong = pp_find_hole(path, fd, 0, head < size ? head : size);
    }
    if (!wrong && size > PATHPROF_MOST_BYTES)
        wrong =
            pp_sentence("%s: damaged: %zu bytes are more than a live file may have", path, size);
    close(fd);
    return wrong;
}

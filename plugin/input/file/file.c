/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whole files. */
#define _GNU_SOURCE /* SEEK_DATA, madvise */
#include "input/file/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/memory.h"
#include "core/base/text.h"

#define PIECE ((size_t)1 << 20) /* is read at once, holes in it or not */

char *pp_open_file(const char *path, int *fd, size_t *size)
{
    struct stat status;
    *fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* which a pipe does not make wait */
    if (*fd < 0)
        return pp_sentence("%s: %s", path, strerror(errno));
    if (fstat(*fd, &status) != 0 || !S_ISREG(status.st_mode)) {
        close(*fd);
        return pp_sentence("%s is not a regular file", path);
    }
    *size = (size_t)status.st_size;
    return NULL;
}

bool pp_is_file(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode) && access(path, R_OK) == 0;
}

/* Where there is something in FD at AT or behind it, before END: pages that were never written are
   zeros, need not be read, and take no memory. */
static size_t next_data(int fd, size_t at, size_t end)
{
    off_t data = lseek(fd, (off_t)at, SEEK_DATA);
    if (data < 0)
        return errno == ENXIO ? end : at; /* no more; or the file system cannot tell */
    return (size_t)data < end ? (size_t)data : end;
}

/* Memory of SIZE bytes, zeros.  Where transparent huge pages have no common page of zeros, looking at what was never
   written to would take memory, but for this. */
static unsigned char *get_zeros(size_t size)
{
    unsigned char *bytes = pp_xcalloc(size, 1);
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    uintptr_t begin = ((uintptr_t)bytes + page - 1) & -page,
              end = ((uintptr_t)bytes + size) & -page;
    if (size > PIECE)
        madvise((void *)begin, end - begin,
                MADV_NOHUGEPAGE); /* may be unknown: then there are none */
    return bytes;
}

char *pp_read_file(const char *path, unsigned char **bytes, size_t *size)
{
    int fd;
    size_t want;
    *bytes = NULL;
    *size = 0;
    char *wrong = pp_open_file(path, &fd, &want);
    if (wrong)
        return wrong;
    *bytes = get_zeros(want + 1);
    ssize_t got = 1;
    while (*size < want && got > 0) {
        *size = next_data(fd, *size, want);
        if (*size == want)
            break;
        size_t piece = want - *size < PIECE ? want - *size : PIECE;
        got = pread(fd, *bytes + *size, piece, (off_t)*size);
        if (got > 0)
            *size += (size_t)got;
        else if (got < 0 && errno == EINTR)
            got = 1;
    }
    int error = errno;
    close(fd);
    if (got >= 0)
        return NULL;
    free(*bytes);
    *bytes = NULL;
    *size = 0;
    return pp_sentence("%s: %s", path, strerror(error));
}

bool pp_ends_with(const char *name, const char *end)
{
    size_t length = strlen(name), tail = strlen(end);
    return length > tail && !strcmp(name + length - tail, end);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whole files. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "input/input.h"
#include "core/base/text.h"

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

char *pp_read_file(const char *path, unsigned char **bytes, size_t *size)
{
    int fd;
    size_t want;
    *bytes = NULL;
    *size = 0;
    char *wrong = pp_open_file(path, &fd, &want);
    if (wrong)
        return wrong;
    *bytes = pp_xmalloc(want + 1);
    ssize_t got = 1;
    while (*size < want && got > 0) {
        got = read(fd, *bytes + *size, want - *size);
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

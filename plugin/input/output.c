/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where files are written that take the place of those that are there.  What the user means as a
   stream (--lcov=FILE, report=FILE) is not asked about here: it may be a pipe. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "input/input.h"
#include "core/base/text.h"

/* NAME with all links at its end followed, malloc'd; NULL if there are too many. */
static char *follow(const char *name)
{
    static char link[1 << 14];
    char *target = pp_sentence("%s", name);
    for (unsigned links = 0; links < 40; links++) { /* as many as the kernel follows */
        ssize_t length = readlink(target, link, sizeof link);
        if (length < 0 || (size_t)length == sizeof link)
            return target;
        const char *slash = strrchr(target, '/');
        int directory = *link == '/' || !slash ? 0 : (int)(slash - target) + 1;
        char *next = pp_sentence("%.*s%.*s", directory, target, (int)length, link);
        free(target);
        target = next;
    }
    free(target);
    errno = ELOOP;
    return NULL;
}

char *pp_output_file(const char *name, char **target)
{
    *target = NULL;
    /* The kernel is asked first: it may forbid to follow a link (fs.protected_symlinks).  One that
       leads elsewhere a moment later was changed by somebody. */
    for (unsigned patience = 100; patience > 0; patience--) {
        struct stat named, found;
        bool is_there = stat(name, &named) == 0;
        if (!is_there && errno != ENOENT)
            break;
        if (is_there && !S_ISREG(named.st_mode))
            return pp_sentence("cannot write %s: it is not a regular file", name);
        *target = follow(name);
        if (!*target)
            break;
        bool is_found = lstat(*target, &found) == 0;
        if (is_found ? is_there && named.st_ino == found.st_ino && named.st_dev == found.st_dev
                     : !is_there && errno == ENOENT)
            return NULL;
        free(*target);
        *target = NULL;
        errno = EAGAIN;
    }
    return pp_sentence("cannot write %s: %s", name, strerror(errno));
}

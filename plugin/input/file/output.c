/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where files are written that take the place of those that are there.  What the user means as a
   stream (--lcov=FILE, report=FILE) is not asked about here: it may be a pipe.

   Whoever may write to a directory on the way can change at any time where a path leads.  So it is
   gone along once, and what is done then is done by name in the directory that was come to. */
#define _GNU_SOURCE /* O_PATH */
#include "input/file/output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/text.h"

bool pp_is_same_file(const struct stat *a, const struct stat *b)
{
    return a->st_ino == b->st_ino && a->st_dev == b->st_dev;
}

/* Opens the directory of PATH, which counts from DIRECTORY; *NAME is where its last part begins. */
static int open_directory(int directory, const char *path, const char **name)
{
    const char *slash = strrchr(path, '/');
    char *parent = slash ? pp_sentence("%.*s/", (int)(slash - path), path) : pp_sentence(".");
    *name = slash ? slash + 1 : path;
    int opened = openat(directory, parent, O_PATH | O_DIRECTORY | O_CLOEXEC);
    free(parent);
    return opened;
}

/* Goes to where NAME leads, links at its end followed.  Returns whether that is anywhere; errno
   says why not. */
static bool follow(struct pp_file_place *place, const char *name)
{
    static char link[1 << 14];
    char *step = pp_sentence("%s", name);
    const char *last;
    place->shown = pp_sentence("%s", name);
    place->directory = AT_FDCWD;
    for (unsigned links = 0; links < 40; links++) { /* as many as the kernel follows */
        int next = open_directory(place->directory, step, &last);
        if (place->directory >= 0)
            close(place->directory);
        place->directory = next;
        ssize_t length = next < 0 ? -1 : readlinkat(next, last, link, sizeof link - 1);
        if (length < 0) {
            int error = errno;
            place->name = pp_sentence("%s", last);
            free(step);
            errno = error;
            return next >= 0;
        }
        link[length] = 0;
        free(step);
        step = pp_sentence("%s", link);
        const char *slash = strrchr(place->shown, '/');
        int before = *link == '/' || !slash ? 0 : (int)(slash - place->shown) + 1;
        char *shown = pp_sentence("%.*s%s", before, place->shown, link);
        free(place->shown);
        place->shown = shown;
    }
    free(step);
    errno = ELOOP;
    return false;
}

char *pp_file_place_find(struct pp_file_place *place, const char *name)
{
    *place = (struct pp_file_place){.directory = -1};
    /* The kernel is asked first: it may forbid to follow a link (fs.protected_symlinks).  One that
       leads elsewhere a moment later was changed by somebody. */
    for (unsigned patience = 100; patience > 0; patience--) {
        struct stat named, found;
        bool is_there = stat(name, &named) == 0;
        if (!is_there && errno != ENOENT)
            break;
        if (is_there && !S_ISREG(named.st_mode))
            return pp_sentence("cannot write %s: it is not a regular file", name);
        if (!follow(place, name))
            break;
        bool is_found = pp_file_place_look(place, place->name, &found);
        if (is_found ? is_there && pp_is_same_file(&named, &found) : !is_there && errno == ENOENT)
            return NULL;
        pp_file_place_leave(place);
        errno = EAGAIN;
    }
    char *wrong = pp_sentence("cannot write %s: %s", name, strerror(errno));
    pp_file_place_leave(place);
    return wrong;
}

void pp_file_place_leave(struct pp_file_place *place)
{
    if (place->directory >= 0)
        close(place->directory);
    free(place->name);
    free(place->shown);
    *place = (struct pp_file_place){.directory = -1};
}

bool pp_file_place_look(const struct pp_file_place *place, const char *name, struct stat *state)
{
    return fstatat(place->directory, name, state, AT_SYMLINK_NOFOLLOW) == 0;
}

bool pp_is_at_place(const struct pp_file_place *place, const char *file)
{
    struct stat x, y;
    struct pp_file_place other;
    if (stat(file, &x) == 0 && pp_file_place_look(place, place->name, &y))
        return pp_is_same_file(&x, &y);
    char *wrong = pp_file_place_find(&other, file);
    bool is = !wrong && fstat(other.directory, &x) == 0 && fstat(place->directory, &y) == 0 &&
              pp_is_same_file(&x, &y) && strcmp(other.name, place->name) == 0;
    if (!wrong)
        pp_file_place_leave(&other);
    free(wrong);
    return is;
}

bool pp_write_all(int descriptor, const unsigned char *bytes, size_t size)
{
    while (size > 0) {
        ssize_t written = write(descriptor, bytes, size);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        bytes += written;
        size -= (size_t)written;
    }
    return true;
}

FILE *pp_output_stream(const char *name, char **wrong)
{
    struct pp_file_place place;
    struct stat state;
    FILE *stream = NULL;
    *wrong = pp_file_place_find(&place, name);
    if (*wrong)
        return NULL;
    int descriptor = openat(place.directory, place.name,
                            O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0666);
    bool good = descriptor >= 0 && fstat(descriptor, &state) == 0;
    if (good && !S_ISREG(state.st_mode))
        *wrong = pp_sentence("cannot write %s: it is not a regular file", name);
    else if (good && ftruncate(descriptor, 0) == 0)
        stream = fdopen(descriptor, "wb");
    if (!stream && !*wrong)
        *wrong = pp_sentence("cannot write %s: %s", name, strerror(errno));
    if (!stream && descriptor >= 0)
        close(descriptor);
    pp_file_place_leave(&place);
    return stream;
}

/* Is there a directory PATH, now if not before? */
static bool make_one(const char *path)
{
    struct stat state;
    return mkdir(path, 0777) == 0 ||
           (errno == EEXIST && stat(path, &state) == 0 && S_ISDIR(state.st_mode));
}

char *pp_make_directory(const char *path)
{
    bool made = make_one(path);
    if (!made && errno == ENOENT) {
        char *part = pp_sentence("%s", path);
        for (char *end = strchr(part + 1, '/'); end; end = strchr(end + 1, '/')) {
            *end = 0;
            (void)make_one(part); /* if not, the whole says why */
            *end = '/';
        }
        free(part);
        made = make_one(path);
    }
    return made ? NULL : pp_sentence("cannot make the directory %s: %s", path, strerror(errno));
}

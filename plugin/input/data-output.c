/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A data file that the command replaces.  Programs that end meanwhile want to add to it; so it does
   as they do (runtime/file/file.c): locks the file, made if there is none, waits for the lock as long as
   they wait, sees whether what it has locked is still what has the name, and makes the new file
   beside it, by the name that the next process cleans up if this one is killed. */
#define _GNU_SOURCE /* F_OFD_SETLK */
#include "input/data-output.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

#include "core/base/text.h"
#include "runtime/format.h"
#include "runtime/file/patience.h"

static char *cannot(const char *what, const struct pp_data_output *output)
{
    return pp_sentence("cannot %s %s: %s", what, output->place.shown, strerror(errno));
}

/* Opens what is there, or makes it. */
static bool open_or_make(struct pp_data_output *output)
{
    const int how = O_RDWR | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC;
    const struct pp_file_place *place = &output->place;
    for (unsigned patience = 1000; patience > 0; patience--) {
        output->file = openat(place->directory, place->name, how);
        output->made = output->file < 0 && errno == ENOENT;
        if (output->made)
            output->file = openat(place->directory, place->name, how | O_CREAT | O_EXCL, 0666);
        if (output->file >= 0 || errno != EEXIST)
            break;
    }
    return output->file >= 0 && fstat(output->file, &output->state) == 0;
}

static void close_file(struct pp_data_output *output)
{
    if (output->file >= 0)
        close(output->file);
    output->file = -1;
}

/* Takes the lock of the file, if it is free.  Returns 0, EAGAIN if it is not, or what keeps it from
   being locked at all. */
static int try_lock(struct pp_data_output *output)
{
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    output->locked = fcntl(output->file, F_OFD_SETLK, &whole) == 0;
    return output->locked ? 0 : errno == EACCES ? EAGAIN : errno;
}

static bool wait_a_while(struct patience *patience, const struct stat *state)
{
    uint64_t changed =
        (uint64_t)state->st_ctim.tv_sec * 1000000000 + (uint64_t)state->st_ctim.tv_nsec;
    uint64_t pause = next_pause_for(patience, state->st_ino, changed);
    if (pause)
        nanosleep(&(struct timespec){0, (long)pause}, NULL);
    return pause != 0;
}

char *pp_data_output_lock(struct pp_data_output *output, char **unlocked)
{
    struct patience patience = {0};
    struct stat named;
    *unlocked = NULL;
    /* Each time round another process has written, unless the file system makes up file numbers. */
    for (unsigned rounds = 0; rounds < 100000; rounds++) {
        if (!open_or_make(output)) {
            char *wrong = cannot("write", output);
            close_file(output);
            return wrong;
        }
        if (!S_ISREG(output->state.st_mode)) {
            close_file(output);
            return pp_sentence("cannot write %s: it is not a regular file", output->place.shown);
        }
        int error = try_lock(output);
        bool still = pp_file_place_look(&output->place, output->place.name, &named) &&
                     pp_is_same_file(&named, &output->state) &&
                     fstat(output->file, &output->state) == 0;
        if (still && error != EAGAIN) {
            errno = error;
            *unlocked = error ? cannot("lock", output) : NULL;
            return NULL;
        }
        close_file(output); /* else it has been replaced meanwhile */
        if (error == EAGAIN && !wait_a_while(&patience, &output->state))
            break;
    }
    return pp_sentence("cannot lock %s: another process keeps it locked", output->place.shown);
}

static bool write_durably(int descriptor, const unsigned char *bytes, size_t size)
{
    return pp_write_all(descriptor, bytes, size) && (fsync(descriptor) == 0 || errno == EINVAL);
}

/* Makes the file to be renamed, its name malloc'd in *NAME.  Under the lock it has one name, and
   what a process that was killed has left there goes; otherwise somebody may be writing it, and it
   has a name that nobody has. */
static int make_temporary(const struct pp_data_output *output, char **name, mode_t mode)
{
    const int how = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
    const struct pp_file_place *place = &output->place;
    int descriptor = -1;
    *name = pp_sentence("%s" PATHPROF_TEMPORARY_ENDING, place->name);
    errno = EEXIST;
    for (unsigned i = 0; i < 12 && descriptor < 0 && errno == EEXIST; i++) {
        uint64_t number = 0;
        if (i == 1 && output->locked) {
            unlinkat(place->directory, *name, 0);
        } else if (i > 1 || !output->locked) {
            if (getrandom(&number, sizeof number, 0) != sizeof number)
                number = (uint64_t)getpid();
            free(*name);
            *name = pp_sentence("%s" PATHPROF_TEMPORARY_ENDING "%" PRIu64, place->name, number | 1);
        }
        descriptor = openat(place->directory, *name, how, mode);
    }
    return descriptor;
}

/* Gives the new file the mode of the old one, and if that was another user's gives it to him: where
   the directory is his, or else only he can have put it there. */
static bool take_over(int descriptor, const struct pp_data_output *output, mode_t mode)
{
    const struct stat *state = &output->state;
    struct stat directory;
    bool own = state->st_uid == geteuid();
    bool given = !own && state->st_nlink == 1 && fstat(output->place.directory, &directory) == 0 &&
                 (directory.st_uid == state->st_uid || (directory.st_mode & S_ISVTX)) &&
                 fchown(descriptor, state->st_uid, state->st_gid) == 0;
    mode_t wanted = state->st_mode & 0666;
    return (!own && !given) || mode == wanted || fchmod(descriptor, wanted) == 0;
}

char *pp_data_output_replace(struct pp_data_output *output, const unsigned char *bytes, size_t size)
{
    const struct pp_file_place *place = &output->place;
    struct stat made, there;
    char *name, *wrong = NULL;
    /* Another's mode is taken as far as the umask allows. */
    mode_t mode = output->state.st_uid == geteuid() ? 0600 : output->state.st_mode & 0666;
    int descriptor = make_temporary(output, &name, mode);
    bool known = descriptor >= 0 && fstat(descriptor, &made) == 0;
    bool good =
        known && write_durably(descriptor, bytes, size) && take_over(descriptor, output, mode);
    if (!good)
        wrong = cannot("write", output);
    if (descriptor >= 0 && close(descriptor) != 0 && good)
        wrong = cannot("write", output);
    if (!wrong && renameat(place->directory, name, place->directory, place->name) != 0)
        wrong = cannot("write", output);
    if (!wrong)
        output->made = false;
    else if (known && pp_file_place_look(place, name, &there) && pp_is_same_file(&there, &made))
        unlinkat(place->directory, name, 0);
    free(name);
    return wrong;
}

void pp_data_output_leave(struct pp_data_output *output)
{
    struct stat there;
    if (output->file >= 0 && output->made &&
        pp_file_place_look(&output->place, output->place.name, &there) &&
        pp_is_same_file(&there, &output->state))
        unlinkat(output->place.directory, output->place.name, 0);
    close_file(output);
    pp_file_place_leave(&output->place);
}

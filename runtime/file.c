/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The data file: locked, read, checked, merged and replaced as a whole.

   The lock is on the data file itself (an open-file-description lock: two modules of one process
   exclude each other as two processes do).  As the file is replaced by renaming, whoever gets the
   lock looks whether what it has locked is still what the name means, and starts again if not.  A
   file that cannot be merged with is renamed, never overwritten; then too everything starts again,
   with a new empty file, so that at no time anything is replaced that was not read under its lock.

   A symbolic link stays: what it means is locked and replaced.  It is the kernel that follows it,
   when the file is opened, as it may forbid that (fs.protected_symlinks: somebody else's link in
   /tmp); where the links lead is found out afterwards, and has to be the same file.  Somebody
   else's file is set aside only where it has the very name: nobody who can make a link moves what
   he could not move himself. */
#include "runtime.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>

static void lost_for(const char *what, const char *path, const char *why)
{
    SAY("cannot ", what, " ", path, ": ", why,
        "; the counts of this run are not written (PATHPROF_FILE=... chooses another place)");
}

static void lost(const char *what, const char *path, int error)
{
    lost_for(what, path, error_text(error));
}

/* ---- The old file.  */

struct old_file {
    int descriptor;
    struct statx state;
    const char *bytes;
    size_t size;
};

static void old_close(struct old_file *old)
{
    if (old->bytes)
        system_unmap((void *)old->bytes, old->size);
    system_unlock(old->descriptor);
    system_close(old->descriptor);
}

/* Where the data file is, all links followed; the lock is held. */
static char followed[PATH_MAX];

/* Sets FOLLOWED to where PATH is, all links at its end followed.  Returns 0, or
   an error. */
static int follow_links(const char *path)
{
    static char link[PATH_MAX];
    text_append(followed, 0, sizeof followed, path);
    for (unsigned links = 0; links < 40; links++) { /* as many as the kernel follows */
        ssize_t length = system_read_link(followed, link, sizeof link - 1);
        if (length < 0)
            return length == -EINVAL ? 0 : (int)-length; /* it is none */
        link[length] = 0;
        char *slash = strrchr(followed, '/');
        size_t used = link[0] == '/' || !slash ? 0 : (size_t)(slash - followed) + 1;
        if (is_too_long(text_append(followed, used, sizeof followed, link)))
            return ENAMETOOLONG;
    }
    return ELOOP;
}

/* Opens PATH, made if it is not there, and waits for its lock.  Returns false, having said why, if
   there is nothing that can be locked. */
static bool old_open(struct old_file *old, const char *path)
{
    int error = EAGAIN;
    /* Each time round another process has written, unless the file system makes up file numbers. */
    for (unsigned patience = 100000; patience > 0; patience--) {
        old->bytes = NULL;
        old->size = 0;
        old->descriptor = system_open(path, O_RDWR | O_CREAT | O_NONBLOCK, 0666);
        error =
            old->descriptor < 0 ? -old->descriptor : -system_stat(old->descriptor, "", &old->state);
        if (error) {
            lost("open", path, error);
            if (old->descriptor >= 0)
                system_close(old->descriptor);
            return false;
        }
        if (!S_ISREG(old->state.stx_mode)) {
            if (strcmp(path, "/dev/null") != 0)
                lost_for("write", path, "it is not a regular file");
            system_close(old->descriptor);
            return false;
        }
        if (system_lock(old->descriptor, F_OFD_SETLKW) != 0)
            system_lock(old->descriptor, F_SETLKW); /* else without: better than no counts */
        struct statx named;
        error = follow_links(path);
        if (error == 0 && system_stat(0, followed, &named) == 0 &&
            system_is_same(&named, &old->state) &&
            system_stat(old->descriptor, "", &old->state) == 0)
            return true;
        old_close(old);
        if (error == ENAMETOOLONG)
            break;
        error = EAGAIN;
    }
    lost("lock", path, error);
    return false;
}

/* Returns NULL, "" if it cannot be read (*ERROR says why), or what is wrong with it. */
static const char *old_read(struct old_file *old, int *error)
{
    *error = ENOMEM;
    if (old->state.stx_size > SIZE_MAX / 4)
        return "is too large";
    old->size = old->state.stx_size;
    if (old->size == 0)
        return NULL; /* made a moment ago */
    /* Read, not mapped: somebody may cut it at any time. */
    char *bytes = map_pages(old->size);
    if (!bytes)
        return "";
    old->bytes = bytes;
    for (size_t have = 0; have < old->size;) {
        ssize_t more = system_read(old->descriptor, bytes + have, old->size - have);
        *error = more < 0 ? (int)-more : 0;
        if (more < 0 && more != -EINTR)
            return "";
        if (more == 0)
            return "is truncated or has been changed";
        have += more > 0 ? more : 0;
    }

    return check_file(bytes, old->size);
}

/* Renames PATH to PATH.ENDING, or PATH.ENDING.N if that is taken.  Returns false, having said why,
   if it cannot. */
static bool set_aside(const char *path, const char *ending, const char *first, const char *second)
{
    static char aside[PATH_MAX + 64]; /* the lock is held */
    char digits[21];
    struct statx there;
    int result = -EEXIST;
    for (unsigned n = 0; n < 1000; n++) {
        size_t used = text_append(aside, 0, sizeof aside, path);
        used = text_append(aside, used, sizeof aside, ".");
        used = text_append(aside, used, sizeof aside, ending);
        if (n) {
            used = text_append(aside, used, sizeof aside, ".");
            text_append(aside, used, sizeof aside, decimal(digits, n));
        }
        result = system_link(path, aside); /* unlike rename it never replaces */
        if (result == 0)
            result = system_unlink(path);
        else if (result != -EEXIST && system_stat(0, aside, &there) != 0)
            result = system_rename(path, aside); /* a file system without links */
        else
            continue;
        if (result == 0) {
            SAY(path, " ", first, second, "; kept as ", aside);
            return true;
        }
        break;
    }
    lost("set aside", path, -result);
    return false;
}

static bool is_beside(const char *path, const struct pathprof_absorbed *entry)
{
    static char name[PATH_MAX + 64];
    char digits[21];
    struct statx state;
    size_t used = text_append(name, 0, sizeof name, path);
    used = text_append(name, used, sizeof name, PATHPROF_LIVE_ENDING);
    used = text_append(name, used, sizeof name, decimal(digits, entry->pid));
    if (entry->number) {
        used = text_append(name, used, sizeof name, ".");
        text_append(name, used, sizeof name, decimal(digits, entry->number));
    }
    return system_stat(0, name, &state) == 0;
}

/* Whether the live file of ENTRY is still beside the data file at PATH, which may be a link to it.
 */
static bool live_file_is_there(const char *path, const struct pathprof_absorbed *entry)
{
    return is_beside(path, entry) || is_beside(followed, entry);
}

/* ---- The new file.  */

static int write_all(int descriptor, const char *bytes, size_t size)
{
    if (size > system_size_limit()) /* passing it would be a signal */
        return EFBIG;
    while (size) {
        ssize_t written = system_write(descriptor, bytes, size);
        if (written < 0 && written != -EINTR)
            return (int)-written;
        if (written == 0)
            return ENOSPC;
        if (written > 0) {
            bytes += written;
            size -= written;
        }
    }
    int result = system_sync(descriptor);
    return result != -EINVAL ? -result : 0;
}

/* Replaces OLD, at FOLLOWED, by the bytes of NEW.  Returns false, having said why. */
static bool replace(const struct old_file *old, const struct buffer *new)
{
    static char temporary[PATH_MAX + 64];
    char digits[21];
    size_t used = text_append(temporary, 0, sizeof temporary, followed);
    used = text_append(temporary, used, sizeof temporary, ".tmp");
    used = text_append(temporary, used, sizeof temporary, decimal(digits, system_pid()));
    int descriptor = -EEXIST;
    for (unsigned n = 0; n < 100 && descriptor == -EEXIST; n++) {
        if (n) { /* left by a process that was killed */
            size_t end = text_append(temporary, used, sizeof temporary, ".");
            text_append(temporary, end, sizeof temporary, decimal(digits, n));
        }
        descriptor = system_open(temporary, O_WRONLY | O_CREAT | O_EXCL, 0600);
    }
    if (descriptor < 0) {
        lost("make", temporary, -descriptor);
        return false;
    }
    int error = write_all(descriptor, new->bytes, new->size);
    if (error == 0 && system_user() != old->state.stx_uid) /* in vain, if not root: its writer's */
        system_change_owner(descriptor, old->state.stx_uid, old->state.stx_gid);
    if (error == 0)
        error = -system_change_mode(descriptor, old->state.stx_mode & 0777);
    int closed = system_close(descriptor);
    error = error ? error : -closed;
    if (error)
        lost("write", temporary, error);
    else if ((error = -system_rename(temporary, followed)))
        lost("rename to", followed, error);
    if (error)
        system_unlink(temporary);
    return error == 0;
}

/* Adds RECORDS to the file at PATH.  Returns false, having said why, if they are not in it. */
static bool file_add(const struct buffer *records, const char *path, uint64_t stamp, bool another)
{
    for (;;) {
        struct old_file old;
        if (!old_open(&old, path))
            return strcmp(path, "/dev/null") == 0;
        struct buffer new = {0};
        uint64_t other_stamp = 0;
        char hex[17];
        int error;
        const char *wrong = old_read(&old, &error);
        if (!wrong) {
            error = ENOMEM;
            wrong =
                make_file(&new, path, old.bytes, old.size, records, stamp, another, &other_stamp);
        }
        bool again = false, done = false;
        if (!wrong) {
            done = replace(&old, &new);
        } else if (!*wrong) {
            lost("merge with", followed, error);
        } else if (strcmp(wrong, "other") == 0) {
            hexadecimal(hex, other_stamp);
            again = set_aside(followed, hex, "holds counts of another build of ", module_name());
        } else if (wrong == not_ours && strcmp(path, followed) != 0) {
            lost_for("write", path, "it is a link to a file that is not a pathprof data file");
        } else {
            again = set_aside(followed, "bad", wrong, "");
        }
        if (!done && !again && old.state.stx_size == 0)
            system_unlink(followed); /* made by old_open; whoever waits for it looks again */
        buffer_free(&new);
        old_close(&old);
        if (!again)
            return done;
    }
}

/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The data file: locked, read, checked, merged and replaced as a whole.

   A data file is never written to.  The new one is made beside it and takes its place, so whoever
   can only make names in the directory gains nothing.  And it is never replaced without having
   been read under its lock (wait.c): a file that cannot be merged with is renamed, and then
   everything starts again with an empty file.

   If the data file's name is a symbolic link, the file that it leads to is locked and replaced, and
   the link stays (place.c says which links are followed).  A file of somebody else is only renamed
   if it has the data file's name itself: otherwise anybody who can make a link could have files
   renamed that he may not rename. */
#include "../runtime.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>

/* Of the write at hand; the lock is held. */
static bool is_last_write; /* the process ends, or the module is unloaded */
static bool said_before;   /* the one before has failed as well, and has said why */

static void lost_for(const char *what, const char *path, const char *why)
{
    if (said_before)
        return;
    SAY("cannot ", what, " ", path, ": ", why,
        live_keeps()    ? "; the counts of this run stay in the live file"
        : is_last_write ? "; the counts of this run are not written"
                        : "; the counts are kept until they are next to be written",
        is_secure() ? " (option secure-dir= of the compilation chooses another place)"
                    : " (PATHPROF_FILE=... chooses another place)");
}

static void lost(const char *what, const char *path, int error)
{
    lost_for(what, path, error_text(error));
}

/* Where the data file is, all links followed, and its path then; the lock is held. */
static struct place data_place = {.directory = -1};
static char followed[PATH_MAX];

/* Most files have no more in them; the lock is held. */
static _Alignas(uint64_t) char first_old[1 << 13], first_new[1 << 13];

/* ---- The old file.  */

struct old_file {
    int descriptor;
    struct statx state;
    bool locked;
    bool made; /* just now, empty */
    struct patience patience;
    struct buffer content;
};

static void old_close(struct old_file *old)
{
    buffer_free(&old->content);
    if (old->locked)
        system_unlock(old->descriptor);
    system_close(old->descriptor);
    old->descriptor = -1;
}

/* Opens the file at the data file's place, made if it is not there.  Returns an error. */
static int open_or_make(struct old_file *old)
{
    const int how = O_RDWR | O_NONBLOCK | O_NOFOLLOW;
    old->descriptor = -EEXIST;
    for (unsigned patience = 1000; patience && old->descriptor == -EEXIST; patience--) {
        old->descriptor = system_open_at(data_place.directory, data_place.name, how, 0);
        old->made = old->descriptor == -ENOENT;
        if (old->made)
            old->descriptor = system_open_at(data_place.directory, data_place.name,
                                             how | O_CREAT | O_EXCL, is_secure() ? 0600 : 0666);
    }
    if (old->descriptor < 0)
        return old->descriptor;
    int error = system_stat(old->descriptor, "", &old->state);
    if (error)
        system_close(old->descriptor);
    return error;
}

/* Takes the lock of the file, if it is free.  Returns whether it was not. */
static bool is_busy(struct old_file *old)
{
    static bool said;
    int error = system_lock(old->descriptor, F_OFD_SETLK);
    if (error == -EINVAL) /* an old kernel */
        error = system_lock(old->descriptor, F_SETLK);
    old->locked = error == 0;
    if (error == -EAGAIN || error == -EACCES)
        return true;
    if (error && !said)
        SAY("cannot lock ", followed, ": ", error_text(-error),
            "; counts may be lost where several processes write it at once");
    said |= error != 0;
    return false; /* else without: better than no counts */
}

/* What is to be added, and where. */
struct addition {
    const struct buffer *records;
    const char *path;
    uint64_t stamp;
    bool another;
    bool met; /* others who write the file at the same time, or been found to be the first */
};

static bool is_nowhere(const char *path)
{
    return strcmp(path, "/dev/null") == 0;
}

/* Joins others who write the file at the same time, or begins a group, if MAY_BEGIN.  Returns whether
   that was all. */
static bool meet(struct old_file *old, struct group *group, struct addition *add, bool may_begin)
{
    if (add->met || live_absorbed())
        return false;
    bool done = group_join(group, &data_place, add->stamp, may_begin, add->records, add->another,
                           &old->patience);
    add->met = may_begin || group->descriptor >= 0;
    return done;
}

/* Opens the file and waits for its lock, or for others who write it for this process, too: returns
   true, and OLD is not open if they have, or will.  Returns false, having said why, if there is
   nothing that can be locked. */
static bool old_open(struct old_file *old, struct group *group, struct addition *add)
{
    bool done = meet(old, group, add, false);
    /* Each time round another process has written, unless the file system makes up file numbers. */
    for (unsigned patience = 100000; !done && patience > 0; patience--) {
        old->content = buffer_in(first_old, sizeof first_old);
        int error = open_or_make(old);
        if (error) {
            lost("open", add->path, -error);
            return false;
        }
        if (!S_ISREG(old->state.stx_mode)) {
            if (!is_nowhere(add->path))
                lost_for("write", add->path, "it is not a regular file");
            system_close(old->descriptor);
            return false;
        }
        bool busy = is_busy(old);
        if (!busy && is_at(&data_place, data_place.name, &old->state) &&
            system_stat(old->descriptor, "", &old->state) == 0) {
            if (!add->met && old->locked)
                group_adopt(group, &data_place, add->stamp);
            add->met = true;
            return true;
        }
        old_close(old);
        if (busy && !add->met && !live_absorbed())
            done = meet(old, group, add, true);
        else if (busy)
            done = !wait_a_while(&old->patience, &old->state);
    }
    if (group_keeps(group))
        SAY("cannot lock ", followed,
            ": another process keeps it locked; the counts of this run are in ", group_name,
            " beside it, for the next run to add them");
    else if (group->descriptor < 0)
        lost_for("lock", add->path, "another process keeps it locked");
    return group->descriptor >= 0;
}

/* Returns NULL, "" if it cannot be read (*ERROR says why), or what is wrong with it.  It is read
   bit by bit, and checked on the way: a file that says that it is large, and is not, costs nothing.
   Read, not mapped: somebody may cut it at any time. */
static const char *old_read(struct old_file *old, int *error)
{
    struct checked checked = {0};
    struct buffer *content = &old->content;
    uint64_t size = old->state.stx_size;
    *error = ENOMEM;
    if (size == 0)
        return NULL;                                    /* made a moment ago */
    if (size > PATHPROF_MOST_BYTES || size >= SIZE_MAX) /* as numbers of 32 bits go */
        return "is too large";
    int64_t hole = system_first_hole(old->descriptor);
    if (hole >= 0 && (uint64_t)hole < size)
        return "is damaged"; /* it has pages of zeros, which no data file has */
    system_seek_start(old->descriptor);
    const char *wrong = NULL;
    while (!wrong && content->size < size) {
        size_t more = content->size < 1 << 16 ? 1 << 16 : content->size;
        if (more > size - content->size)
            more = size - content->size;
        if (!buffer_reserve(content, more))
            return "";
        ssize_t got = system_read(old->descriptor, content->bytes + content->size, more);
        if (got == -EINTR)
            continue;
        if (got < 0) {
            *error = (int)-got;
            return "";
        }
        content->size += (size_t)got;
        wrong = got ? check_part(&checked, content->bytes, content->size, size)
                    : "is truncated or has been changed";
    }
    return wrong;
}

/* Renames the data file to the same with ENDING, and a number if that is taken.  Returns false,
   having said why, if it cannot. */
static bool set_aside(const char *ending, const char *first, const char *second)
{
    static char aside[BESIDE], shown[PATH_MAX + 64]; /* the lock is held */
    char digits[21];
    struct statx there;
    const int directory = data_place.directory;
    int result = -EEXIST;
    for (unsigned n = 0; n < 1000; n++) {
        name_beside(aside, &data_place, ".", 0);
        size_t used = text_append(aside, strlen(aside), sizeof aside, ending);
        if (n) {
            used = text_append(aside, used, sizeof aside, ".");
            text_append(aside, used, sizeof aside, decimal(digits, n));
        }
        result = system_link_at(directory, data_place.name, aside); /* unlike rename it never
                                                                       replaces */
        if (result == 0)
            result = system_unlink_at(directory, data_place.name);
        else if (result != -EEXIST && system_stat(directory, aside, &there) != 0)
            result = system_rename_at(directory, data_place.name, aside); /* there are no links */
        else
            continue;
        if (result == 0) {
            used = text_append(shown, 0, sizeof shown, followed) - strlen(data_place.name);
            text_append(shown, used, sizeof shown, aside);
            SAY(followed, " ", first, second, "; kept as ", shown);
            return true;
        }
        break;
    }
    lost("set aside", followed, -result);
    return false;
}

static bool is_beside(const struct place *place, const struct pathprof_absorbed *entry)
{
    static char name[BESIDE];
    char digits[21];
    struct statx state;
    name_beside(name, place, PATHPROF_LIVE_ENDING, entry->pid);
    if (entry->number) {
        size_t used = text_append(name, strlen(name), sizeof name, ".");
        text_append(name, used, sizeof name, decimal(digits, entry->number));
    }
    return system_stat(place->directory, name, &state) == 0;
}

/* Whether the live file of ENTRY is still beside the data file at PATH, which may be a link to it. */
static bool live_file_is_there(const char *path, const struct pathprof_absorbed *entry)
{
    static struct place named;
    if (is_beside(&data_place, entry))
        return true;
    if (strcmp(path, followed) == 0 || place_find(&named, path, 0, NULL))
        return false;
    bool there = is_beside(&named, entry);
    place_leave(&named);
    return there;
}

/* Whoever leads next finds the file, as it is removed only when it says itself what is merged.  Those who have it open
   have a minute more, and mostly two, should somebody else remove it. */
static bool group_is_there(const struct pathprof_absorbed *entry, uint64_t now)
{
    static char name[BESIDE];
    struct statx state;
    uint64_t minute = (entry->number & ~PATHPROF_ABSORBED_GROUP) >> PATHPROF_ABSORBED_TIME;
    if (now - minute < 2)
        return true;
    name_beside(name, &data_place, GROUP_ENDING, entry->pid);
    return system_stat(data_place.directory, name, &state) == 0;
}

/* ---- The new file.  */

/* Has OLD been written within the last second?  Then one process ends after another, and waiting for the disk takes
   many times as long as all else that a short one does: the first has waited, and what follows at once does not. */
static bool is_young(const struct old_file *old)
{
    const uint64_t second = 1000000000;
    uint64_t changed =
        (uint64_t)old->state.stx_ctime.tv_sec * second + old->state.stx_ctime.tv_nsec;
    uint64_t now = system_time();
    return old->state.stx_size > 0 && now >= changed && now - changed < second;
}

/* WAIT: until they are on the disk. */
static int write_all(int descriptor, const char *bytes, size_t size, bool wait)
{
    for (size_t at = 0; at < size;) {
        ssize_t written = system_write_at(descriptor, bytes + at, size - at, at);
        if (written < 0 && written != -EINTR)
            return (int)-written;
        if (written == 0)
            return ENOSPC;
        at += written > 0 ? written : 0;
    }
    int result = wait ? system_sync(descriptor) : 0;
    return result != -EINVAL ? -result : 0;
}

/* Makes the file to be renamed, whose name is put into NAME.  Under the lock it has one name, and
   what a process that was killed has left there goes; otherwise somebody may be writing it, and it
   has a name that nobody has.  Returns its descriptor, or an error. */
static int make_temporary(char name[BESIDE], unsigned mode, bool locked)
{
    const int how = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW;
    int descriptor = -EEXIST;
    name_beside(name, &data_place, PATHPROF_TEMPORARY_ENDING, 0);
    for (unsigned i = 0; i < 2 && locked && descriptor == -EEXIST; i++) {
        if (i > 0)
            system_unlink_at(data_place.directory, name);
        descriptor = system_open_at(data_place.directory, name, how, mode);
    }
    for (unsigned i = 0; i < 10 && descriptor == -EEXIST; i++) {
        uint64_t number = 0;
        system_random(&number, sizeof number);
        name_beside(name, &data_place, PATHPROF_TEMPORARY_ENDING, number | 1);
        descriptor = system_open_at(data_place.directory, name, how, mode);
    }
    return descriptor;
}

/* Gives the new file, open as DESCRIPTOR, the mode of OLD, and if that was another user's gives it
   to him: where the directory is his, or else only he can have put it there.  MODE is what the file
   was made with. */
static int take_over(int descriptor, const struct old_file *old, unsigned mode)
{
    const struct statx *state = &old->state, *directory = &data_place.state;
    unsigned wanted = is_secure() ? 0600 : state->stx_mode & 0666;
    bool own = state->stx_uid == system_user();
    bool given = !own && !is_secure() && state->stx_nlink == 1 &&
                 (directory->stx_uid == state->stx_uid || (directory->stx_mode & S_ISVTX)) &&
                 system_change_owner(descriptor, state->stx_uid, state->stx_gid) == 0;
    return (own || given) && mode != wanted ? -system_change_mode(descriptor, wanted) : 0;
}

/* Replaces OLD, at FOLLOWED, by the bytes of NEW.  Returns false, having said why. */
static bool replace(const struct old_file *old, const struct buffer *new)
{
    static char temporary[BESIDE];
    struct statx made;
    /* Another's mode is taken as far as the umask allows. */
    bool own = is_secure() || old->state.stx_uid == system_user();
    unsigned mode = own ? 0600 : old->state.stx_mode & 0666;
    int descriptor = make_temporary(temporary, mode, old->locked);
    int error = descriptor < 0 ? -descriptor : -system_stat(descriptor, "", &made);
    if (error) {
        lost("make a file beside", followed, error);
        if (descriptor >= 0)
            system_close(descriptor);
        return false;
    }
    error = write_all(descriptor, new->bytes, new->size, !is_young(old));
    if (error == 0)
        error = take_over(descriptor, old, mode);
    int closed = system_close(descriptor);
    error = error ? error : -closed;
    if (error) {
        lost("write", followed, error);
    } else {
        error = -system_rename_at(data_place.directory, temporary, data_place.name);
        if (error)
            lost("rename to", followed, error);
    }
    if (error)
        remove_at(&data_place, temporary, &made);
    return error == 0;
}

/* Makes the new file in NEW: OLD's content, the records of this process, and those of the GROUP
   that it leads, up to *UPTO.  Returns as make_file does. */
static const char *make_new(struct buffer *new, const struct old_file *old,
                            const struct group *group, const struct addition *add, uint64_t *upto,
                            uint64_t *other_stamp)
{
    struct buffer first = {0}, sum = {0};
    const struct buffer *before = &old->content;
    uint64_t runs = 0;
    const char *wrong = group_sum(group, &sum, upto, &runs);
    if (!wrong && !group->own_end) {
        wrong = make_file(sum.size ? &first : new, add->path, before, add->records, add->stamp,
                          add->another, live_absorbed(), other_stamp);
        before = &first;
    }
    if (!wrong && sum.size) {
        struct pathprof_absorbed absorbed = group_entry_of(group, *upto);
        wrong = make_file(new, add->path, before, &sum, add->stamp, runs, &absorbed, other_stamp);
    }
    buffer_free(&first);
    buffer_free(&sum);
    return !wrong && !new->size ? "" : wrong; /* its own entry is there no more */
}

/* Adds to OLD, which is open.  Returns whether that is done; *AGAIN if something was in the way,
   and is not any more. */
static bool add_once(struct old_file *old, struct group *group, const struct addition *add,
                     bool *again)
{
    struct buffer new = buffer_in(first_new, sizeof first_new);
    uint64_t other_stamp = 0, upto = group->head.merged;
    char hex[17];
    int error;
    bool done = false;
    const char *wrong = old_read(old, &error);
    *again = false;
    if (!wrong && group->leads) {
        uint64_t merged = merged_of_group(&old->content, group->head.id);
        if (merged > upto) /* by one who was killed before he could say so */
            group->head.merged = upto = merged;
        if (group->own_end && group->own_end <= upto)
            return true;
        if (!group_read(group))
            wrong = "";
        error = EIO;
    }
    if (!wrong) {
        error = ENOMEM;
        wrong = make_new(&new, old, group, add, &upto, &other_stamp);
    }
    if (!wrong) {
        /* What the new file says of the group's is to be true after a crash of the system, too. */
        if (upto > group->head.merged)
            system_sync(group->descriptor);
        done = replace(old, &new);
    } else if (!*wrong) {
        lost("merge with", followed, error);
    } else if (strcmp(wrong, "other") == 0) {
        hexadecimal(hex, other_stamp);
        *again = set_aside(hex, "holds counts of another build of ", module_name());
    } else if (wrong == not_ours && strcmp(add->path, followed) != 0) {
        lost_for("write", add->path, "it is a link to a file that is not a pathprof data file");
    } else {
        *again = set_aside("bad", wrong, "");
    }
    if (done && group->leads)
        group->head.merged = upto;
    if (!done && !*again && old->made)
        remove_at(&data_place, data_place.name, &old->state); /* who waits for it looks again */
    buffer_free(&new);
    return done;
}

/* Adds RECORDS to the file at PATH.  Returns false, having said why, if they are not in it. */
static bool file_add(const struct buffer *records, const char *path, uint64_t stamp, bool another)
{
    static struct old_file old; /* the lock is held */
    static struct group group;
    struct addition add = {records, path, stamp, another, false};
    const char *why = place_find(&data_place, path, PLACE_FOLLOW | make_directories(), followed);
    if (why) {
        lost_for("open", path, why);
        return false;
    }
    old = (struct old_file){.descriptor = -1};
    group = (struct group){.descriptor = -1};
    bool again = true, done = false;
    while (again) {
        old.descriptor = -1;
        again = false;
        if (!old_open(&old, &group, &add)) {
            done = is_nowhere(path);
        } else if (old.descriptor < 0) {
            done = true; /* by another */
        } else {
            done = add_once(&old, &group, &add, &again);
            old_close(&old);
        }
    }
    if (!done)
        group_take_back(&group);
    group_finish(&group, &data_place);
    place_leave(&data_place);
    return done;
}

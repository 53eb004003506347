/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Where a file is: its directory, held by a descriptor, and its name there.

   Whoever may write to one of the directories of a path can change at any time where the path
   leads.  So the path is followed once, directory by directory, and from then on the file is used
   by its name in the directory that was reached: no other directory can take that one's place.

   A symbolic link is followed if it belongs to the effective user or to root.  Root, whom other
   users may want to lead astray, follows it only if no other user can have put it where it is.
   (The kernel's fs.protected_symlinks does the same, but only in directories such as /tmp, and it
   may be off.)  Directories are entered whoever owns them: nobody can move a directory that he may
   not write to into another one.

   A program that runs with privileges that its caller has not uses only the directory that was
   named when it was built, and only if no other user can write to it or could have changed the
   path to it. */
#include "../runtime.h"

#include <fcntl.h>
#include <sys/stat.h>

struct walk {
    char *path;         /* with what followed links say in their place */
    char *spare;        /* as much memory again; NULL: no link has been met */
    size_t gone;        /* bytes of the path that are behind */
    int at;             /* the directory that they lead to; -1: none yet */
    struct statx state; /* of that, where it is looked at on the way, and of the last */
    unsigned links;     /* that were followed */
};

static const char strange_link[] =
    "a link on the way there is another user's, or lies where others can change it, and is not "
    "followed";
static const char strange_directory[] =
    "the program runs with privileges, and the directory does not belong to its user, or others "
    "can write to it or to one on the way";

/* Whether nobody but the user and root can change what names in the directory STATE mean.  To its
   group an ordinary user has given the right himself. */
static bool is_safe(const struct statx *state)
{
    unsigned user = system_user();
    if (state->stx_uid != 0 && state->stx_uid != user)
        return false;
    if (state->stx_mode & S_ISVTX)
        return true;
    if (state->stx_mode & S_IWOTH)
        return false;
    return !(state->stx_mode & S_IWGRP) || state->stx_gid == 0 || (user != 0 && !is_secure());
}

/* Whether the link NAME, where W is, may be followed. */
static bool may_follow(struct walk *w, const char *name)
{
    struct statx link;
    unsigned user = system_user();
    return system_stat(w->at, name, &link) == 0 && (link.stx_uid == 0 || link.stx_uid == user) &&
           ((user != 0 && !is_secure()) ||
            (system_stat(w->at, "", &w->state) == 0 && is_safe(&w->state)));
}

/* Goes to the directory DESCRIPTOR, if that is none of the errors.  Returns NULL, or what is wrong. */
static const char *go_to(struct walk *w, int descriptor)
{
    int error = descriptor;
    if (descriptor >= 0)
        error = is_secure() ? system_stat(descriptor, "", &w->state) : 0;
    if (error) {
        if (descriptor >= 0)
            system_close(descriptor);
        return error_text(-error);
    }
    if (w->at >= 0)
        system_close(w->at);
    w->at = descriptor;
    return is_secure() && !is_safe(&w->state) ? strange_directory : NULL;
}

/* What NAME is a link to comes in its place; it ends at END of W's path, where a zero is instead of
   AFTER. */
static const char *follow_link(struct walk *w, const char *name, size_t end, char after)
{
    size_t start = (size_t)(name - w->path), used = start;
    if (!may_follow(w, name))
        return strange_link;
    if (w->links++ == 40) /* as many as the kernel follows */
        return error_text(ELOOP);
    if (!w->spare)
        w->spare = map_pages(PATH_MAX);
    if (!w->spare)
        return error_text(ENOMEM);
    int length = system_read_link_at(w->at, name, w->spare + start, PATH_MAX - start - 1);
    if (length < 0)
        return error_text(-length);
    w->spare[start + length] = 0;
    w->path[end] = after;
    bool absolute = w->spare[start] == '/';
    if (absolute)
        memmove(w->spare, w->spare + start, (size_t)length + 1);
    else
        memcpy(w->spare, w->path, start);
    used = (absolute ? 0 : start) + (size_t)length;
    if (is_too_long(text_append(w->spare, used, PATH_MAX, w->path + end)))
        return error_text(ENAMETOOLONG);
    char *before = w->path;
    w->path = w->spare;
    w->spare = before;
    w->gone = absolute ? 0 : start;
    return absolute ? go_to(w, system_open("/", O_PATH | O_DIRECTORY, 0)) : NULL;
}

static bool is_link(const struct walk *w, const char *name)
{
    char first;
    return system_read_link_at(w->at, name, &first, 1) >= 0;
}

/* Goes into the directory NAME, which ends at END of W's path.  The kernel's own links, in /proc,
   lead to what the process has open. */
static const char *go_into(struct walk *w, const char *name, size_t end, bool make)
{
    const int how = O_PATH | O_DIRECTORY;
    int directory = system_open_at(w->at, name, how | O_NOFOLLOW, 0);
    if (directory == -ENOENT && make) {
        system_make_directory_at(w->at, name);
        directory = system_open_at(w->at, name, how | O_NOFOLLOW, 0);
    }
    if ((directory == -ENOTDIR || directory == -ELOOP) && is_link(w, name)) {
        if (!system_is_proc(w->at))
            return follow_link(w, name, end, '/');
        directory = system_open_at(w->at, name, how, 0);
    }
    w->gone = end;
    return go_to(w, directory);
}

/* Takes the next part of W's path.  Sets *LAST if it is the file's name, to which that then begins. */
static const char *go_on(struct walk *w, unsigned how, const char **last)
{
    while (w->path[w->gone] == '/')
        w->gone++;
    char *name = w->path + w->gone;
    size_t end = w->gone;
    while (w->path[end] && w->path[end] != '/')
        end++;
    if (end == w->gone)
        return error_text(EISDIR);
    if (end - w->gone > NAME_MAX)
        return error_text(ENAMETOOLONG);
    if (w->path[end]) {
        w->path[end] = 0;
        const char *path = w->path, *why = go_into(w, name, end, how & PLACE_MAKE);
        if (path == w->path)
            w->path[end] = '/';
        return why;
    }
    if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0)
        return error_text(EISDIR);
    if ((how & PLACE_FOLLOW) && is_link(w, name) && !system_is_proc(w->at))
        return follow_link(w, name, end, 0);
    *last = name;
    return NULL;
}

/* Finds the place of PATH.  HOW: PLACE_FOLLOW, links at its end are followed; PLACE_MAKE, missing
   directories are made.  SHOWN, if not NULL, gets the path with all links that were followed
   replaced.  Returns NULL, or why there is none. */
static const char *place_find(struct place *place, const char *path, unsigned how, char *shown)
{
    struct walk w = {.path = shown ? shown : map_pages(PATH_MAX), .at = -1};
    const char *last = NULL, *why;
    place->directory = -1;
    if (!w.path)
        return error_text(ENOMEM);
    if (is_too_long(text_append(w.path, 0, PATH_MAX, path)))
        why = error_text(ENAMETOOLONG);
    else
        why = go_to(&w, system_open(*path == '/' ? "/" : ".", O_PATH | O_DIRECTORY, 0));
    while (!why && !last)
        why = go_on(&w, how, &last);
    if (!why) {
        int error = system_stat(w.at, "", &w.state);
        why = error ? error_text(-error) : NULL;
    }
    if (!why && is_secure() &&
        (w.state.stx_uid != system_user() || (w.state.stx_mode & (S_IWGRP | S_IWOTH))))
        why = strange_directory;
    if (!why) {
        place->directory = w.at;
        place->state = w.state;
        text_append(place->name, 0, sizeof place->name, last);
        if (shown && w.path != shown)
            text_append(shown, 0, PATH_MAX, w.path);
    } else if (w.at >= 0) {
        system_close(w.at);
    }
    if (w.path != shown)
        system_unmap(w.path, PATH_MAX);
    if (w.spare && w.spare != shown)
        system_unmap(w.spare, PATH_MAX);
    return why;
}

static void place_leave(struct place *place)
{
    if (place->directory >= 0)
        system_close(place->directory);
    place->directory = -1;
}

/* Writes the name of PLACE with ENDING and, unless it is 0, the NUMBER behind it to NAME, which has
   room for BESIDE bytes: too many for a file system, which then says so. */
static void name_beside(char *name, const struct place *place, const char *ending, uint64_t number)
{
    char digits[21];
    size_t used = text_append(name, 0, BESIDE, place->name);
    used = text_append(name, used, BESIDE, ending);
    if (number)
        text_append(name, used, BESIDE, decimal(digits, number));
}

/* Whether NAME, in the directory of PLACE, is the file STATE. */
static bool is_at(const struct place *place, const char *name, const struct statx *state)
{
    struct statx named;
    return system_stat(place->directory, name, &named) == 0 && system_is_same(&named, state);
}

/* Removes NAME from the directory of PLACE if it is still the file STATE. */
static void remove_at(const struct place *place, const char *name, const struct statx *state)
{
    if (is_at(place, name, state))
        system_unlink_at(place->directory, name);
}

/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The descriptor of the live file (live.c).  It has a high number, so that the program's own are
   what they are without it.  A program may close it all the same, with all others that it does not
   know, or put another file in its place: so nothing is done with it before it has been looked at,
   and the file is opened anew if need be. */
#include "../runtime.h"

#include <fcntl.h>
#include <linux/stat.h>

static char live_path[PATH_MAX]; /* "": there is no file to be removed */
static int live_descriptor = -1; /* of the file, if nobody has closed it */
static struct statx live_state;  /* which file it is */

static bool is_live_file(int descriptor)
{
    struct statx state;
    return descriptor >= 0 && system_stat(descriptor, "", &state) == 0 &&
           system_is_same(&state, &live_state);
}

/* The file that was just made, and opened as DESCRIPTOR, is the live file.  Returns 0, or an error
   if it cannot be told from others. */
static int keep_descriptor(int descriptor)
{
    int error = -system_stat(descriptor, "", &live_state);
    if (error)
        system_close(descriptor);
    else
        live_descriptor = system_move_up(descriptor);
    return error;
}

/* A descriptor of the live file; -1 if there is none any more.  Any thread, any signal handler. */
static int descriptor_at_hand(void)
{
    int descriptor = __atomic_load_n(&live_descriptor, __ATOMIC_ACQUIRE);
    if (is_live_file(descriptor))
        return descriptor;
    int again = system_open(live_path, O_RDWR | O_NOFOLLOW | O_NONBLOCK, 0);
    if (again < 0)
        return -1;
    again = system_move_up(again);
    if (is_live_file(again) &&
        __atomic_compare_exchange_n(&live_descriptor, &descriptor, again, false, __ATOMIC_ACQ_REL,
                                    __ATOMIC_ACQUIRE))
        return again;
    system_close(again);
    return is_live_file(descriptor) ? descriptor : -1; /* somebody else's was faster */
}

/* Is the file where others find it?  Who has it open does not notice that it is not. */
static bool live_file_is_found(void)
{
    struct statx state;
    int descriptor = __atomic_load_n(&live_descriptor, __ATOMIC_ACQUIRE);
    if (descriptor >= 0 && system_stat(descriptor, "", &state) == 0 &&
        system_is_same(&state, &live_state))
        return state.stx_nlink > 0;
    return system_stat(AT_FDCWD, live_path, &state) == 0 && system_is_same(&state, &live_state);
}

/* Removes the file.  Lock held. */
static void remove_live_file(void)
{
    static struct place place;
    if (place_find(&place, live_path, 0, NULL))
        return;
    remove_at(&place, place.name, &live_state);
    place_leave(&place);
}

static void close_descriptor(void)
{
    if (is_live_file(live_descriptor))
        system_close(live_descriptor);
    live_descriptor = -1;
}

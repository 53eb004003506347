/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Lines for people, without stdio. */
#include "sample.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

/* Parts of a line; no buffer, which would have to be on a stack that may be small. */
#define MOST_PARTS 16

__attribute__((noinline, cold)) static void say(const char *const *parts)
{
    struct iovec line[MOST_PARTS];
    int used = 0, error = errno, own = -1;
    for (; *parts && used < MOST_PARTS; parts++)
        line[used++] = (struct iovec){(void *)*parts, strlen(*parts)};
    if (*error_path())
        own = system_open(error_path(), O_WRONLY | O_APPEND | O_CREAT, 0666);
    /* Nobody is left to tell if this fails. */
    system_write_parts(own < 0 ? STDERR_FILENO : own, line, used);
    if (own >= 0)
        system_close(own);
    errno = error;
}

void __pathprof_tell_line(const char *const *parts)
{
    say(parts);
}

/* strerror may allocate and translate. */
static const char *error_text(int error)
{
#if defined __GLIBC__ && __GLIBC_PREREQ(2, 32)
    const char *text = strerrordesc_np(error);
    return text ? text : "unknown error";
#else
    static char digits[32];
    memcpy(digits, "error ", 6);
    decimal(digits + 6, error);
    return digits;
#endif
}

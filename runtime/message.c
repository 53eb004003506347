/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Lines for people, without stdio. */
#include "sample.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

/* Parts of a line; no buffer, which would have to be on a stack that may be small. */
#define MOST_PARTS 16

/* Writing may be a signal: nobody reads the pipe, or the file has the size that it may have.  It
   would end the program, so it is taken back, except for one that was there before. */
static void write_without_signal(int descriptor, const struct iovec *parts, int count)
{
    uint64_t mask, ours = (uint64_t)1 << (SIGPIPE - 1) | (uint64_t)1 << (SIGXFSZ - 1);
    system_mask(NULL, &mask);
    system_mask(&(uint64_t){mask | ours}, NULL);
    ours &= ~system_pending();
    system_write_parts(descriptor, parts, count);
    while (ours && system_take_signal(&ours))
        ;
    system_mask(&mask, NULL);
}

__attribute__((noinline, cold)) static void say(const char *const *parts)
{
    struct iovec line[MOST_PARTS];
    int used = 0, error = errno, own = -1;
    for (; *parts && used < MOST_PARTS; parts++)
        line[used++] = (struct iovec){(void *)*parts, strlen(*parts)};
    if (*error_path())
        own = system_open(error_path(), O_WRONLY | O_APPEND | O_CREAT, 0666);
    /* Nobody is left to tell if this fails. */
    write_without_signal(own < 0 ? STDERR_FILENO : own, line, used);
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

/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Lines for people, without stdio. */
#include "runtime.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

/* Appends MORE to TEXT, which has ROOM bytes and USED of them in use.  Returns the new length; what
   does not fit is cut off, and TEXT always ends in a zero. */
static size_t text_append(char *text, size_t used, size_t room, const char *more)
{
    while (*more && used + 1 < room)
        text[used++] = *more++;
    text[used] = 0;
    return used;
}

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

/* DIGITS has room for 21.  Returns it. */
static const char *decimal(char *digits, uint64_t value)
{
    char reversed[20];
    unsigned count = 0;
    do
        reversed[count++] = '0' + value % 10;
    while (value /= 10);
    for (unsigned i = 0; i < count; i++)
        digits[i] = reversed[count - 1 - i];
    digits[count] = 0;
    return digits;
}

/* DIGITS has room for 17. */
static void hexadecimal(char *digits, uint64_t value)
{
    for (int i = 15; i >= 0; i--, value >>= 4)
        digits[i] = "0123456789abcdef"[value & 15];
    digits[16] = 0;
}

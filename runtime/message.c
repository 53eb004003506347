/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Lines for people, without stdio. */
#include "runtime.h"

#include <string.h>
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

__attribute__((noinline, cold)) static void say(const char *const *parts)
{
    char line[2 * PATH_MAX + 512];
    size_t used = 0;
    for (; *parts; parts++)
        used = text_append(line, used, sizeof line, *parts);
    line[used - 1] = '\n'; /* also where it was cut off */
    ssize_t written = system_write(STDERR_FILENO, line, used);
    (void)written; /* nobody is left to tell */
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

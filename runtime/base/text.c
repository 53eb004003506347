/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Pieces of text, without stdio. */
#include "../runtime.h"

/* Appends MORE to TEXT, which has ROOM bytes and USED of them in use.  Returns the new length; what
   does not fit is cut off, and TEXT always ends in a zero. */
static size_t text_append(char *text, size_t used, size_t room, const char *more)
{
    while (*more && used + 1 < room)
        text[used++] = *more++;
    text[used] = 0;
    return used;
}

/* PATH without its directory. */
static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
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

/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What the runtime needs of <string.h>, of its own.  The names behind `own_` are those of functions
   that a program may have, too: profiled, they would be counted when the runtime calls them, and
   would wait for its lock where it holds that.  GCC, which makes calls of memcpy and strlen out of
   loops, must not do so here. */
#ifndef PATHPROF_OWN_H
#define PATHPROF_OWN_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define OWN static __attribute__((unused, optimize("no-tree-loop-distribute-patterns")))

/* A word anywhere in an object of any type. */
typedef uint64_t own_word __attribute__((may_alias, aligned(1)));

OWN void *own_memmove(void *to, const void *from, size_t size)
{
    size_t words = size / sizeof(own_word), i;
    if ((uintptr_t)to - (uintptr_t)from >= size) {
        for (i = 0; i < words; i++)
            ((own_word *)to)[i] = ((const own_word *)from)[i];
        for (i *= sizeof(own_word); i < size; i++)
            ((char *)to)[i] = ((const char *)from)[i];
    } else {
        while (size > words * sizeof(own_word)) {
            size--;
            ((char *)to)[size] = ((const char *)from)[size];
        }
        while (words-- > 0)
            ((own_word *)to)[words] = ((const own_word *)from)[words];
    }
    return to;
}

OWN void *own_memset(void *to, int byte, size_t size)
{
    for (size_t i = 0; i < size; i++)
        ((char *)to)[i] = (char)byte;
    return to;
}

OWN int own_memcmp(const void *a, const void *b, size_t size)
{
    const unsigned char *x = a, *y = b;
    for (size_t i = 0; i < size; i++)
        if (x[i] != y[i])
            return x[i] - y[i];
    return 0;
}

OWN size_t own_strlen(const char *text)
{
    size_t size = 0;
    while (text[size])
        size++;
    return size;
}

OWN int own_strncmp(const char *a, const char *b, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (a[i] != b[i] || !a[i])
            return (unsigned char)a[i] - (unsigned char)b[i];
    return 0;
}

OWN char *own_strchr(const char *text, int letter)
{
    for (;; text++)
        if (*text == (char)letter)
            return (char *)text;
        else if (!*text)
            return NULL;
}

OWN char *own_strrchr(const char *text, int letter)
{
    const char *last = NULL;
    for (; *text; text++)
        if (*text == (char)letter)
            last = text;
    return (char *)last;
}

#undef OWN

/* Any of them may be a macro already; in glibc 2.43 strchr and its like are. */
#undef memcpy
#undef memmove
#undef memset
#undef memcmp
#undef strlen
#undef strcmp
#undef strncmp
#undef strchr
#undef strrchr
#define memcpy own_memmove
#define memmove own_memmove
#define memset own_memset
#define memcmp own_memcmp
#define strlen own_strlen
#define strcmp(a, b) own_strncmp(a, b, SIZE_MAX)
#define strncmp own_strncmp
#define strchr own_strchr
#define strrchr own_strrchr

#endif

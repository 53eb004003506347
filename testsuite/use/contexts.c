/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One function, called from two places, does one thing for one and another for the other.  With -DAPART
   the second place calls a copy of it by another name: then its counts are those of that call. */
#include "cold.h"

#define BODY                                                                                        \
    {                                                                                               \
        unsigned found = 0;                                                                         \
        COLD(kind) COLD(kind + 1) COLD(kind + 2) COLD(kind + 3) COLD(kind + 4)                      \
        if (kind == 1 || (what & 7) == 3)                                                           \
            found += what % 3;                                                                      \
        for (int i = 0; i < kind; i++)                                                              \
            found += what >> i & 1;                                                                 \
        if (found > 2)                                                                              \
            found -= helper(what);                                                                  \
        return found;                                                                               \
    }

__attribute__((noinline)) static unsigned helper(unsigned what)
{
    return what & 1;
}

unsigned look(unsigned what, int kind) BODY
#ifdef APART
unsigned copy(unsigned what, int kind) BODY
#else
#define copy look
#endif

__attribute__((noinline)) unsigned first(unsigned n)
{
    unsigned sum = 0;
    for (unsigned i = 0; i < n; i++)
        sum += look(i, 1);
    return sum;
}

__attribute__((noinline)) unsigned second(unsigned n)
{
    unsigned sum = 0;
    for (unsigned i = 0; i < n; i++)
        sum += copy(i * 5, (int)(i % 6)) + (i & 1);
    return sum;
}

int main(void)
{
    printf("%u %u\n", first(3000), second(2000));
    return 0;
}

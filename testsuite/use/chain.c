/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A chain of calls, each of which would be worth a copy of what it calls; what the middle one does is
   done nearly always for one call of it. */
#include "cold.h"

__attribute__((noinline)) static unsigned helper(unsigned what)
{
    return what & 1;
}

unsigned inner(unsigned what)
{
    COLD(1) COLD(2) COLD(3) COLD(4) COLD(5)
    if (what % 3 == 0)
        return what >> 1;
    return what + helper(what);
}

unsigned middle(unsigned what, unsigned kind)
{
    COLD(6) COLD(7) COLD(8) COLD(9) COLD(10)
    if (kind == 0 && (what & 1))
        return what ^ 5;
    return inner(what + kind) + 3;
}

__attribute__((noinline)) unsigned outer(unsigned n)
{
    unsigned sum = 0;
    for (unsigned i = 0; i < n; i++)
        sum += middle(i, 0);
    return sum;
}

int main(void)
{
    unsigned sum = outer(9000);
    for (unsigned i = 0; i < 7; i++)
        sum += middle(i, i);
    printf("%u\n", sum);
    return 0;
}

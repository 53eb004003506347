// SPDX-License-Identifier: GPL-3.0-or-later
// A table that overflows: 20,000 different paths of one function, some of them often.
// @calls bits 70000
// @distinct bits 20000
// @total bits 70000
#include <stdio.h>

#define D(n)                                                                                       \
    if (x >> n & 1)                                                                                \
        s += n;

__attribute__((noinline, noclone)) unsigned bits(unsigned x)
{
    unsigned s = 0;
    D(0) D(1) D(2) D(3) D(4) D(5) D(6) D(7) D(8) D(9) D(10) D(11) D(12) D(13) D(14) D(15) return s;
}

int main(void)
{
    unsigned s = 0;
    for (unsigned i = 0; i < 20000; i++)
        s += bits(i);
    for (unsigned i = 0; i < 50000; i++)
        s += bits(i % 1000);
    printf("%u\n", s);
    return 0;
}

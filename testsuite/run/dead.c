// SPDX-License-Identifier: GPL-3.0-or-later
// Nobody calls lost, and from it there are 2^72 ways through bits: more than a word has numbers.
// At -O0 nothing removes it; the rest of the unit is profiled all the same.
// @calls bits 7
// @calls main 1
#include <stdio.h>

#define D(n)                                                                                       \
    if (x >> n & 1)                                                                                \
        s += n;

static __attribute__((noinline, noclone)) unsigned bits(unsigned x)
{
    unsigned s = 0;
    D(0) D(1) D(2) D(3) D(4) D(5) D(6) D(7) D(8) D(9) D(10) D(11) return s;
}

__attribute__((unused)) static unsigned lost(unsigned x)
{
    return bits(x) + bits(x + 1) + bits(x + 2) + bits(x + 3) + bits(x + 4) + bits(x + 5);
}

int main(void)
{
    unsigned s = 0;
    for (unsigned i = 0; i < 7; i++)
        s += bits(i * 97);
    printf("%u\n", s);
    return 0;
}

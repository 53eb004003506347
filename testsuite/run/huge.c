// SPDX-License-Identifier: GPL-3.0-or-later
// 70 diamonds in a row: 2^70 paths, more than a word can number.  Edges are broken; what is counted
// stays exact, and the number of paths there really are is reported.
// @calls huge 40
// @exact-paths huge 1180591620717411303424
// @calls table 300
#include <stdio.h>

#define D(n)                                                                                       \
    if (x >> ((n)&31) & 1)                                                                         \
        s += (n)*3 + 1;                                                                            \
    else                                                                                           \
        s ^= n;
#define D10(n) D(n) D(n + 1) D(n + 2) D(n + 3) D(n + 4) D(n + 5) D(n + 6) D(n + 7) D(n + 8) D(n + 9)

__attribute__((noinline, noclone)) unsigned huge(unsigned x)
{
    unsigned s = 0;
    D10(0) D10(10) D10(20) D10(30) D10(40) D10(50) D10(60) return s;
}

/* 2^30 paths: few enough to number, too many for an array. */
__attribute__((noinline, noclone)) unsigned table(unsigned x)
{
    unsigned s = 0;
    D10(0) D10(10) D10(20) return s;
}

int main(void)
{
    unsigned s = 0;
    for (unsigned i = 0; i < 40; i++)
        s += huge(i * 2654435761u);
    for (unsigned i = 0; i < 300; i++)
        s += table(i * 2654435761u);
    printf("%u\n", s);
    return 0;
}

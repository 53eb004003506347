/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "inlined.h"

int table[64];

/* A loop with two arms in it, and one behind it. */
LINKAGE int work(int x, int kind)
{
    int sum = 0;
    for (int i = 0; i < x; i++)
        if ((kind + i) & 1) {
            sum += table[(x + i) & 63] * 3;
            odd();
        } else {
            table[i & 63] ^= sum + x;
            even();
        }
    if (sum + kind > 40)
        long_way();
    return sum;
}

/* It calls the other, and is inlined itself. */
LINKAGE int middle(int x, int kind)
{
    int sum = 3, i = 0;
    do
        sum += work(x + i, kind * (i + 1));
    while (++i < 3);
    if (sum < 0)
        short_way();
    return sum + table[sum & 63];
}

/* It is not inlined, but has versions for what it is called with. */
__attribute__((noinline)) LINKAGE int version(int x, int how)
{
    int sum = how;
    for (int i = 0; i < (x & 15) * how; i++) {
        if (how == 3 ? i & 1 : how == 5 ? i % 5 == 0 : i & how) {
            sum += table[i & 63];
            odd();
        } else {
            table[(i + how) & 63] -= sum * how;
            even();
        }
        if (table[i & 63] > how * 100)
            short_way();
    }
    return sum;
}

/* It has two names. */
__attribute__((noinline)) LINKAGE int leaf(int x)
{
    if (x & 1)
        odd();
    else
        even();
    return table[x & 63] + x;
}
extern int leaf_too(int x) __attribute__((alias("leaf")));

/* A copy calls that or does not. */
LINKAGE int gate(int x, int open)
{
    long_way();
    if (open)
        return leaf(x) * 3;
    short_way();
    return table[x & 63] & 1;
}

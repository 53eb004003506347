// SPDX-License-Identifier: GPL-3.0-or-later
// A block that is its own successor.
// @calls spin 4
// @total spin 100
// @paths spin 1 3 3 93
#include <stdio.h>

__attribute__((noinline, noclone)) unsigned spin(unsigned n)
{
    unsigned x = 1;
    do {
        x = x * 3 + 1; /* count 100 */
    } while (--n);
    return x;
}

int main(void)
{
    printf("%u\n", spin(1) + spin(9) + spin(40) + spin(50));
    return 0;
}

// SPDX-License-Identifier: GPL-3.0-or-later
// A cycle with two entries: which of its edges is the back edge is the search's choice, but one is.
// @calls twoway 20
// @total twoway 120|130
// @calls inloop 10
#include <stdio.h>

/* Enters the cycle a <-> b at a or at b; 100 trips from b to a and 110 from a to b in all. */
__attribute__((noinline, noclone)) int twoway(int at_b)
{
    int n = 0;
    if (at_b)
        goto b;
a:
    n += 1; /* count 110 */
    if (n >= 110)
        return n;
b:
    n += 10; /* count 120 */
    if (n < 60)
        goto a;
    return n;
}

__attribute__((noinline, noclone)) int inloop(int n)
{
    int s = 0, i = 0;
    if (n & 1)
        goto middle;
    for (i = 0; i < n; i++) {
        s += 3; /* count 40 */
    middle:
        s ^= i; /* count 45 */
    }
    return s;
}

int main(void)
{
    int s = 0;
    for (int i = 0; i < 20; i++)
        s += twoway(i & 1);
    for (int i = 0; i < 10; i++)
        s += inloop(i);
    printf("%d\n", s);
    return 0;
}

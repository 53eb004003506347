// SPDX-License-Identifier: GPL-3.0-or-later
// Functions that are called with constant functions: the optimiser makes a clone for each, in which
// the call through the pointer is direct.  The body that is profiled is everybody's.
// @variant indirect=cut
// @variant indirect=chain
// @calls up 300
// @calls down 200
// @calls each 5
#include <stdio.h>

static volatile int step = 1;

__attribute__((noinline)) static int up(int x)
{
    return x & 1 ? x + step : x + 2; /* count 300 */
}

__attribute__((noinline)) static int down(int x)
{
    return x > 10 ? x - step : x - 2; /* count 200 */
}

/* Its clones have one callee each. */
__attribute__((noinline)) int each(int (*f)(int), int n)
{
    int s = n;
    for (int i = 0; i < n; i++)
        s += f(i); /* count 500 */
    return s > 0 ? s : -s;
}

int main(void)
{
    int s = 0;
    for (int i = 0; i < 3; i++)
        s += each(up, 100); /* count 3 */
    for (int i = 0; i < 2; i++)
        s += each(down, 100); /* count 2 */
    printf("%d\n", s);
    return 0;
}

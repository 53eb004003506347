// SPDX-License-Identifier: GPL-3.0-or-later
// Recursion: every activation has its own path.
// @calls -O0 fib 21891
// @paths fib 10945 10946
// @calls ping 11
// @calls pong 10
#include <stdio.h>

__attribute__((noinline, noclone, optimize("no-optimize-sibling-calls"))) int fib(int n)
{
    if (n < 2)
        return n; /* count 10946 */
    return fib(n - 1) + fib(n - 2);
}

int pong(int n);
__attribute__((noinline, noclone)) int ping(int n)
{
    int s = 0;
    if (n > 0)
        s = pong(n - 1) + 1; /* count 10 */
    return s;
}

__attribute__((noinline, noclone)) int pong(int n)
{
    return ping(n) * 2;
}

int main(void)
{
    printf("%d %d\n", fib(20), ping(10));
    return 0;
}

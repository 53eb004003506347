// SPDX-License-Identifier: GPL-3.0-or-later
// Tail calls and tail recursion: still one entry each; recursion that becomes a loop need not be.
// @calls even 101
// @calls odd 100
// @calls -O0 count 1001
// @calls pass 10
#include <stdio.h>

int odd(int n);

__attribute__((noinline, noclone)) int even(int n)
{
    if (n == 0)
        return 1;
    return odd(n - 1);
}

__attribute__((noinline, noclone)) int odd(int n)
{
    if (n == 0)
        return 0;
    return even(n - 1);
}

__attribute__((noinline, noclone)) int count(int n, int sum)
{
    if (n == 0)
        return sum; /* count 1 */
    return count(n - 1, sum + n);
}

__attribute__((noinline, noclone)) int pass(int n)
{
    return printf("%d\n", n); /* count 10 */
}

int main(void)
{
    int s = even(200) + count(1000, 0);
    for (int i = 0; i < 10; i++)
        s += pass(i);
    printf("%d\n", s);
    return 0;
}

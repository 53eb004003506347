// SPDX-License-Identifier: GPL-3.0-or-later
// Branches that assembly takes.
// @calls odd 11
// @paths odd 5 6
#include <stdio.h>

__attribute__((noinline, noclone)) int odd(int x)
{
#ifdef __x86_64__
    asm goto("testl $1, %0\n\tjnz %l1" : : "r"(x) : "cc" : is_odd);
#else
    if (x & 1)
        goto is_odd;
#endif
    return 0; /* count 6 */
is_odd:
    return 1; /* count 5 */
}

int main(void)
{
    int s = 0;
    for (int i = 0; i < 11; i++)
        s += odd(i);
    printf("%d\n", s);
    return 0;
}

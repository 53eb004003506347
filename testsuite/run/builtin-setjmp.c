// SPDX-License-Identifier: GPL-3.0-or-later
// __builtin_setjmp and __builtin_longjmp: the light form, with abnormal edges of its own.
// @calls jump 6
// @calls land 6
#include <stdio.h>

static void *buffer[5];

__attribute__((noinline, noclone, noreturn)) void jump(void)
{
    __builtin_longjmp(buffer, 1);
}

__attribute__((noinline, noclone)) int land(int i)
{
    volatile int n = i;
    if (__builtin_setjmp(buffer) == 0) {
        n = n + 10; /* count 6 */
        jump();
    }
    return n; /* count 6 */
}

int main(void)
{
    int s = 0;
    for (int i = 0; i < 6; i++)
        s += land(i);
    printf("%d\n", s);
    return 0;
}

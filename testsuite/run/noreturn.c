// SPDX-License-Identifier: GPL-3.0-or-later
// Calls that never come back, in the middle of branches.
// @status 3
// @calls step 5
// @paths step 1 2 2
#include <stdio.h>
#include <stdlib.h>

__attribute__((noreturn, noinline, noclone)) void stop(int status)
{
    printf("stopping\n"); /* count 0 */
    exit(status);
}

__attribute__((noinline, noclone)) int step(int i)
{
    if (i >= 4)
        exit(i - 1); /* count 1 */
    if (i & 1)
        return 3;
    return 4;
}

__attribute__((noinline, noclone)) int never(int i)
{
    if (i)
        stop(9);
    __builtin_trap();
}

static void at_exit(void)
{
    puts("bye");
}

int main(int argc, char **argv)
{
    atexit(at_exit);
    if (argc > 100)
        stop(never(argc));
    int s = 0;
    for (int i = 0; i < 100; i++)
        s += step(i);
    stop(s);
}

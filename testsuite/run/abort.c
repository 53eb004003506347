// SPDX-License-Identifier: GPL-3.0-or-later
// abort () right after the program dumped its counts by hand: the kill must not matter.
// @signal SIGABRT
// @calls work 10
// @paths work 5 5
#include <stdlib.h>

void __pathprof_dump(void) __attribute__((weak));

__attribute__((noinline, noclone)) int work(int i)
{
    if (i & 1)
        return 3; /* count 5 */
    return 2;     /* count 5 */
}

int main(void)
{
    int s = 0;
    for (int i = 0; i < 10; i++)
        s += work(i);
    if (__pathprof_dump)
        __pathprof_dump();
    if (s)
        abort();
    return 0;
}

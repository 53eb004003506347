// SPDX-License-Identifier: GPL-3.0-or-later
// A loop without any way out, left by a signal handler that exits; and code after it.
// @status 5
// @calls enough 1
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

static volatile unsigned long turns;

__attribute__((noinline, noclone)) void enough(int number)
{
    (void)number;
    exit(turns > 0 ? 5 : 6); /* count 1 */
}

__attribute__((noinline, noclone)) void spin(void)
{
    for (;;)
        turns++;
}

int main(void)
{
    signal(SIGALRM, enough);
    ualarm(50000, 0);
    spin();
    return 0;
}

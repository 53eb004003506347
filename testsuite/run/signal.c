// SPDX-License-Identifier: GPL-3.0-or-later
// A handler that interrupts the functions that it is itself using.
// @calls handler 50
// @calls shared 150
// @paths shared 50 100
#include <signal.h>
#include <stdio.h>

static volatile int sum;

__attribute__((noinline, noclone)) void shared(int x)
{
    if (x)
        sum += x; /* count 50 */
    else
        sum -= 1; /* count 100 */
}

__attribute__((noinline, noclone)) void handler(int number)
{
    shared(number);
}

int main(void)
{
    signal(SIGUSR1, handler);
    for (int i = 0; i < 50; i++) {
        shared(0);
        raise(SIGUSR1);
        shared(0);
    }
    printf("%d\n", sum);
    return 0;
}

// SPDX-License-Identifier: GPL-3.0-or-later
// An infinite loop that only exit () in a callee ends.
// @variant update=auto
// @variant pending=on
// @status 7
// @calls tick 50
// @paths tick 1 49
// @calls forever 1
#include <stdlib.h>

static int ticks;

__attribute__((noinline, noclone)) void tick(void)
{
    if (++ticks == 50)
        exit(7); /* count 1 */
}

__attribute__((noinline, noclone)) void forever(void)
{
    for (;;)
        tick();
}

int main(void)
{
    forever();
    return 0;
}

// SPDX-License-Identifier: GPL-3.0-or-later
// siglongjmp out of a signal handler, over the handler's own activations and those that it interrupted in
// a call; and a handler that comes back.
// @variant pending=on
// @variant pending=on update=atomic
// @variant pending=on array-limit=0
// @calls tries 6
// @calls handler 6
// @calls raises 6
// @calls jumps 3
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>

static sigjmp_buf buffer;
static volatile int late;

__attribute__((noinline, noclone)) void jumps(int signal)
{
    siglongjmp(buffer, signal); /* count 3 */
}

static void (*volatile out)(int) = jumps;

static void handler(int signal)
{
    if (signal == SIGUSR1)
        out(signal); /* count 3 */
    late++;          /* count 3 */
}

__attribute__((noinline, noclone)) void raises(int n)
{
    if (n & 1)
        raise(SIGUSR1); /* count 3 */
    else
        raise(SIGUSR2); /* count 3 */
    late += n;          /* count 3 */
}

__attribute__((noinline, noclone)) int tries(int n)
{
    if (sigsetjmp(buffer, 1))
        return -1; /* count 3 */
    raises(n);     /* count 6 */
    return n;      /* count 3 */
}

int main(void)
{
    int s = 0;
    signal(SIGUSR1, handler);
    signal(SIGUSR2, handler);
    for (int i = 0; i < 6; i++)
        s += tries(i); /* count 6 */
    printf("%d %d\n", s, late);
    return 0;
}

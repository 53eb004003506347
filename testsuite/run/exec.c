// SPDX-License-Identifier: GPL-3.0-or-later
// A process that becomes another one writes first what it has counted, and what it counts after an
// exec that fails is neither lost nor there twice.  The path that makes the exec has no end.
// @variant update=single
// @variant update=atomic
// @variant update=thread
// @calls work 18
// @calls main 3
// @paths work 6 12
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

__attribute__((noinline, noclone)) int work(int i)
{
    if (i % 3 == 0)
        return 1; /* count 6 */
    return 2;     /* count 12 */
}

int main(int argc, char **argv)
{
    int sum = 0, stage = argc > 1 ? atoi(argv[1]) : 0;
    for (int i = 0; i < 3; i++)
        sum += work(i); /* count 9 */
    if (stage < 2)
        execl("/nowhere/at-all", "no", (char *)NULL); /* count 2 */
    for (int i = 0; i < 3; i++)
        sum += work(i); /* count 9 */
    printf("%d %d\n", stage, sum);
    fflush(stdout);
    if (stage == 0)
        execlp("/proc/self/exe", argv[0], "1", (char *)NULL);
    char *again[] = {argv[0], "2", NULL};
    if (stage == 1)
        execve("/proc/self/exe", again, environ);
    return 0; /* count 1 */
}

// SPDX-License-Identifier: GPL-3.0-or-later
// Processes that end without destructors write what they have counted: _exit, _Exit and quick_exit
// in children, abort in another, and _exit in the parent, below a function that waits.
// @status 5
// @variant update=single
// @variant update=atomic
// @variant update=thread
// @variant pending=on
// @calls work 15
// @calls deep 5
// @paths work 5 10
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

__attribute__((noinline, noclone)) int work(int i)
{
    if (i == 1)
        return 1; /* count 5 */
    return 2;     /* count 10 */
}

__attribute__((noinline, noclone)) void deep(int how)
{
    for (int i = 0; i < 3; i++)
        work(i); /* count 15 */
    switch (how) {
    case 0:
        _exit(0); /* count 1 */
    case 1:
        _Exit(0); /* count 1 */
    case 2:
        quick_exit(0); /* count 1 */
    case 3:
        abort(); /* count 1 */
    default:
        _exit(5); /* count 1 */
    }
}

int main(void)
{
    for (int how = 0; how < 4; how++) {
        int status;
        if (fork() == 0)
            deep(how);
        wait(&status);
        printf("%d\n", WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
    }
    fflush(stdout);
    deep(9);
    return 0; /* count 0 */
}

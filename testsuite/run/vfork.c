// SPDX-License-Identifier: GPL-3.0-or-later
// vfork returns twice in one frame, the child borrows the parent's memory until it execs.
// @calls spawn 3
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

__attribute__((noinline, noclone)) int spawn(int i)
{
    int status = 0;
    pid_t child = vfork();
    if (child == 0) {
        execl("/bin/sh", "sh", "-c", i ? "exit 3" : "exit 4", (char *)NULL);
        _exit(99);
    }
    waitpid(child, &status, 0); /* count 3 */
    return WEXITSTATUS(status);
}

int main(void)
{
    printf("%d\n", spawn(0) + spawn(1) * 10 + spawn(2) * 100);
    return 0;
}

// SPDX-License-Identifier: GPL-3.0-or-later
// posix_spawn, system and vfork: the child counts for itself once it is another program, and what it
// counts before, in its parent's memory, is counted once.
// @not-emulated vfork is fork there: what the child counts is in memory of its own
// @variant update=single
// @variant update=atomic
// @variant update=thread
// @calls work 13
// @paths work 3 10
#define _GNU_SOURCE
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

__attribute__((noinline, noclone)) int work(int i)
{
    if (i == 7)
        return 1; /* count 3 */
    return 2;     /* count 10 */
}

/* Not followed: a path of main's that ends in exec has no end. */
static int (*volatile counted)(int) = work;

static void await(pid_t child)
{
    int status = 0;
    waitpid(child, &status, 0);
    printf("%d\n", WEXITSTATUS(status));
}

int main(int argc, char **argv)
{
    char *again[] = {argv[0], "3", NULL};
    pid_t child;
    if (argc > 1) {
        counted(7); /* count 2 */
        _exit(atoi(argv[1]));
    }
    counted(0); /* count 1 */
    if (posix_spawn(&child, "/proc/self/exe", NULL, NULL, again, environ) == 0) /* count 1 */
        await(child); /* count 1 */
    child = vfork();
    if (child == 0) {
        counted(1);
        execve("/nowhere/at-all", again, environ);
        counted(7);
        execve("/proc/self/exe", again, environ);
    }
    await(child); /* count 1 */
    for (int i = 0; i < 4; i++) {
        child = vfork();
        if (child == 0) {
            counted(1);
            _exit(4);
        }
        await(child);
        counted(2); /* count 4 */
    }
    if (system("exit 6") == 6 << 8)
        puts("system");
    return 0;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* storm NUMBER COMMAND...: runs it so often, some twenty at once, and kills up to two thirds of them
   at any moment.  Prints how many died of it, and how many ended by themselves. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#define AT_ONCE 20

int main(int argc, char **argv)
{
    int number = argc > 2 ? atoi(argv[1]) : 0, killed = 0, ended = 0;
    pid_t running[AT_ONCE] = {0};
    srandom(1);
    for (int i = 0; i < number + AT_ONCE; i++) {
        pid_t *child = &running[i % AT_ONCE];
        int status;
        if (*child && waitpid(*child, &status, 0) == *child) {
            killed += WIFSIGNALED(status);
            ended += !WIFSIGNALED(status);
        }
        *child = i < number ? fork() : 0;
        if (i < number && *child == 0) {
            execv(argv[2], argv + 2);
            _exit(99);
        }
        if (random() % 3 == 0)
            continue;
        usleep((useconds_t)random() % 4000);
        if (*child)
            kill(*child, SIGKILL);
    }
    printf("%d %d\n", killed, ended);
    return 0;
}

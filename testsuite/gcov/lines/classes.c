/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where gcov and pathprof differ: a function for each class that lines.py names. */
#include <errno.h>
#include <setjmp.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
int again(int i);
jmp_buf place;
int jumps(void)
{
    volatile int n = 0;
    if (setjmp(place) < 2)
        longjmp(place, ++n);
    return n;
}
int crossed(int i)
{
    int s = i;
    if (i & 1)
        longjmp(place, 1);
    return s + 1;
}
int passes(int i)
{
    int s = crossed(i);
    return s + 2;
}
int crosses(void)
{
    volatile int n = 0, s = 0;
    while (n < 10)
        if (setjmp(place) == 0)
            s += passes(n++);
    return s;
}
int dispatches(int i)
{
    static const void *const where[] = {&&a, &&b};
    goto *where[i];
a:
    return 1;
b:
    return 2;
}
int assumes(int i, int k)
{
    if (i < 0 || k < 0) __builtin_unreachable();
    return i;
}
int executes(const char *name)
{
    pid_t child;
    if ((child = fork()) == 0) {
        execl(name, name, (char *)0);
        _exit(errno == ENOENT ? 127 : 126);
    }
    return waitpid(child, 0, 0) == child;
}
int forks(int n)
{
    if (n > 2)
        exit(0);
    if (fork() == 0)
        exit(0);
    return n;
}
int waits(int n)
{
    return forks(n);
}
int main(void)
{
    int s = jumps() + crosses() + executes("/bin/true") + executes("/nowhere");
    for (int i = 0; i < 10; i++)
        s += dispatches(i & 1) + assumes(i, 1) + again(i);
    for (int i = 0; i < 4; i++)
        s += waits(i);
    return s == 0;
}
/* As a function inlined from line 100 of another file makes it where it is called on line 100. */
int again(int i)
{
    i++;
#line 100 "inlined.h"
    i += 2;
#line 100 "classes.c"
    return i * 3;
}

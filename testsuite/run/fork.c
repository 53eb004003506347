// SPDX-License-Identifier: GPL-3.0-or-later
// What ran before a fork ran once, in the function that forks and in those that wait for it; what runs after it
// runs in both processes.
// @variant update=auto
// @variant update=thread
// @variant pending=on
// @calls spawn 4
// @calls twice 1
// @calls work 7
// @calls ends 1
// @calls caller 1
// @calls deep 2
// @calls perhaps 1
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile int sink;

__attribute__((noinline, noclone)) void work(int n)
{
    for (int i = 0; i < n; i++)
        sink += i; /* count 70 */
}

static void settle(pid_t child) /* by the parent, before it goes on */
{
    if (child)
        waitpid(child, NULL, 0);
}

/* Both processes go on in the caller. */
__attribute__((noinline, noclone)) pid_t spawn(int n)
{
    if (n > 100)
        work(n);
    sink++; /* count 4 */
    pid_t child = fork();
    sink++; /* count 8 */
    settle(child);
    if (child)
        sink++; /* count 4 */
    else
        sink--; /* count 4 */
    return child;
}

/* 1 process becomes 2, which become 4. */
__attribute__((noinline, noclone)) int twice(int n)
{
    int parents = 0;
    work(n); /* count 1 */
    for (int i = 0; i < 2; i++)
        if (spawn(i)) /* count 6 */
            parents++; /* count 3 */
    work(n); /* count 4 */
    return parents;
}

/* The child is not seen again. */
__attribute__((noinline, noclone)) void ends(void)
{
    sink++; /* count 1 */
    if (!spawn(1)) {
        work(10); /* count 1 */
        exit(0); /* count 1 */
    }
    work(10); /* count 1 */
}

/* What calls itself waits for itself. */
__attribute__((noinline, noclone)) pid_t deep(int n)
{
    sink++; /* count 2 */
    pid_t child = n ? deep(n - 1) : fork();
    sink++; /* count 4 */
    settle(child);
    return child;
}

__attribute__((noinline, noclone)) void caller(void)
{
    sink++; /* count 1 */
    pid_t child = deep(1);
    sink++; /* count 2 */
    if (!child)
        _exit(0); /* count 1 */
}

/* Forks, or does not come back: its caller may not wait for two. */
__attribute__((noinline, noclone)) pid_t perhaps(int n)
{
    sink++; /* count 1 */
    if (n)
        exit(0); /* count 1 */
    return fork(); /* count 0 */
}

int main(void)
{
    sink++; /* count 1 */
    ends();
    caller();
    sink++; /* count 1 */
    if (twice(10) == 2) { /* count 4 */
        puts("the first"); /* count 1 */
        settle(perhaps(1)); /* count 1 */
        puts("never"); /* count 0 */
    }
    return 0; /* count 3 */
}

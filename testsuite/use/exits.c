/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ends deep in calls, so that main and others never come to the end of their only path.  Every way
   that they take can be told from what others have counted. */
#include <stdio.h>
#include <stdlib.h>
#define OWN __attribute__((noipa))

static volatile int sink;

OWN int work(int n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        if (i & 3)
            s += i;
        else
            s ^= i;
    return s;
}

OWN void leave(int code)
{
    sink++;
    if (code < 9) {
        puts("end");
        exit(0);
    }
}

OWN void set_up(int n)
{
    sink += n;
}

/* Never runs, and could not end the program if it did. */
OWN void fallback(int n)
{
    sink -= n;
}

OWN void innermost(int n)
{
    if (n > 100)
        fallback(n);
    else
        sink += work(n);
    leave(0);
}

OWN void middle(int n)
{
    set_up(n);
    if (n & 1)
        innermost(n);
    else
        fallback(n);
}

int main(int argc, char **argv)
{
    (void)argv;
    if (argc > 5) {
        fallback(3);
        return 1;
    }
    set_up(argc);
    printf("begin\n");
    middle(7);
    if (sink == 5)
        work(4);
    return 0;
}

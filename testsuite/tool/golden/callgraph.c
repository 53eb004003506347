/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two cycles, one below the other; recursion; calls through pointers; calls by a library, and by it
   and the program; a function that nobody calls. */
#include <stdlib.h>

#define OUT __attribute__((noinline))

static volatile int sink;

OUT static void leaf(int n)
{
    sink += n;
}

OUT static void pong(int n);
OUT static void ping(int n)
{
    leaf(n);
    if (n > 0)
        pong(n - 1);
}
OUT static void pong(int n)
{
    if (n > 0)
        ping(n - 1);
}

OUT static void odd(int n);
OUT static void even(int n)
{
    if (n > 0)
        odd(n - 1);
    else
        ping(3);
}
OUT static void odd(int n)
{
    if (n > 0)
        even(n - 1);
}

OUT static int fibonacci(int n)
{
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

OUT static int compare(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

OUT static void apply(void (*function)(int), int n)
{
    function(n);
}

OUT void unused(void)
{
    leaf(1);
}

int main(void)
{
    int two[2] = {2, 1};
    for (int i = 0; i < 5; i++)
        even(6);
    fibonacci(10);
    apply(leaf, 1);
    apply(ping, 4);
    qsort(two, 2, sizeof *two, compare);
    if (compare(two, two + 1) >= 0)
        unused();
    return 0;
}

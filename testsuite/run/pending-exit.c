// SPDX-License-Identifier: GPL-3.0-or-later
// exit () below activations that wait: in recursion, through a pointer, through the C library.
// @status 3
// @variant pending=on
// @variant pending=on array-limit=0
// @variant pending=on update=atomic
// @variant pending=on max-paths=400
// @calls descend 11
// @calls stop 1
#include <stdio.h>
#include <stdlib.h>

static int calls;

__attribute__((noinline, noclone)) void stop(int status)
{
    puts("stops");
    if (status)
        exit(status); /* count 1 */
    puts("goes on");  /* count 0 */
}

static void (*volatile leave)(int) = stop;

__attribute__((noinline, noclone)) int descend(int depth)
{
    if (depth == 0)  /* count 11 */
        leave(3);    /* count 1 */
    for (int i = 0; i < 2; i++)
        calls++;     /* count 20 */
    if (depth == 10)
        puts("top"); /* count 1 */
    calls += descend(depth - 1) + (depth & 1); /* count 10 */
    return calls;    /* count 0 */
}

static int compare(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    if (++calls == 4)        /* count 4 */
        calls = descend(10); /* count 1 */
    return x - y;            /* count 3 */
}

static void at_end(void)
{
    puts("at the end"); /* count 1 */
}

int main(void)
{
    int some[] = {1, 2, 3, 4, 5, 6};
    atexit(at_end); /* count 1 */
    qsort(some, 6, sizeof *some, compare); /* count 1 */
    puts("sorted"); /* count 0 */
    return 0;
}

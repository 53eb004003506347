// SPDX-License-Identifier: GPL-3.0-or-later
// longjmp over activations that wait: recursion, frames of the C library, several buffers at once, out of
// a nested function, and a frame of its own.
// @variant pending=on
// @variant pending=on array-limit=0
// @variant pending=on update=thread
// @variant pending=on max-paths=400
// @calls inner 12
// @calls -O0 deep 48
// @calls nested 4
// @calls sorts 3
// @calls finds 5
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

static jmp_buf far, near;

/* Jumps far from 0, near from 1; comes back never. */
__attribute__((noinline, noclone)) int deep(int n)
{
    if (n == 0)
        longjmp(far, 1);  /* count 3 */
    if (n == 1)
        longjmp(near, 2); /* count 9 */
    int r = deep(n - 2);  /* count 36 */
    return r + n;         /* count 0 */
}

__attribute__((noinline, noclone)) int inner(int n)
{
    int r = setjmp(near);
    if (r)
        return r;   /* count 9 */
    r = deep(n);    /* count 12 */
    puts("back");   /* count 0 */
    return r;
}

/* n odd: near every time; n even: far at once. */
__attribute__((noinline, noclone)) int nested(int n)
{
    volatile int i = 0;
    if (setjmp(far))
        return -1;              /* count 3 */
    for (i = 0; i < 9; i++)
        if (inner(n) != 2)      /* count 12 */
            puts("neither");    /* count 0 */
    return i;                   /* count 1 */
}

static int compare(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    if (x == 7 || y == 7)
        longjmp(far, 3); /* count 2 */
    return x - y;
}

__attribute__((noinline, noclone)) int sorts(int n)
{
    int some[] = {3, 2, n, 1};
    if (setjmp(far))
        return 0;                          /* count 2 */
    qsort(some, 4, sizeof *some, compare); /* count 3 */
    return some[0];                        /* count 1 */
}

__attribute__((noinline, noclone)) int finds(int n)
{
    __label__ found;
    __attribute__((noinline)) int look(int k)
    {
        if (k == 3)
            goto found;          /* count 4 */
        if (k == 0)
            return 0;            /* count 1 */
        return look(k - 1);      /* count 8 */
    }
    if (look(n) == 0)            /* count 5 */
        return -1;               /* count 1 */
    return 0;                    /* count 0 */
found:
    return n; /* count 4 */
}

int main(void)
{
    int s = nested(4);           /* count 1 */
    s = s * 10 + nested(6);
    s = s * 10 + nested(7);
    s = s * 10 + nested(8);
    s += sorts(5) + sorts(7);
    s += sorts(7);
    for (int n = 2; n < 7; n++)
        s += finds(n);           /* count 5 */
    printf("%d\n", s);
    return 0;
}

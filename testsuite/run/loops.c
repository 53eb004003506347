// SPDX-License-Identifier: GPL-3.0-or-later
// Loops: a call that runs the body N times takes N + 1 paths, cut at each back edge.
// @calls sum 3
// @total sum 113
// @distinct sum 4
// @paths sum 1 2 2 108
// @calls square 2
// @total square 52
// @calls once 5
// @total once 10
// @calls leave 10
// @calls three 1
// @total three 156
#include <stdio.h>

/* 0, 10 and 100 rounds: one call straight out; two that enter, go round, and leave. */
__attribute__((noinline, noclone)) int sum(int n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s += i; /* count 110 */
    return s;
}

/* n rounds outside, n inside each: paths = calls + inner backs + outer backs. */
__attribute__((noinline, noclone)) int square(int n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            s += i * j; /* count 41 */
    return s;
}

/* The body comes first and the loop is left at once. */
__attribute__((noinline, noclone)) int once(int n)
{
    do {
        n += 3; /* count 10 */
    } while (n < 6);
    return n;
}

__attribute__((noinline, noclone)) int leave(int n)
{
    int s = 0;
    while (1) {
        s++; /* count 65 */
        if (s > n)
            break;
        if (s == 100)
            return -1;
        if (s & 1)
            continue;
        s += 0; /* count 25 */
    }
    return s;
}

__attribute__((noinline, noclone)) int three(void)
{
    int s = 0;
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < 5; j++)
            for (int k = 0; k < 5; k++)
                s += i ^ j ^ k; /* count 125 */
    return s;
}

int main(void)
{
    int s = sum(0) + sum(10) + sum(100) + square(4) + square(5);
    for (int i = 0; i < 5; i++)
        s += once(0) + leave(2 * i) + leave(2 * i + 3);
    printf("%d\n", s + three());
    return 0;
}

// SPDX-License-Identifier: GPL-3.0-or-later
// Calls through pointers: some that paths can follow after a test, some of another type, one that is
// set at run time, one that does not come back.
// @variant indirect=cut
// @variant indirect=chain
// @variant indirect=chain max-paths=60
// @calls add 110
// @calls mul 10
// @calls neg 10
// @calls twice 20
// @calls -O0 leave 1
#include <stdio.h>
#include <stdlib.h>

static int add(int a, int b)
{
    return a > b ? a + b : a - b; /* count 110 */
}

static int mul(int a, int b)
{
    int s = 0;
    for (int i = 0; i < b; i++)
        s += a; /* count 145 */
    return s;
}

static int neg(int a, int b)
{
    return -a + b; /* count 10 */
}

static double twice(double x)
{
    return x + x; /* count 20 */
}

static void leave(int status)
{
    printf("leaving\n"); /* count 1 */
    exit(status);
}

static int (*const table[])(int, int) = {add, mul, neg};
static double (*volatile scale)(double) = twice;
static void (*volatile end)(int) = leave;

static int apply(int (*f)(int, int), int n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s += f(i, n / 2); /* count 100 */
    return s;
}

int main(void)
{
    int s = 1;
    double d = 1;
    for (int i = 0; i < 30; i++)
        s += table[i % 3](s & 7, i); /* count 30 */
    for (int i = 0; i < 20; i++)
        d = scale(d); /* count 20 */
    s += apply(add, 100);
    printf("%d %g\n", s, d);
    end(0);
    return s;
}

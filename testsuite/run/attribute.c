// SPDX-License-Identifier: GPL-3.0-or-later
// A function with the attribute is left alone; the others are counted.
// @calls seen 10
// @absent left_alone
#include <stdio.h>

#ifdef PROFILED
#define NO_PATHPROF __attribute__((no_pathprof))
#else
#define NO_PATHPROF
#endif

__attribute__((noinline, noclone)) NO_PATHPROF int left_alone(int x)
{
    return x > 3 ? x : 3;
}

__attribute__((noinline, noclone)) int seen(int x)
{
    return left_alone(x) + 1; /* count 10 */
}

int main(void)
{
    int s = 0;
    for (int i = 0; i < 10; i++)
        s += seen(i);
    printf("%d\n", s);
    return 0;
}

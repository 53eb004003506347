// SPDX-License-Identifier: GPL-3.0-or-later
// GCC's own profiler beside this one: it finds first that a function is not const any more, and leaves that its calls
// say so.  What such a call hands over and back must be kept.
// @flags -fprofile-arcs
// @calls steps 100
// @calls choose 100
// @calls other 100
// @calls loop 101
#include <stdio.h>
#define ALONE __attribute__((noinline))
static ALONE int loop(int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += i & 2 ? n : -i;
    return sum; /* count 101 */
}
static ALONE void steps(int *value)
{
    *value += *value & 1 ? loop(7) : 2; /* count 100 */
}
__attribute__((const)) static ALONE int choose(int value)
{
    return value & 1 ? loop(value & 3) : 2; /* count 100 */
}
static ALONE int other(int value)
{
    return value & 1 ? loop(value & 3) : 2; /* count 100 */
}
int main(void)
{
    long sum = 0;
    int value = 1;
    for (int i = 0; i < 100; i++) {
        steps(&value);
        value &= 15;
        sum += choose(i) + other(i); /* count 100 */
    }
    printf("%ld %d\n", sum, value);
    return 0; /* count 1 */
}

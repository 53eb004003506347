/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "inlined.h"

NOIPA int left(int x)
{
    under_way = LEFT;
    return work(x & 3, 2 * x) + 1;
}
NOIPA int right(int x)
{
    under_way = RIGHT;
    return work(20 + (x & 7), 2 * x + 1) - 1;
}
/* Calls in one place of the source: what was done for each cannot be told apart, and need not. */
#define TWICE(a, b) work(a, b) + work(a, (b) + 100)
static inline __attribute__((always_inline)) int wrapped(int x, int kind)
{
    return work(x, kind) + 1;
}
NOIPA int early(int x)
{
    under_way = EARLY;
    return wrapped(2, x);
}
NOIPA int late(int x)
{
    under_way = LATE;
    return TWICE(4, x & 62) + wrapped(x & 1, 60);
}
/* These calls are left. */
NOIPA __attribute__((cold)) int seldom(int x)
{
    under_way = SELDOM;
    return work(300, x) - work(0, x);
}
NOIPA int three(int x)
{
    under_way = THREE;
    return version(x, 3);
}
NOIPA int five(int x)
{
    under_way = FIVE;
    return version(x + 7, 5);
}
NOIPA int near(int x)
{
    under_way = NEAR;
    return leaf(2 * x + 1) + 2;
}
NOIPA int far(int x)
{
    under_way = FAR;
    return leaf_too(2 * x) + 2;
}
NOIPA int first(int x)
{
    under_way = FIRST;
    return gate(x, 0) + gate(x + 1, 0);
}
NOIPA int second(int x, int open)
{
    under_way = SECOND;
    return gate(x, open) + 2;
}

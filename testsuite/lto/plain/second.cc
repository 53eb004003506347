// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared.h"

int one(int x)
{
    return x > 4 ? common(x & 3) : nested(x & 7);
}

int two(int x)
{
    int sum = 0;
    for (int i = 0; i < 3; i++)
        sum += i == x % 3 ? one(i) : three(i);
    return sum;
}

int down(int n)
{
    return n <= 0 ? common(1) : two(n) + down(n - 1);
}

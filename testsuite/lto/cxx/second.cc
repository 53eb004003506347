// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared.h"

int thrower(int x)
{
    std::vector<int> some(3, x);
    if (x % 5 == 0)
        throw x;
    return both(x % 6) + largest(some);
}

base *make(int which)
{
    if (which)
        return new derived;
    return new base;
}

int use(int x)
{
    try {
        return both(x);
    } catch (...) {
        return -1;
    }
}

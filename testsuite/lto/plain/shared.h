/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <cstdio>

int one(int x);
int two(int x);
int three(int x);
int down(int n);

/* A copy in every unit, of which one remains: the units call each other's. */
__attribute__((noinline)) inline int common(int x)
{
    int sum = 0;
    for (int i = 0; i < x; i++)
        sum += i & 1 ? i : -1;
    return sum;
}

template <class T> __attribute__((noinline)) T nested(T x)
{
    if (x > 3)
        return common(x) + 1;
    return x ? nested(x - 1) : common(2);
}

struct counter {
    int value = 0;
    virtual ~counter() = default;
    virtual int next(int by) { return value += common(by & 3); }
};

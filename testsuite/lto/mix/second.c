/* SPDX-License-Identifier: GPL-3.0-or-later */
#define UNIT 2
#include "shared.h"

__attribute__((visibility("hidden"))) int hidden_global = 5;

int twice(callback f, int x)
{
    return f(x) + f(x + 1) + clamp(x, 0, 4) + local(3);
}

__attribute__((noreturn)) void leave(int status)
{
    if (status)
        puts("bad");
    exit(status);
}

int even(int n)
{
    return n == 0 ? 1 : odd(n - 1);
}

static int real_one(int x)
{
    switch (x % 4) {
    case 0:
        return 7;
    case 1:
        return x;
    default:
        return local(x);
    }
}
int alias_one(int x) __attribute__((alias("real_one")));

__attribute__((weak)) int weak_one(int x)
{
    return x > 10 ? 1000 : 2000;
}

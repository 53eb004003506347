/* SPDX-License-Identifier: GPL-3.0-or-later */
#define UNIT 3
#include "shared.h"

int odd(int n)
{
    return n == 0 ? 0 : even(n - 1);
}

int weak_one(int x)
{
    return x > 15 ? 3 : 4;
}

void give_up(int x)
{
    if (x != 1)
        longjmp(escape, 1);
    local(x);
}

int pick(int x, const char *word)
{
    /* No table: GCC's own partitioning parts a static one from its labels. */
    const void *way = x % 3 == 0 ? &&one : x % 3 == 1 ? &&two : &&three;
    goto *way;
one:
    return (int)strlen(word);
two:
    return clamp(x, 1, 2);
three:
    if (word == NULL)
        leave(3);
    return local(2);
}

static int *never;

int jumping(int n)
{
    if (n > 0)
        return n + jumping(n - 1);
    if (never)
        *never = 1;
    return 0;
}

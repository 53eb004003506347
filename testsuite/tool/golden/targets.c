/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
static int add(int a)
{
    return a + 1;
}
static int twice(int a)
{
    return a * 2;
}
int other(int);
static int (*const table[])(int) = {add, twice, abs, other};
static int apply(int (*f)(int), int n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s = f(s);
    return s;
}
int main(void)
{
    int s = apply(table[0], 7) + apply(table[1], 3);
    for (int i = 0; i < 20; i++)
        s += table[i % 10 < 7 ? 0 : i % 5 < 3 ? 2 : 3](i);
    return s == 0;
}

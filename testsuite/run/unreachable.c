// SPDX-License-Identifier: GPL-3.0-or-later
// Blocks without successors that are not calls: __builtin_unreachable, __builtin_trap.
// @calls choose 9
// @paths choose 2 3 4
#include <stdio.h>

__attribute__((noinline, noclone)) int choose(int x)
{
    switch (x) {
    case 0:
        return 4;
    case 1:
        return 7;
    case 2:
        return 1;
    }
    __builtin_unreachable();
}

__attribute__((noinline, noclone)) int check(int x)
{
    if (x > 1000)
        __builtin_trap();
    return x;
}

int main(void)
{
    int s = 0;
    for (int i = 0; i < 9; i++)
        s += check(choose(i < 2 ? 0 : i < 5 ? 1 : 2));
    printf("%d\n", s);
    return 0;
}

// SPDX-License-Identifier: GPL-3.0-or-later
// Its helper has the name of another in work.c.
#include <stdio.h>
extern int hits;
int work(int i);
__attribute__((noinline)) static int helper(int i) { return i * 2; }
int main(void)
{
    int s = 0;
    for (int i = 0; i < 10; i++)
        s += work(i) + helper(i);
    printf("%d %d\n", s, hits);
    return 0;
}

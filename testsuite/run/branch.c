// SPDX-License-Identifier: GPL-3.0-or-later
// Sequences of two-way branches: each combination is a path.
// @calls two 60
// @paths two 10 20 30
// @distinct two 3
// @calls nested 12
// @paths nested 3 4 5
// @calls shortcut 8
// @paths shortcut 2 2 4
#include <stdio.h>

__attribute__((noinline, noclone)) int two(int a, int b)
{
    int r = 0;
    if (a)
        r += 1; /* count 30 */
    if (b)
        r += 2; /* count 50 */
    return r;
}

__attribute__((noinline, noclone)) int nested(int x)
{
    if (x < 3) {
        return 1;
    } else if (x < 7) {
        x += 5; /* count 4 */
    } else {
        x += 6; /* count 5 */
    }
    return x;
}

__attribute__((noinline, noclone)) int shortcut(int a, int b)
{
    int r = 0;
    if (a && b)
        r = 7; /* count 2 */
    return r;
}

int main(void)
{
    int sum = 0;
    for (int i = 0; i < 10; i++)
        sum += two(0, 0); /* count 10 */
    for (int i = 0; i < 20; i++)
        sum += two(0, 1) + two(1, 1) * (i % 2);
    for (int i = 0; i < 10; i++)
        sum += two(1, 1);
    for (int i = 0; i < 12; i++)
        sum += nested(i);
    for (int i = 0; i < 8; i++)
        sum += shortcut(i & 1, i & 2);
    printf("%d\n", sum);
    return 0;
}

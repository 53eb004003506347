/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A function whose short hot way is a loop, called by one that has none: that takes it in. */
#include <stdio.h>

__attribute__((noipa)) static void cold(int s, int k)
{
    if (s == k)
        puts("cold");
}

#define COLD(n)                                                                                    \
    case 1000 + n:                                                                                 \
        s = s * (n + 3) + a[i] / 3;                                                                \
        a[0]--;                                                                                    \
        cold(s, n);                                                                                \
        break;
#define FIVE(n) COLD(n) COLD(n + 1) COLD(n + 2) COLD(n + 3) COLD(n + 4)

int callee(int *a, int n)
{
    int s = 0, i = 0;
    do {
        if (a[i] & 1)
            s += a[i];
        else
            s ^= a[i] + i;
        if (a[i] > 900)
            switch (a[i]) {
                FIVE(0) FIVE(5) FIVE(10) FIVE(15) FIVE(20) FIVE(25)
            }
    } while (++i < n);
    return s;
}

__attribute__((noinline, noclone)) static int caller(int *a, int n)
{
    if (n < 1)
        return 0;
    if (n > 1000)
        return 1;
    return callee(a, n) + 1;
}

int main(void)
{
    int a[16], sum = 0;
    for (int i = 0; i < 16; i++)
        a[i] = i * 7;
    for (int k = 0; k < 100000; k++)
        sum += caller(a, 3);
    sum += callee(a, 16);
    printf("%d\n", sum);
    return 0;
}

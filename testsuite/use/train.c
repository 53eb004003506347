/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A program with hot, cold and rarely executed code, for the second compile. */
#include <stdio.h>
#include <stdlib.h>

#ifndef STEPS
#define STEPS 3
#endif

static int __attribute__((noinline)) digits(unsigned n)
{
    int count = 1;
    while (n >= 10) {
        n /= 10;
        count++;
    }
    return count;
}

int __attribute__((noinline)) unused(int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += digits(i);
    return sum;
}

/* One with options of its own, that may be split. */
static int __attribute__((optimize("O3"))) parts(int n)
{
    if (n < 0)
        return 0;
    return digits(n) + digits(n + 1) + digits(2 * n);
}

/* The one that is edited. */
int __attribute__((noinline)) edited(int n)
{
#ifdef EDITED
    if (n % 7 == 3)
        return digits(n);
#endif
    return n % STEPS ? n : -n;
}

int main(int argc, char **argv)
{
    long sum = 0;
    int rounds = argc > 1 ? atoi(argv[1]) : 1000;
    for (int i = 0; i < rounds; i++)
        sum += edited(i) + parts(i - 3) + parts(3 - i);
    if (argc > 2)
        sum += unused(rounds);
    printf("%ld\n", sum);
    return 0;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loops whose branch alternates (Roy and Srikant, figure 1): what an iteration does decides what
   the next one will, but no path of one iteration says so. */
#include <stdio.h>
#include <stdlib.h>

/* ODD is known where the loop is entered. */
__attribute__((noipa)) static unsigned known(const unsigned *p, int n)
{
    unsigned sum = 0;
    int odd = 0;
    for (int i = 0; i < n; i++) {
        if (odd) {
            sum += p[i];
            odd = 0;
        } else {
            sum ^= p[i] * 3;
            odd = 1;
            if (sum == 0)
                break;
        }
    }
    return sum;
}

/* It is not, and now and then the pattern is broken. */
__attribute__((noipa)) static unsigned unknown(const unsigned *p, int n, int odd)
{
    unsigned sum = 0;
    for (int i = 0; i < n; i++) {
        if (p[i] == 77)
            odd = rand() & 1;
        if (odd) {
            sum += p[i];
            odd = 0;
        } else {
            sum ^= p[i] * 3;
            odd = 1;
        }
    }
    return sum;
}

/* The figure itself: nothing is assigned that says which iteration is next, but one bit of I is
   known. */
__attribute__((noipa)) static unsigned parity(const unsigned *p, int n)
{
    unsigned sum = 0;
    int i = 0;
    do {
        if (i % 2 == 0) {
            sum += p[i];
        } else {
            sum ^= 4;
            if (sum == 0)
                break;
        }
    } while (++i < n);
    return sum;
}

/* A pattern of four: two iterations tell the next. */
__attribute__((noipa)) static unsigned four(const unsigned *p, int n)
{
    unsigned sum = 0;
    for (int i = 0; i < n; i++) {
        if ((i & 3) < 2)
            sum += p[i];
        else
            sum ^= p[i];
    }
    return sum;
}

/* GCC makes a mask of this branch, and vectors of the loop. */
__attribute__((noipa)) static void masks(unsigned *restrict q, const unsigned *restrict p, int n)
{
    for (int i = 0; i < n; i++) {
        unsigned v = p[i];
        if (i & 1)
            v = -v;
        q[i] = v;
    }
}

/* It unrolls this loop, and knows what S is in each of its seven rounds. */
__attribute__((noipa)) static unsigned rounds(unsigned n, int s)
{
    for (unsigned i = 0; i < n; i++) {
        int j = 7;
        do {
            switch (s & 3) {
            case 1:
                s = 3;
                break;
            case 3:
                s = 1;
                break;
            }
        } while (--j > 0);
    }
    return n + s;
}

int main(void)
{
    enum { N = 1000 };
    static unsigned numbers[N], masked[N];
    unsigned sum = 0;
    for (unsigned i = 0; i < N; i++)
        numbers[i] = i * 2654435761u >> 8 | 0x10000;
    numbers[N / 2] = 77;
    for (int i = 0; i < 100; i++) {
        numbers[i]++;
        sum = sum * 5 + known(numbers, N);
        sum = sum * 5 + unknown(numbers, N, i % 2);
        sum = sum * 5 + parity(numbers, N);
        sum = sum * 5 + four(numbers, N);
        masks(masked, numbers, N);
        sum = sum * 5 + masked[i] + rounds(N / 5, i);
    }
    printf("%u\n", sum);
    return 0;
}

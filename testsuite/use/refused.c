/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions that are called often and cannot be expanded, each for a reason of its own; `plain` can be. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "cold.h"

static jmp_buf place;

#define MUCH_COLD(a) COLD(a) COLD(a + 1) COLD(a + 2) COLD(a + 3)

int plain(int a)
{
    MUCH_COLD(a)
    return a ^ 1;
}

__attribute__((noinline)) int declared(int a)
{
    MUCH_COLD(a)
    return a ^ 2;
}

int several(int n, ...)
{
    va_list list;
    va_start(list, n);
    int a = va_arg(list, int);
    va_end(list);
    MUCH_COLD(a)
    return a ^ 3;
}

int jumped(int a)
{
    MUCH_COLD(a)
    return setjmp(place) ? 0 : a ^ 4;
}

int stacked(int a)
{
    char *text = __builtin_alloca(a % 8 + 8);
    MUCH_COLD(a)
    strcpy(text, "12345");
    return a ^ text[a % 4];
}

int computed(int a)
{
    static void *const to[] = {&&even, &&odd};
    MUCH_COLD(a)
    goto *to[a & 1];
even:
    return a ^ 5;
odd:
    return a ^ 6;
}

int again(int a)
{
    MUCH_COLD(a)
    return a & 64 ? again(a - 64) ^ a * 3 : a;
}

__attribute__((target("avx2"))) int other_target(int a)
{
    MUCH_COLD(a)
    return a ^ 7;
}

int main(int argc, char **argv)
{
    unsigned sum = argc + !argv;
    for (int i = 0; i < 20000; i++) {
        sum += plain(i);
        sum += declared(i);
        sum += several(1, i);
        sum += jumped(i);
        sum += stacked(i);
        sum += computed(i);
        sum += again(i);
        sum += other_target(i);
    }
    printf("%u\n", sum);
    return 0;
}

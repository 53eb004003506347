/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef int (*callback)(int);
extern jmp_buf escape;
int twice(callback f, int x);
int even(int n), odd(int n);
int weak_one(int x), alias_one(int x);
void give_up(int x);
/* Known here as a function that may return; its definition says that it does not. */
void leave(int status);
int pick(int x, const char *word);
int jumping(int n);

static inline int clamp(int x, int low, int high)
{
    if (x < low)
        return low;
    return x > high ? high : x;
}

/* Not declared inline, and large enough to be called: a static function of the same name in every
   unit. */
__attribute__((noinline)) static int local(int x)
{
    int sum = 0;
    for (int i = 0; i < x; i++)
        sum += i % 3 ? UNIT : i;
    return sum;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One program in several units: what a link may merge, rename, clone, inline across units and part. */
#define UNIT 1
#include "shared.h"

jmp_buf escape;
static int total;
extern int hidden_global;

static int add(int x)
{
    total += x;
    return total & 7;
}

static int negate(int x)
{
    return x < 0 ? x : -x;
}

/* Cloned for its constant arguments. */
__attribute__((noinline)) static int scaled(int x, int by)
{
    int result = 0;
    for (int i = 0; i < by; i++)
        result += x > i ? x : i;
    return result;
}

__attribute__((constructor)) static void before(void)
{
    total = 1;
}

int main(int argc, char **argv)
{
    int sum = 0;
    (void)argv;
    for (int i = 0; i < 20; i++) {
        sum += twice(i & 1 ? add : negate, i) + clamp(i, 3, 9) + local(i % 5);
        sum += even(i) + odd(i) + weak_one(i) + alias_one(i) + pick(i, "word") + scaled(i, 4);
        if (i % 4 == 0)
            sum += scaled(i, 7);
    }
    for (int i = 0; i < 3; i++)
        if (!setjmp(escape))
            give_up(i);
        else
            sum += i;
    sum += jumping(5) + hidden_global;
    printf("%d %d\n", sum, total);
    if (argc > 0)
        leave(0);
    return 1;
}

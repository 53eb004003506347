/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every kind of insight is planted here once; with -DINDEPENDENT each branch is taken as often, but by chance. */
#include <stdio.h>
#ifdef INDEPENDENT
#define planted(known, percent) chance(percent)
#else
#define planted(known, percent) (known)
#endif
#define CALLS 4000
#define noinline __attribute__((noinline))

static unsigned state = 1;
static volatile int sink;

/* True in PERCENT of the cases, without a branch. */
static noinline int chance(int percent)
{
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return (int)(state % 100) < percent;
}

static noinline void report_error(int n)
{
    sink = n;
}

static noinline void decides(int first)
{
    if (first) /* decides: cause */
        sink = 1;
    else
        sink = 2;
    sink = 3;
    if (planted(first, 40)) /* decides: branch */
        sink = 4;
    else
        sink = 5;
}

static noinline void alternates(void)
{
    for (int i = 0; planted(i < 20, 95); i++)
        if (planted(i & 1, 50)) /* alternates: branch */
            sink = 1;
        else
            sink = 2;
}

static noinline void iterations(void)
{
    for (int i = 0; planted(i < 10, 91); i++)
        if (planted(i == 0, 10)) /* iteration: branch */
            sink = 1;
        else
            sink = 2;
}

static noinline void called(int told)
{
    if (told) /* caller: branch */
        sink = 1;
    else
        sink = 2;
}

static noinline void calls_always(void)
{
    called(planted(1, 75));
}

static noinline void calls_by_chance(void)
{
    called(planted(chance(50), 75));
}

static noinline void one_path(int all)
{
    if (planted(all, 70))
        sink = 1;
    if (planted(all, 70))
        sink = 2;
    if (planted(all, 70))
        sink = 3;
    if (planted(all, 70))
        sink = 4;
    if (planted(all, 70))
        sink = 5;
}

static noinline void repeats(void)
{
    int i = 0;
    while (planted(i < 3, 75)) /* repeats: loop */
        i++;
    sink = i;
}

static noinline void errors(int failed)
{
    for (int i = 0; planted(i < 3, 75); i++)
        sink = i;
    sink = 1;
    if (failed)
        report_error(2); /* error-path: call */
    sink = 3;
    sink = 4;
}

int main(void)
{
    for (int i = 0; i < CALLS; i++) {
        decides(chance(40));
        alternates();
        iterations();
        calls_always();
        calls_by_chance();
        one_path(chance(70));
        repeats();
        errors(chance(30));
    }
    puts("done");
    return 0;
}

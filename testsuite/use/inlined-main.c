/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "inlined.h"
#include <stdio.h>
#include <stdlib.h>

unsigned long done[CALLERS][ARMS];
int under_way;
NOIPA void odd(void) { done[under_way][ODD]++; }
NOIPA void even(void) { done[under_way][EVEN]++; }
NOIPA void long_way(void) { done[under_way][LONG]++; }
NOIPA void short_way(void) { done[under_way][SHORT]++; }

NOIPA int outer(int x)
{
    under_way = OUTER;
    return middle(x & 1, 2 * x);
}
NOIPA int other(int x)
{
    under_way = OTHER;
    return middle(30, -x);
}

int main(int argc, char **argv)
{
    static const char *const callers[] = {"left", "right", "outer", "other", "early",
                                          "late", "seldom", "three", "five",
                                          "near", "far", "first", "second"};
    static const char *const arms[] = {"odd", "even", "long_way", "short_way"};
    int n = argc > 1 ? atoi(argv[1]) : 1000, sum = 0;
    for (int i = 0; i < n; i++) {
        sum += left(i) + early(i) + outer(i) + three(i) - five(i / 2);
        sum += first(i) + far(i);
        if (i % 10 == 0)
            sum ^= right(i) + late(i) + second(i, i % 20);
        if (i % 7 == 0)
            sum -= other(i);
        if (i % 400 == 3)
            sum += seldom(i) + near(i);
    }
    for (int c = 0; c < CALLERS; c++)
        for (int a = 0; a < ARMS; a++)
            printf("%s %s %lu\n", callers[c], arms[a], done[c][a]);
    fprintf(stderr, "%d\n", sum);
    return 0;
}

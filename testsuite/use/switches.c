/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Switches of several types, of which one way is taken often or none is.  The argument says how often what else there
   is comes; each value that a case has, and those beside it, come at least once. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

/* One row of values, at the lower end of the type. */
__attribute__((noipa)) static int lowest(signed char c)
{
    switch (c) {
    case -128 ... -100: return 1;
    case -50: return 2;
    case 0: return 3;
    case 7: return 4;
    case 100: return 5;
    case 127: return 6;
    default: return 7;
    }
}

/* Two rows lead the usual way; what is usual is in the longer one. */
__attribute__((noipa)) static int two_rows(unsigned char c, int *seen)
{
    switch (c) {
    case 3: return ++*seen;
    case 20 ... 25:
    case 27: *seen += 2; break;
    case 26: return 5;
    case 30: *seen += 3; break;
    case 31: return 6;
    case 40: *seen += 4; break;
    default: return 7;
    }
    return *seen & 3;
}

/* One value, of a type with more bits than an int; the last of all. */
__attribute__((noipa)) static int last(unsigned long long v)
{
    switch (v) {
    case 0: return 1;
    case 2: return 2;
    case 3: return 3;
    case 5: return 4;
    case ULLONG_MAX - 1: return 5;
    case ULLONG_MAX: return 6;
    default: return 7;
    }
}

/* First one way, then another of what is left. */
__attribute__((noipa)) static int twice(int v)
{
    int sum = 0;
    for (int i = 0; i < 4; i++)
        switch (v + (i == 3)) {
        case INT_MIN: sum += 1; break;
        case -1: sum += 2; break;
        case 1: sum += 3; break;
        case 2: sum += 4; continue;
        case 4: sum += 5; break;
        case 9: return sum;
        default: sum += 7;
        }
    return sum;
}

/* None is taken often. */
__attribute__((noipa)) static int evenly(int v)
{
    switch (v & 7) {
    case 0: return 3;
    case 1: return 1;
    case 2: return 4;
    case 3: return 15;
    case 4: return 9;
    case 6: return 2;
    default: return 6;
    }
}

int main(int argc, char **argv)
{
    int others = argc > 1 ? atoi(argv[1]) : 10, seen = 0;
    unsigned long long sum = 0;
    for (int i = 0; i < 100000; i++) {
        int other = i % 100 < others;
        sum = sum * 31 + lowest(other ? (signed char)i : -128 + i % 29);
        sum = sum * 31 + two_rows(other ? (unsigned char)i : 20 + i % 6, &seen);
        sum = sum * 31 + last(other ? (unsigned long long)(i % 7) - i % 3 : ULLONG_MAX);
        sum = sum * 31 + twice(other ? i % 11 - 2 : i & 3 ? 1 : 2);
        sum = sum * 31 + evenly(i);
    }
    sum += lowest(-99) + lowest(-101) + twice(INT_MIN);
    printf("%llu %d\n", sum, seen);
    return 0;
}

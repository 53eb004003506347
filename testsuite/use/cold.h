/* SPDX-License-Identifier: GPL-3.0-or-later */
/* COLD (A): code that never runs, much of it, so that GCC does not inline the functions that have it. */
#include <stdio.h>

volatile int no;
int errors;

#define COLD(a)                                                                                     \
    if (no) {                                                                                       \
        fprintf(stderr, "%d %d\n", a, no);                                                          \
        errors += a;                                                                                \
        if (no > 1)                                                                                 \
            fprintf(stderr, "%d %d %d\n", a, no, errors);                                           \
        if (no > 2)                                                                                 \
            fprintf(stderr, "%d %d %d %s\n", a, no, errors, "more");                                \
        if (no > 3)                                                                                 \
            fprintf(stderr, "%d %d %d %s\n", a, no, errors, "most");                                \
    }

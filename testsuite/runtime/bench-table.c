/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Not a test: what a count in a table costs, for streams of path numbers of several kinds.  Build
   it with the runtime: gcc -O2 bench-table.c ../../runtime/runtime.c -lm */
#include "unit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define LENGTH (1 << 16)
#define TIMES 200

static uint64_t stream[LENGTH];
static uint64_t state = 88172645463325252u;

static double uniform(void) /* xorshift64 */
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (double)(state >> 11) / 9007199254740992.0;
}

static void zipf(unsigned paths, double exponent, unsigned from, unsigned to, uint64_t base)
{
    double *below = malloc((paths + 1) * sizeof *below);
    below[0] = 0;
    for (unsigned i = 1; i <= paths; i++)
        below[i] = below[i - 1] + 1 / pow(i, exponent);
    for (unsigned i = from; i < to; i++) {
        double at = uniform() * below[paths];
        unsigned low = 0, high = paths;
        while (high - low > 1) {
            unsigned middle = (low + high) / 2;
            *(below[middle] <= at ? &low : &high) = middle;
        }
        stream[i] = base + (uint64_t)low * 2654435761u % 1000003;
    }
    free(below);
}

static void measure(const char *name)
{
    struct timespec start, end;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &start);
    for (int times = 0; times < TIMES; times++)
        for (unsigned i = 0; i < LENGTH; i++)
            count_table(stream[i]);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
    double ns = (end.tv_sec - start.tv_sec) * 1e9 + (end.tv_nsec - start.tv_nsec);
    uint64_t misses = 0; /* of one more round */
    for (unsigned i = 0; i < LENGTH; i++) {
        misses += home_pair(my_table(), stream[i])->key != stream[i] + 1;
        count_table(stream[i]);
    }
    printf("%-40s %6.2f ns a count, %4.1f %% misses\n", name, ns / TIMES / LENGTH,
           100.0 * misses / LENGTH);
}

int main(void)
{
    zipf(3000, 1.0, 0, LENGTH, 0);
    measure("Zipf, 3000 paths");
    zipf(3000, 1.5, 0, LENGTH, 1 << 20);
    measure("Zipf (1.5), 3000 other paths");
    zipf(100000, 1.0, 0, LENGTH, 1 << 21);
    measure("Zipf, 100000 paths");
    for (unsigned i = 0; i < LENGTH; i++)
        stream[i] = (5u << 24) + i % 1000;
    measure("1000 paths in turn");
    for (unsigned i = 0; i < LENGTH; i++)
        stream[i] = (6u << 24) + i % 10000;
    measure("10000 paths in turn");
    for (unsigned i = 0; i < LENGTH; i++)
        stream[i] = (7u << 24) + i % 4;
    measure("4 paths in turn");
    for (unsigned phase = 0; phase < 16; phase++)
        zipf(500, 1.0, phase * (LENGTH / 16), (phase + 1) * (LENGTH / 16), (8u + phase) << 24);
    measure("16 phases of 500 paths, Zipf");
    return 0;
}

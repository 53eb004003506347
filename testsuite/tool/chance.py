#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""chance.py SEED N: a C program of N functions with branches and a loop, each of which goes its way by chance, some with
even odds and some nearly always the same way; each function is called 30 to 400 times."""
import random
import sys

HEAD = """#include <stdint.h>
static uint64_t state = {};
static volatile int x;
static inline __attribute__((always_inline)) int chance(int permille)
{{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (int)((state * 0x2545F4914F6CDD1Dull) >> 40) % 1000 < permille;
}}
"""

BRANCH = """    if (chance({}))
        x++;
    else
        x--;
"""


def main():
    seed, num = map(int, sys.argv[1:])
    rng = random.Random(seed)
    print(HEAD.format(seed * 0x9E3779B97F4A7C15 % 2**64 | 1))
    for f in range(num):
        print('__attribute__((noinline)) static void f%d(void)\n{' % f)
        for _ in range(rng.randint(3, 6)):
            print(BRANCH.format(rng.choice([20, 100, 300, 500, 700, 900, 950, 980, 990])), end='')
        print('    while (chance(%d)) {' % rng.choice([200, 500, 700, 800, 900, 950]))
        print(BRANCH.format(rng.choice([50, 300, 500, 700, 950])), end='')
        print('    }\n}')
    print('int main(void)\n{')
    for f in range(num):
        print('    for (int i = 0; i < %d; i++)\n        f%d();' % (rng.choice([30, 60, 80, 100, 150, 200, 400]), f))
    print('    return 0;\n}')


main()

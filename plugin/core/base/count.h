/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Arithmetic of counts.  They saturate: a forged file must not make them wrap. */
#ifndef PATHPROF_COUNT_H
#define PATHPROF_COUNT_H

#include <stdint.h>

static inline uint64_t pp_add(uint64_t a, uint64_t b)
{
    uint64_t sum;
    return __builtin_add_overflow(a, b, &sum) ? UINT64_MAX : sum;
}

static inline uint64_t pp_multiply(uint64_t a, uint64_t b)
{
    uint64_t product;
    return __builtin_mul_overflow(a, b, &product) ? UINT64_MAX : product;
}

/* COUNT times WEIGHT, rounded; at least 1 if neither is 0. */
uint64_t pp_weighed(uint64_t count, double weight);

#endif

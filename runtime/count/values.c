/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Option values=: divisors, and sizes of memcpy and the like.  A unit counts pairs of site and value
   in its table of targets, where the names of sites are no vertices of calls.  A number from
   -LEAST_LARGE to LEAST_LARGE, or a power of two, is always told apart.  Of others there may be as many as the
   statement is run: those that come when the table has grown large are counted by their size alone. */
#include "../runtime.h"

#define LEAST_LARGE 1024

/* Not every machine has an instruction for this. */
static uint64_t log_of(uint64_t value)
{
    uint64_t log = 0;
    while (value >>= 1)
        log++;
    return log;
}

static bool is_power(uint64_t value)
{
    return (value & (value - 1)) == 0;
}

/* A pair's name is its site and what is below. */
static void count_value(const struct counted_in *in, uint64_t site, uint64_t value)
{
    uint64_t pair = site << 32;
    if (value >= (uint64_t)-LEAST_LARGE)
        pair |= (uint32_t)value;
    else if (value >= PATHPROF_VALUES)
        pair |= (is_power(value) ? PATHPROF_VALUE_POWER : PATHPROF_VALUE_SIZE) + log_of(value);
    else if (value < LEAST_LARGE || is_power(value) ||
             table_takes(in->table, pair | value, in->shift))
        pair |= value;
    else
        pair |= PATHPROF_VALUE_SIZE + log_of(value);
    count_pair(in, pair);
}

void __pathprof_value(struct pathprof_unit *unit, char **slot, uint64_t name, uint64_t value,
                      uint64_t other)
{
    struct counted_in in = targets_of(unit, slot);
    uint64_t site = (uint32_t)name, how = name >> 32;
    count_value(&in, site, value);
    if (how == PATHPROF_COUNT_REMAINDER)
        count_pair(&in, site << 32 | (PATHPROF_VALUE_TIMES + (other < value           ? 0
                                                              : other - value < value ? 1
                                                                                      : 2)));
    else if (how == PATHPROF_COUNT_SIZE)
        count_pair(&in, site << 32 | (PATHPROF_VALUE_ZEROS +
                                      (other ? (uint64_t)__builtin_ctzll(other) : 63)));
}

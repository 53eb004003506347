/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values that statements used (option values=), in a profile. */
#ifndef PATHPROF_VALUES_H
#define PATHPROF_VALUES_H

#include "core/profile/profile.h"

/* Adds what RECORD, of UNIT, says of a site to PROFILE.  Returns how many of its counts mean nothing. */
size_t pp_take_values(struct pp_profile *profile, const struct pp_unit *unit,
                      const struct pp_data_function *record);

/* When all is taken: one count for each site and value, by vertex, ordinal and value. */
void pp_sum_values(struct pp_profile *profile);

/* What the ORDINAL-th site of VERTEX counted: *FIRST, and how many. */
size_t pp_values_of(const struct pp_profile *profile, uint32_t vertex, uint32_t ordinal,
                    const struct pp_value **first);

/* The values of a site, of one profile or the sum of several. */
struct pp_value_sum {
    struct pp_value
        *values; /* that are told apart, or not (format.h); the most frequent first, malloc'd */
    size_t num;
    uint64_t all; /* their counts */
    uint64_t
        times[3]; /* of a remainder: the divisor went 0 times, once, more often into the dividend */
    uint64_t aligned[64]; /* of a size: so many zeros the address ended with */
};

/* Adds them to SUM, which is all 0 at first. */
void pp_add_values(struct pp_value_sum *sum, const struct pp_profile *profile, uint32_t vertex,
                   uint32_t ordinal);

/* Is VALUE one, rather than one of several of its size?  If so, which; that of a signed number in 64
   bits. */
bool pp_is_told(const struct pp_value *value, uint64_t *which);

/* Its logarithm, rounded down, if it is not. */
unsigned pp_value_log(const struct pp_value *value);

#endif

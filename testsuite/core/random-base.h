/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random numbers, and the counting of results. */
#ifndef RANDOM_BASE_H
#define RANDOM_BASE_H

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>

extern uint64_t rng; /* state of the random numbers: what is set to the same goes on the same way */
uint64_t next_random(void);
uint32_t below(uint32_t n);
bool chance(uint32_t percent);

/* Begins graph I of those that SEED makes. */
void seed_graph(uint64_t seed, unsigned i);

/* The program's properties, by number. */
#define MOST_PROPERTIES 32
extern const char *const property_names[];
extern const unsigned num_properties;

/* Counts a check of PROPERTY; says FORMAT of the first that are not GOOD.  Returns GOOD. */
bool check(unsigned property, bool good, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Prints the results.  Returns whether all properties were checked and none failed. */
bool report_properties(void);

#endif

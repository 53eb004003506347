/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What fuzz.c, the loop, and fuzz-readers.c, what is tried, have of each other. */
#ifndef FUZZ_H
#define FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define MOST_BYTES 4096

extern unsigned char now[MOST_BYTES + 8]; /* what is being tried: a reader may change it */
extern size_t now_size;

/* A random number below BELOW. */
uint64_t roll(uint64_t below);

/* The readers; the last has no name.  Each returns whether the input is whole. */
struct target {
    const char *name;
    bool (*try)(void);
};
extern const struct target targets[];

/* Whether the tools read the data file. */
bool fuzz_reads(const unsigned char *bytes, size_t size);

/* fuzz-runtime.c */
bool fuzz_runtime(const unsigned char *bytes, size_t size);

#endif

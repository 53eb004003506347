/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prime paths (Ammann and Offutt, 2008): simple paths, on which no block comes twice but the first as the last, that
   are part of no longer one.  Of the graph that gcov knows, without Entry and Exit, so that they are those of gcov
   --prime-paths (GCC 15, prime-paths.cc). */
#ifndef PATHPROF_PRIME_PATHS_H
#define PATHPROF_PRIME_PATHS_H

#include "core/lines/line-graph.h"

/* GCC's -fpath-coverage-limit: a function with more is left out. */
#define PP_MOST_PRIMES 250000

struct pp_prime_paths {
    uint32_t num_blocks;
    uint32_t first_block; /* line block that block 0 is */
    uint32_t *first_next,
        *next; /* those behind block b: next[first_next[b]] ..., rising, each once */
    uint32_t *blocks,
        *first; /* path n: blocks[first[n]] up to blocks[first[n + 1]]; in lexicographic order */
    uint32_t num, room, room_blocks;
    bool too_many; /* then there are none */
};

/* Of procedure P. */
void pp_prime_paths_make(struct pp_prime_paths *primes, const struct pp_line_graph *lines,
                         const struct pp_graph *g, uint32_t p);
void pp_prime_paths_free(struct pp_prime_paths *primes);

static inline uint32_t pp_prime_length(const struct pp_prime_paths *primes, uint32_t n)
{
    return primes->first[n + 1] - primes->first[n];
}

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The coarsest partition that respects a partition and a set of functions (thesis 9.2.3, figure 50;
   Hopcroft 1971): of automata, the minimisation. */
#ifndef PATHPROF_HOPCROFT_H
#define PATHPROF_HOPCROFT_H

#include <stddef.h>
#include <stdint.h>

/* FUNCTION maps FROM to TO.  Functions are numbered from 0; a function may be partial. */
struct pp_mapping {
    uint32_t from, function, to;
};

/* Splits the blocks of the elements 0 to NUM - 1 (block[i] is i's; blocks are numbered from 0, none
   is empty) until, for any two elements of a block and every function, either the function maps
   both, into one block, or it maps neither; no partition with fewer blocks does that.  Renumbers
   the blocks in the order of their first elements.  Returns how many there are; adds to *STEPS, if
   it is not NULL, how many mappings were looked at: of M, no more than M * (1 + log2 NUM). */
uint32_t pp_coarsest(uint32_t num, uint32_t *block, const struct pp_mapping *mappings, size_t m,
                     uint64_t *steps);

#endif

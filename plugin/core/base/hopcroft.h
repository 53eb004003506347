/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The coarsest partition that respects a partition and a set of functions (thesis 9.2.3, figure 50;
   Hopcroft 1971): of automata, the minimisation. */
#ifndef PATHPROF_HOPCROFT_H
#define PATHPROF_HOPCROFT_H

#include <stddef.h>
#include <stdint.h>

#include <stdbool.h>

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

/* ---- The same in steps, for those who have more to split by than functions. */

struct pp_partition_block {
    uint32_t first, size; /* its elements: at[first] on */
    uint32_t marked;      /* the first so many of them are in the inverse image */
    bool waiting;         /* on the worklist */
};

/* A partition that is being refined. */
struct pp_partition {
    uint32_t *at;    /* elements, block by block */
    uint32_t *place; /* where in at an element is */
    uint32_t *block; /* which block it is in; the caller's */
    struct pp_partition_block *blocks;
    uint32_t num_blocks;
    uint32_t *worklist; /* a stack of blocks */
    uint32_t num_waiting;
    uint32_t *touched; /* blocks with marked elements */
    uint32_t num_touched;
    /* What is told; may be NULL: block B is taken, and by it others will be split; of B a part
       has become a block of its own. */
    void *context;
    void (*taken)(void *context, uint32_t b);
    void (*parted)(void *context, uint32_t b, uint32_t part);
};

/* A function need not be one: where it maps an element to several, a block may be split by whether
   elements are mapped into another, but is not certain to be. */
struct pp_inverse {
    const struct pp_mapping *mappings;
    uint32_t *first; /* of an element's mappings in sorted; num + 1 of them */
    uint32_t *sorted;
    uint32_t *head;  /* by function: the last mapping found, a place in sorted; PP_NONE */
    uint32_t *next;  /* the one found before it */
    uint32_t *found; /* functions that map into the splitter */
};

/* BLOCK's partition, all of its blocks on the worklist. */
void pp_partition_make(struct pp_partition *p, uint32_t num, uint32_t *block);
void pp_partition_free(struct pp_partition *p);
void pp_inverse_make(struct pp_inverse *in, uint32_t num, const struct pp_mapping *mappings,
                     size_t m);
void pp_inverse_free(struct pp_inverse *in);

/* Until the worklist is empty. */
void pp_partition_refine(struct pp_partition *p, struct pp_inverse *in, uint64_t *looked_at);

/* Divides block B, the worklist being empty, into PARTS blocks, none empty: its element at[first + i]
   goes to the part[i]-th, of which the 0th stays B.  All but the largest go on the worklist. */
void pp_partition_divide(struct pp_partition *p, uint32_t b, const uint32_t *part, uint32_t parts);

/* Numbers the blocks in the order of their first elements of NUM.  Returns how many there are. */
uint32_t pp_partition_rename(struct pp_partition *p, uint32_t num);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Disjoint sets of 0 .. n - 1 (Galler and Fischer 1964; by size, paths halved). */
#ifndef PATHPROF_UNION_FIND_H
#define PATHPROF_UNION_FIND_H

#include <stdbool.h>
#include <stdint.h>

struct pp_sets {
    uint32_t *parent, *size;
};

/* Every element is alone. */
void pp_sets_make(struct pp_sets *s, uint32_t n);
void pp_sets_free(struct pp_sets *s);

/* The element that stands for V's set. */
uint32_t pp_sets_find(struct pp_sets *s, uint32_t v);

/* Unites the sets of U and V.  Returns false if they were one. */
bool pp_sets_unite(struct pp_sets *s, uint32_t u, uint32_t v);

/* The representative of V in a forest of parents, where a representative is its own: for those who
   choose themselves which of two becomes the other's parent.  Paths are halved. */
static inline uint32_t pp_find_root(uint32_t *parent, uint32_t v)
{
    while (parent[v] != v)
        v = parent[v] = parent[parent[v]];
    return v;
}

#endif

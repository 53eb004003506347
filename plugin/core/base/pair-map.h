/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A map from pairs of numbers to numbers: open addressing, never more than half full. */
#ifndef PATHPROF_PAIR_MAP_H
#define PATHPROF_PAIR_MAP_H

#include <stdint.h>

struct pp_pair_slot {
    uint32_t a, b, value;
};

/* All zero: empty. */
struct pp_pair_map {
    struct pp_pair_slot *slots;
    uint32_t num_slots; /* a power of two, or 0 */
    uint32_t num;
};

/* Where the value of (A, B) is, which is PP_NONE if there was none; valid until the next call.  Whoever
   asks sets it. */
uint32_t *pp_pair_at(struct pp_pair_map *map, uint32_t a, uint32_t b);

/* The value of (A, B); PP_NONE if there is none. */
uint32_t pp_pair_get(const struct pp_pair_map *map, uint32_t a, uint32_t b);

void pp_pair_map_free(struct pp_pair_map *map);

#endif

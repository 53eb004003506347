/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/pair-map.h"

#include <stdlib.h>

#include "core/base/memory.h"

/* The slot of (A, B), or the free one where it would be: A is PP_NONE there. */
static struct pp_pair_slot *slot_of(const struct pp_pair_map *map, uint32_t a, uint32_t b)
{
    uint64_t mixed = ((uint64_t)a << 32 | b) * UINT64_C(0x9e3779b97f4a7c15);
    uint32_t slot = (uint32_t)(mixed >> 32) & (map->num_slots - 1);
    while (map->slots[slot].a != PP_NONE && (map->slots[slot].a != a || map->slots[slot].b != b))
        slot = (slot + 1) & (map->num_slots - 1);
    return &map->slots[slot];
}

static void grow(struct pp_pair_map *map)
{
    struct pp_pair_map old = *map;
    map->num_slots = old.num_slots ? old.num_slots * 2 : 64;
    map->slots = pp_xmalloc(map->num_slots * sizeof *map->slots);
    for (uint32_t i = 0; i < map->num_slots; i++)
        map->slots[i] = (struct pp_pair_slot){PP_NONE, PP_NONE, PP_NONE};
    for (uint32_t i = 0; i < old.num_slots; i++)
        if (old.slots[i].a != PP_NONE)
            *slot_of(map, old.slots[i].a, old.slots[i].b) = old.slots[i];
    free(old.slots);
}

uint32_t *pp_pair_at(struct pp_pair_map *map, uint32_t a, uint32_t b)
{
    if (map->num * UINT64_C(2) >= map->num_slots)
        grow(map);
    struct pp_pair_slot *slot = slot_of(map, a, b);
    if (slot->a == PP_NONE) {
        *slot = (struct pp_pair_slot){a, b, PP_NONE};
        map->num++;
    }
    return &slot->value;
}

uint32_t pp_pair_get(const struct pp_pair_map *map, uint32_t a, uint32_t b)
{
    return map->num_slots ? slot_of(map, a, b)->value : PP_NONE;
}

void pp_pair_map_free(struct pp_pair_map *map)
{
    free(map->slots);
    *map = (struct pp_pair_map){0};
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tool/inner/never-back.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/count.h"
#include "core/base/endian.h"
#include "core/base/memory.h"

void pp_ways_to_calls_free(struct pp_ways_to_calls *ways)
{
    free(ways->list);
    free(ways->slots);
    free(ways->edges);
    *ways = (struct pp_ways_to_calls){0};
}

static bool is_same(const struct pp_ways_to_calls *ways, const struct pp_way_to_call *x,
                    const struct pp_inner_path *y)
{
    return x->proc == y->proc && x->begin == y->begin && x->call == y->call &&
           (x->forgets || x->node == y->node) && x->num == y->num &&
           (!x->num || memcmp(ways->edges + x->first, y->edges, x->num * sizeof *y->edges) == 0);
}

static uint64_t hash(const struct pp_way_to_call *way, const uint32_t *edges)
{
    const uint32_t key[] = {way->begin, way->call, way->forgets ? PP_NONE : way->node};
    return pp_fnv(pp_fnv(UINT64_C(0xcbf29ce484222325), key, sizeof key), edges,
                  way->num * sizeof *edges);
}

static void enlarge(struct pp_ways_to_calls *ways)
{
    free(ways->slots);
    ways->num_slots = ways->num_slots ? 2 * ways->num_slots : 1024;
    ways->slots = pp_xmalloc(ways->num_slots * sizeof *ways->slots);
    memset(ways->slots, 0xff, ways->num_slots * sizeof *ways->slots);
    for (uint32_t i = 0; i < ways->num; i++) {
        uint64_t at = hash(&ways->list[i], ways->edges + ways->list[i].first);
        while (ways->slots[at & (ways->num_slots - 1)] != PP_NONE)
            at++;
        ways->slots[at & (ways->num_slots - 1)] = i;
    }
}

/* The way that PATH is. */
static struct pp_way_to_call *way_of(struct pp_ways_to_calls *ways,
                                     const struct pp_inner_path *path, bool forgets)
{
    struct pp_way_to_call way = {.proc = path->proc,
                                 .begin = path->begin,
                                 .call = path->call,
                                 .node = path->node,
                                 .num = path->num,
                                 .first = ways->num_edges,
                                 .forgets = forgets};
    if (2 * ways->num >= ways->num_slots)
        enlarge(ways);
    uint64_t at = hash(&way, path->edges);
    uint32_t *slot;
    while (*(slot = &ways->slots[at & (ways->num_slots - 1)]) != PP_NONE) {
        if (is_same(ways, &ways->list[*slot], path))
            return &ways->list[*slot];
        at++;
    }
    ways->list = pp_grow(ways->list, &ways->room, ways->num, 1, sizeof *ways->list);
    *slot = ways->num++;
    ways->list[*slot] = way;
    for (uint32_t i = 0; i < path->num; i++) {
        ways->edges =
            pp_grow_long(ways->edges, &ways->room_edges, ways->num_edges, sizeof *ways->edges);
        ways->edges[ways->num_edges++] = path->edges[i];
    }
    return &ways->list[*slot];
}

void pp_note_call(struct pp_ways_to_calls *ways, const struct pp_inner_path *path,
                  enum pp_call_event what, bool forgets)
{
    struct pp_way_to_call *way = way_of(ways, path, forgets);
    uint64_t *count = what == PP_CALL_MADE   ? &way->made
                      : what == PP_CALL_BACK ? &way->back
                                             : &way->under_way;
    *count = pp_add(*count, path->count);
    if (what == PP_CALL_MADE)
        way->several |= way->node != path->node;
}

/* A context of PROC of which nothing is known. */
static uint32_t unknown_context(struct pp_tree *tree, uint32_t proc)
{
    struct pp_frame frame = {.proc = proc, .call = PP_NONE, .node = PP_NONE};
    struct pp_walk walk = {.stack = &frame, .depth = 1};
    return pp_tree_at(tree, &walk);
}

void pp_never_back(const struct pp_ways_to_calls *ways, struct pp_tree *tree, pp_inner_taken *take,
                   void *to)
{
    for (uint32_t i = 0; i < ways->num; i++) {
        const struct pp_way_to_call *way = &ways->list[i];
        uint64_t never = way->made > way->back ? way->made - way->back : 0;
        /* A program that was killed has calls under way whose paths ended nowhere. */
        if (!way->forgets && never > way->under_way)
            never = way->under_way;
        if (!never)
            continue;
        struct pp_inner_path path = {.proc = way->proc,
                                     .begin = way->begin,
                                     .edges = ways->edges + way->first,
                                     .num = way->num,
                                     .node = way->node,
                                     .call = way->call,
                                     .pending = true,
                                     .count = never};
        if (tree && way->several)
            path.node = unknown_context(tree, way->proc);
        take(to, &path);
    }
}

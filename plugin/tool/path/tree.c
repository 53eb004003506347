/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "tool/path/tree.h"

#include <stdlib.h>

#include "core/number/path.h"

void pp_tree_init(struct pp_tree *tree, bool sites)
{
    *tree = (struct pp_tree){.sites = sites, .first_root = PP_NONE, .last_root = PP_NONE};
}

void pp_tree_free(struct pp_tree *tree)
{
    free(tree->nodes);
    free(tree->slots);
    *tree = (struct pp_tree){0};
}

static bool same(const struct pp_node *a, const struct pp_node *b)
{
    return a->parent == b->parent && a->proc == b->proc && a->call == b->call && a->open == b->open;
}

/* The slot of a node like KEY, or the free one where it would be. */
static uint32_t *slot_of(const struct pp_tree *tree, const struct pp_node *key)
{
    uint64_t hash = key->parent;
    hash = (hash ^ key->proc) * UINT64_C(0x9e3779b97f4a7c15);
    hash = (hash ^ (hash >> 32) ^ key->call ^ (uint64_t)key->open << 40) *
           UINT64_C(0x9e3779b97f4a7c15);
    uint32_t i = (uint32_t)(hash >> 32) & (tree->num_slots - 1);
    while (tree->slots[i] != PP_NONE && !same(&tree->nodes[tree->slots[i]], key))
        i = (i + 1) & (tree->num_slots - 1);
    return &tree->slots[i];
}

static void grow(struct pp_tree *tree)
{
    tree->nodes = pp_grow(tree->nodes, &tree->cap, tree->num, 1, sizeof *tree->nodes);
    if (2 * tree->num < tree->num_slots)
        return;
    tree->num_slots = 4 * tree->cap;
    tree->slots = pp_xrealloc(tree->slots, tree->num_slots * sizeof *tree->slots);
    for (uint32_t i = 0; i < tree->num_slots; i++)
        tree->slots[i] = PP_NONE;
    for (uint32_t n = 0; n < tree->num; n++)
        *slot_of(tree, &tree->nodes[n]) = n;
}

void pp_tree_hang(struct pp_tree *tree, uint32_t n)
{
    uint32_t parent = tree->nodes[n].parent;
    uint32_t *first = parent == PP_NONE ? &tree->first_root : &tree->nodes[parent].first_child;
    uint32_t *last = parent == PP_NONE ? &tree->last_root : &tree->nodes[parent].last_child;
    if (*last == PP_NONE)
        *first = n;
    else
        tree->nodes[*last].next = n;
    *last = n;
}

static uint32_t node(struct pp_tree *tree, struct pp_node key)
{
    grow(tree);
    uint32_t *slot = slot_of(tree, &key);
    if (*slot != PP_NONE)
        return *slot;
    if (tree->num >= PP_MOST_NODES && key.parent != PP_NONE) {
        tree->full = true;
        return key.parent;
    }
    key.first_child = key.last_child = key.next = PP_NONE;
    *slot = tree->num;
    tree->nodes[tree->num] = key;
    pp_tree_hang(tree, tree->num);
    return tree->num++;
}

uint32_t pp_tree_find(const struct pp_tree *tree, const struct pp_tree *other, uint32_t n)
{
    uint32_t depth = 0, found = PP_NONE;
    for (uint32_t m = n; m != PP_NONE; m = other->nodes[m].parent)
        depth++;
    uint32_t *chain = pp_xmalloc(((size_t)depth + 1) * sizeof *chain);
    for (uint32_t m = n, i = depth; m != PP_NONE; m = other->nodes[m].parent)
        chain[--i] = m;
    for (uint32_t i = 0; i < depth; i++) {
        struct pp_node key = other->nodes[chain[i]];
        key.parent = found;
        found = tree->num_slots ? *slot_of(tree, &key) : PP_NONE;
        if (found == PP_NONE)
            break;
    }
    free(chain);
    return found;
}

uint32_t pp_tree_at(struct pp_tree *tree, struct pp_walk *walk)
{
    uint32_t i = walk->depth;
    while (i > 0 && walk->stack[i - 1].node == PP_NONE)
        i--;
    for (; i < walk->depth; i++) {
        struct pp_frame *frame = &walk->stack[i];
        struct pp_node key = {.parent = i ? walk->stack[i - 1].node : PP_NONE,
                              .proc = frame->proc,
                              .call = tree->sites ? frame->call : PP_NONE,
                              .open = i == 0 && !walk->from_root};
        frame->node = node(tree, key);
    }
    return pp_walk_top(walk)->node;
}

/* What the vertex that WALK is at took on its path, if that runs its code. */
static double time_at(const struct pp_walk *walk, const double *cost)
{
    bool runs = walk->edge == PP_NONE ? pp_runs_entry(walk->g, walk->path)
                                      : pp_runs_code(walk->g, walk->path, walk->next - 1);
    return runs ? (double)walk->path->count * cost[walk->vertex] : 0;
}

static void add_path(struct pp_tree *tree, const struct pp_profile *profile,
                     const struct pp_path *path, const double *cost)
{
    struct pp_walk walk;
    pp_walk_begin(&walk, profile->notes, path);
    do {
        uint32_t stmts = walk.g->vertices[walk.vertex].stmts;
        double time = walk.active && cost ? time_at(&walk, cost) : 0;
        if (!walk.active || (!stmts && !walk.entered && time == 0))
            continue;
        uint32_t n = pp_tree_at(tree, &walk); /* may move the nodes */
        struct pp_node *at = &tree->nodes[n];
        if (walk.entered)
            at->calls = pp_add(at->calls, path->count);
        at->stmts = pp_add(at->stmts, pp_times(path->count, stmts));
        at->time += time;
    } while (pp_walk_step(&walk));
    pp_walk_end(&walk);
}

void pp_tree_make(struct pp_tree *tree, const struct pp_profile *profile, bool sites)
{
    pp_tree_make_timed(tree, profile, sites, NULL);
}

void pp_tree_sum_up(struct pp_tree *tree)
{
    for (uint32_t n = tree->num; n-- > 0;) {
        struct pp_node *it = &tree->nodes[n];
        it->total = pp_add(it->total, it->stmts);
        it->total_time += it->time;
        if (it->parent == PP_NONE)
            continue;
        tree->nodes[it->parent].total = pp_add(tree->nodes[it->parent].total, it->total);
        tree->nodes[it->parent].total_time += it->total_time;
    }
}

void pp_tree_make_timed(struct pp_tree *tree, const struct pp_profile *profile, bool sites,
                        const double *cost)
{
    const struct pp_graph *g = &profile->notes->graph;
    pp_tree_init(tree, sites);
    for (size_t i = 0; i < profile->num_paths; i++) {
        const struct pp_path *path = &profile->paths[i];
        if (pp_mode_row(profile->notes->units[g->procs[path->proc].unit].params.mode)
                ->crosses_calls)
            add_path(tree, profile, path, cost);
    }
    pp_tree_sum_up(tree);
}

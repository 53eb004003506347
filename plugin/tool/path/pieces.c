/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "tool/path/pieces.h"

#include <stdlib.h>
#include <string.h>

#include "core/number/path.h"

/* The piece at hand: the last edges in the arena, not yet a piece. */
struct cutter {
    struct pp_pieces *to;
    uint64_t count; /* of the path */
    bool open;
    uint32_t activation, node; /* of the function */
};

static void append(struct pp_pieces *p, uint32_t e)
{
    p->edges = pp_grow_long(p->edges, &p->cap_edges, p->num_edges, sizeof *p->edges);
    p->edges[p->num_edges++] = e;
}

/* Where the edges begin that belong to no piece yet. */
static size_t arena_end(const struct pp_pieces *p)
{
    return p->num ? p->pieces[p->num - 1].first + p->pieces[p->num - 1].num_edges : 0;
}

static uint64_t mix(uint64_t hash, uint64_t more)
{
    hash = (hash ^ more) * UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ hash >> 29;
}

static uint32_t *piece_slot(const struct pp_pieces *p, size_t first, uint32_t num)
{
    uint64_t hash = num;
    for (uint32_t i = 0; i < num; i++)
        hash = mix(hash, p->edges[first + i]);
    uint32_t i = (uint32_t)hash & (p->num_slots - 1);
    for (; p->slots[i] != PP_NONE; i = (i + 1) & (p->num_slots - 1)) {
        const struct pp_piece *other = &p->pieces[p->slots[i]];
        if (other->num_edges == num &&
            memcmp(p->edges + other->first, p->edges + first, num * sizeof *p->edges) == 0)
            break;
    }
    return &p->slots[i];
}

static uint32_t *cell_slot(const struct pp_pieces *p, uint32_t node, uint32_t piece)
{
    uint32_t i = (uint32_t)mix(mix(1, node), piece) & (p->num_cell_slots - 1);
    while (p->cell_slots[i] != PP_NONE &&
           (p->cells[p->cell_slots[i]].node != node || p->cells[p->cell_slots[i]].piece != piece))
        i = (i + 1) & (p->num_cell_slots - 1);
    return &p->cell_slots[i];
}

static uint32_t *empty_slots(uint32_t *old, uint32_t num)
{
    uint32_t *slots = pp_xrealloc(old, num * sizeof *slots);
    memset(slots, 0xff, num * sizeof *slots);
    return slots;
}

/* Makes room for one more of each. */
static void grow(struct pp_pieces *p)
{
    if (p->num == p->cap) {
        p->cap = p->cap ? p->cap * 2 : 64;
        p->pieces = pp_xrealloc(p->pieces, p->cap * sizeof *p->pieces);
        p->slots = empty_slots(p->slots, p->num_slots = 4 * p->cap);
        for (uint32_t n = 0; n < p->num; n++)
            *piece_slot(p, p->pieces[n].first, p->pieces[n].num_edges) = n;
    }
    if (p->num_cells == p->cap_cells) {
        p->cap_cells = p->cap_cells ? p->cap_cells * 2 : 64;
        p->cells = pp_xrealloc(p->cells, p->cap_cells * sizeof *p->cells);
        p->cell_slots = empty_slots(p->cell_slots, p->num_cell_slots = 4 * p->cap_cells);
        for (uint32_t n = 0; n < p->num_cells; n++)
            *cell_slot(p, p->cells[n].node, p->cells[n].piece) = n;
    }
}

/* Ends the piece at hand and counts it. */
static void finish(struct cutter *c)
{
    struct pp_pieces *p = c->to;
    size_t first = arena_end(p);
    uint32_t num = (uint32_t)(p->num_edges - first);
    c->open = false;
    if (num == 0)
        return;
    grow(p);
    uint32_t *slot = piece_slot(p, first, num);
    if (*slot == PP_NONE) {
        *slot = p->num;
        p->pieces[p->num++] = (struct pp_piece){.first = first, .num_edges = num};
    } else {
        p->num_edges = first;
    }
    uint32_t piece = *slot;
    p->pieces[piece].count = pp_add(p->pieces[piece].count, c->count);
    slot = cell_slot(p, c->node, piece);
    if (*slot == PP_NONE) {
        *slot = p->num_cells;
        p->cells[p->num_cells++] = (struct pp_cell){.node = c->node, .piece = piece};
    }
    p->cells[*slot].count = pp_add(p->cells[*slot].count, c->count);
}

static void begin(struct cutter *c, struct pp_walk *walk)
{
    if (c->open)
        finish(c);
    c->open = true;
    c->activation = pp_walk_top(walk)->activation;
    c->node = pp_tree_at(&c->to->tree, walk);
}

/* Control has come along the walk's edge into, or on in, an activation of the function. */
static void go_on(struct cutter *c, struct pp_walk *walk)
{
    struct pp_pieces *p = c->to;
    const struct pp_edge *edge = &walk->g->edges[walk->edge];
    bool same = c->open && c->activation == pp_walk_top(walk)->activation;
    if (edge->kind == PP_CALL_EDGE) {
        begin(c, walk);
    } else if (edge->kind == PP_RETURN && same) {
        p->edges[p->num_edges - 1] = pp_summary_of(walk->g, walk->edge); /* was the call edge */
    } else {
        if (!same)
            begin(c, walk);
        append(p, walk->edge);
    }
}

static void take_apart(struct pp_pieces *p, const struct pp_path *path)
{
    struct cutter c = {.to = p, .count = path->count};
    struct pp_walk walk;
    pp_walk_begin(&walk, p->notes, path);
    bool was_inside = false; /* before the step, in the active-suffix */
    do {
        bool inside = pp_walk_top(&walk)->proc == p->proc && walk.active;
        if (inside) {
            struct pp_tree *tree = &p->tree;
            if (walk.edge == PP_NONE)
                begin(&c, &walk);
            else
                go_on(&c, &walk);
            struct pp_node *node = &tree->nodes[c.node];
            if (walk.entered)
                node->calls = pp_add(node->calls, path->count);
            node->stmts =
                pp_add(node->stmts, pp_times(path->count, walk.g->vertices[walk.vertex].stmts));
        } else if (was_inside && walk.g->edges[walk.edge].kind == PP_CALL_EDGE) {
            append(p, walk.edge);
        } else if (was_inside) {
            finish(&c);
        }
        was_inside = inside;
    } while (pp_walk_step(&walk));
    if (c.open)
        finish(&c);
    pp_walk_end(&walk);
}

static int by_node(const void *a, const void *b)
{
    const struct pp_cell *x = a, *y = b;
    if (x->node != y->node)
        return x->node < y->node ? -1 : 1;
    return (x->piece > y->piece) - (x->piece < y->piece);
}

void pp_pieces_of(struct pp_pieces *pieces, const struct pp_profile *profile, uint32_t proc,
                  const size_t *paths, size_t num)
{
    *pieces = (struct pp_pieces){.notes = profile->notes, .proc = proc};
    pp_tree_init(&pieces->tree, true);
    for (size_t i = 0; i < num; i++)
        take_apart(pieces, &profile->paths[paths[i]]);
    if (pieces->num_cells)
        qsort(pieces->cells, pieces->num_cells, sizeof *pieces->cells, by_node);
}

void pp_pieces_make(struct pp_pieces *pieces, const struct pp_profile *profile, uint32_t proc)
{
    const struct pp_graph *g = &profile->notes->graph;
    size_t *paths = pp_xmalloc((profile->num_paths + 1) * sizeof *paths), num = 0;
    for (size_t i = 0; i < profile->num_paths; i++)
        if (g->procs[profile->paths[i].proc].unit == g->procs[proc].unit)
            paths[num++] = i;
    pp_pieces_of(pieces, profile, proc, paths, num);
    free(paths);
}

void pp_pieces_free(struct pp_pieces *pieces)
{
    pp_tree_free(&pieces->tree);
    free(pieces->edges);
    free(pieces->pieces);
    free(pieces->slots);
    free(pieces->cells);
    free(pieces->cell_slots);
    *pieces = (struct pp_pieces){0};
}

struct pp_path pp_piece_path(const struct pp_pieces *pieces, uint32_t n)
{
    const struct pp_graph *g = &pieces->notes->graph;
    const struct pp_piece *piece = &pieces->pieces[n];
    struct pp_path path = {.proc = pieces->proc,
                           .count = piece->count,
                           .edges = pieces->edges + piece->first,
                           .num_edges = piece->num_edges};
    const struct pp_edge *first = &g->edges[path.edges[0]];
    path.active = pp_begins_inside(first) || first->kind == PP_RETURN || first->kind == PP_SUMMARY;
    for (uint32_t i = 0; i < path.num_edges; i++) {
        const struct pp_vertex *vertex = &g->vertices[g->edges[path.edges[i]].to];
        if (vertex->proc == pieces->proc)
            path.stmts = pp_add(path.stmts, vertex->stmts);
    }
    return path;
}

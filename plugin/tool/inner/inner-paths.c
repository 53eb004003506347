/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tool/inner/inner-paths.h"

#include <stdlib.h>

#include "core/base/memory.h"

/* What one activation that is under way has done since its path began. */
struct doing {
    uint32_t begin;
    bool open;
    uint32_t call; /* vertex: that is under way; PP_NONE: none */
    uint32_t *edges;
    uint32_t num, room;
};

/* One for each frame of the walk, and what is left of earlier ones behind them, whose memory is used again. */
struct doings {
    struct pp_walk walk;
    struct pp_tree *tree;
    bool
        goes_over; /* what a caller did is in the prefix of the path that goes on behind the call */
    struct doing *at;
    uint32_t depth, made, room;
    const struct pp_inner_taker *taker;
};

static void push(struct doings *d, uint32_t begin, bool open)
{
    if (d->depth == d->made) {
        d->at = pp_grow(d->at, &d->room, d->made, 1, sizeof *d->at);
        d->at[d->made++] = (struct doing){0};
    }
    struct doing *it = &d->at[d->depth++];
    it->begin = begin;
    it->open = open;
    it->call = PP_NONE;
    it->num = 0;
}

static void follow(struct doings *d, uint32_t edge)
{
    struct doing *it = &d->at[d->depth - 1];
    it->edges = pp_grow(it->edges, &it->room, it->num, 1, sizeof *it->edges);
    it->edges[it->num++] = edge;
}

/* Does a path that begins at V do so because one has ended, or because of a non-local transfer?  Otherwise V is a
   return site, and what came before the call is not known. */
static bool truly_begins(const struct pp_graph *g, uint32_t v)
{
    if ((g->vertices[v].flags & PP_V_RESTART) || g->vertices[v].kind == PP_ENTRY)
        return true;
    for (uint32_t e = g->vertices[v].first_in; e != PP_NONE; e = g->edges[e].next_in)
        if (pp_is_recording(g, e))
            return true;
    return false;
}

static void begin_anew(struct doings *d, uint32_t v)
{
    struct doing *it = &d->at[d->depth - 1];
    it->num = 0;
    it->begin = v;
    it->open = !truly_begins(d->walk.g, v);
}

/* What the activation at DEPTH, of which the walk may still be in callees, has done so far. */
static struct pp_inner_path so_far(struct doings *d, uint32_t depth)
{
    const struct doing *it = &d->at[depth];
    if (d->tree)
        pp_tree_at(d->tree, &d->walk);
    return (struct pp_inner_path){.proc = d->walk.stack[depth].proc,
                                  .begin = it->begin,
                                  .edges = it->edges,
                                  .num = it->num,
                                  .node = d->tree ? d->walk.stack[depth].node : PP_NONE,
                                  .open = it->open,
                                  .call = it->call,
                                  .count = d->walk.path->count};
}

/* The path of the activation at DEPTH has ended. */
static void end(struct doings *d, uint32_t depth, bool pending)
{
    if (d->at[depth].num == 0 && d->at[depth].call == PP_NONE)
        return;
    struct pp_inner_path path = so_far(d, depth);
    path.pending = pending;
    d->taker->take(d->taker->to, &path);
}

/* WHAT happened to the call that the activation at DEPTH has made. */
static void tell_call(struct doings *d, uint32_t depth, enum pp_call_event what)
{
    if (!d->taker->call || !d->goes_over)
        return;
    struct pp_inner_path path = so_far(d, depth);
    d->taker->call(d->taker->to, &path, what);
}

static void take_surrogate(struct doings *d, const struct pp_edge *edge)
{
    const struct pp_graph *g = d->walk.g;
    if (edge->origin != PP_NONE)
        follow(d, edge->origin);
    else if (edge->flags & PP_E_PENDING)
        d->at[d->depth - 1].call = edge->from;
    else if (edge->from == g->procs[g->vertices[edge->from].proc].entry || pp_is_again(edge))
        begin_anew(d, edge->to);
}

/* Control has come over the call of EDGE c -> r while a callee's path ended as it returned. */
static void come_over(struct doings *d, const struct pp_edge *edge)
{
    d->at[d->depth - 1].call = edge->from;
    tell_call(d, d->depth - 1, PP_CALL_BACK);
    d->at[d->depth - 1].call = PP_NONE;
}

/* The walk is in the caller again.  COUNTED: as the path was counted. */
static void come_back(struct doings *d, bool counted)
{
    struct doing *it = &d->at[d->depth - 1];
    if (counted && it->begin != PP_NONE)
        tell_call(d, d->depth - 1, PP_CALL_BACK);
    it->call = PP_NONE;
    if (it->begin != PP_NONE)
        follow(d, pp_summary_of(d->walk.g, d->walk.edge));
    else
        it->begin = d->walk.vertex; /* it has been on the stack from the beginning */
}

/* Takes the walk's next edge; false: there is none. */
static bool step(struct doings *d)
{
    const struct pp_graph *g = d->walk.g;
    struct pp_walk *walk = &d->walk;
    if (walk->next == walk->path->num_edges)
        return false;
    const struct pp_edge *edge = &g->edges[walk->path->edges[walk->next]];
    bool counted = walk->next >= walk->path->active;
    if (edge->kind == PP_RETURN) {
        if (counted)
            end(d, d->depth - 1, false);
        d->depth--;
    }
    pp_walk_step(walk);
    if (edge->kind == PP_RETURN) {
        come_back(d, counted);
    } else if (edge->kind == PP_CALL_EDGE) {
        d->at[d->depth - 1].call = edge->from;
        push(d, edge->to, false);
        if (counted)
            tell_call(d, d->depth - 2, PP_CALL_MADE);
    } else if (edge->kind == PP_SURROGATE) {
        take_surrogate(d, edge);
    } else {
        if (edge->kind == PP_SUMMARY && walk->next == walk->path->active)
            come_over(d, edge);
        follow(d, walk->edge);
    }
    return true;
}

/* Does PATH end in a call that is known not to come back, so that the calls around it do not either? */
static bool never_comes_back(const struct pp_notes *notes, const struct pp_path *path)
{
    const struct pp_graph *g = &notes->graph;
    return notes->units[g->procs[path->proc].unit].params.pending &&
           (g->edges[path->edges[path->num_edges - 1]].flags & PP_E_NORETURN);
}

void pp_inner_paths(const struct pp_notes *notes, const struct pp_path *path, struct pp_tree *tree,
                    const struct pp_inner_taker *taker)
{
    const struct pp_graph *g = &notes->graph;
    enum pp_mode mode = notes->units[g->procs[path->proc].unit].params.mode;
    struct doings d = {.tree = tree, .goes_over = pp_mode_row(mode)->goes_over, .taker = taker};
    pp_walk_begin(&d.walk, notes, path);
    /* Callers that it returns to: what they did before the call is not known. */
    for (uint32_t i = 0; i + 1 < d.walk.depth; i++)
        push(&d, PP_NONE, true);
    push(&d, d.walk.vertex, false);
    while (step(&d))
        ;
    /* The calls that are under way then: where paths go over them, they are in the prefix of whatever path is counted
       when they are over.  If that never happens, never-back.h finds out. */
    bool pending = pp_is_unfinished(g, path), left = pending || never_comes_back(notes, path);
    end(&d, d.depth - 1, pending);
    for (uint32_t i = d.depth - 1; i-- > 0 && (left || !d.goes_over);) {
        if (d.goes_over)
            tell_call(&d, i, PP_CALL_UNDER_WAY);
        else
            end(&d, i, left);
    }
    pp_walk_end(&d.walk);
    for (uint32_t i = 0; i < d.made; i++)
        free(d.at[i].edges);
    free(d.at);
}

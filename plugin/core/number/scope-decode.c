/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From a path's number back to the path, over calls and returns: thesis algorithm 3.6.1 with
   erratum 5, and its piecewise counterpart, which the thesis leaves to the reader.  There a path
   that began inside a procedure has no open parenthesis when it comes to Exit_P: every return edge
   is then a way on, and the one to take is found by its value as on any other vertex. */
#include "core/number/scope-decode.h"
#include "core/number/psi.h"
#include "core/number/path.h"

#include <stdlib.h>

/* A call that is open. */
struct pending {
    uint32_t call;     /* edge; PP_NONE: recursive, the path ends where that comes back */
    struct pp_num nvc; /* of the caller */
};

struct decoder {
    const struct pp_graph *g;
    const struct pp_numbering *n;
    bool piecewise;
    struct pp_numbers *numbers; /* for one path */
    struct pp_num number, nvc;
    uint32_t vertex;
    bool at_again;              /* at a vertex that is split, behind the surrogate */
    bool at_gentry, unbalanced; /* begun at GEntry_P: no parenthesis is open below the stack */
    struct pending *stack;
    size_t depth, room, path_room;
    struct pp_path *path;
    uint64_t most;
};

static void push(struct decoder *d, uint32_t call)
{
    d->stack = pp_grow_long(d->stack, &d->room, d->depth, sizeof *d->stack);
    d->stack[d->depth++] = (struct pending){call, d->nvc};
}

/* Goes along E.  Returns false if the path has become too long. */
static bool take(struct decoder *d, uint32_t e)
{
    struct pp_path *path = d->path;
    if (path->num_edges >= d->most)
        return false;
    path->edges = pp_grow_long(path->edges, &d->path_room, path->num_edges, sizeof *path->edges);
    path->edges[path->num_edges++] = e;
    d->vertex = d->g->edges[e].to;
    return true;
}

/* At a vertex that is split: goes along the surrogate if that is the way.  What takes that of an
   Entry has one way on from Exit, and ends there.  Returns false if the path has become too long.
 */
static bool go_again(struct decoder *d)
{
    uint32_t again = d->g->vertices[d->vertex].split;
    if (again == PP_NONE || d->at_again)
        return true;
    struct pp_num value = pp_apply(d->numbers, d->n->rho[again], d->nvc);
    if (pp_num_compare(value, d->number) > 0)
        return true;
    d->number = pp_num_sub(d->numbers, d->number, value);
    d->at_again = true;
    if (d->g->vertices[d->vertex].kind == PP_ENTRY) {
        push(d, PP_NONE);
        d->nvc = pp_word(1);
    }
    return take(d, again);
}

/* Is E among the successors where the path is?  Entry_P and GEntry_P are one vertex here. */
static bool is_way_on(const struct decoder *d, uint32_t e, bool entry)
{
    const struct pp_edge *edge = &d->g->edges[e];
    if (!entry || !d->piecewise)
        return edge->kind != PP_RETURN;
    return (edge->kind == PP_SURROGATE && edge->origin == PP_NONE) == d->at_gentry;
}

/* The last way on whose value is not above the number that is left; that is taken off it. */
static uint32_t choose(struct decoder *d)
{
    uint32_t chosen = PP_NONE;
    struct pp_num value = pp_word(0);
    bool entry = d->g->vertices[d->vertex].kind == PP_ENTRY;
    for (uint32_t e = pp_first_numbered(d->g, d->vertex); e != PP_NONE;
         e = pp_next_numbered(d->g, e)) {
        if (!pp_live(d->g, e) || !is_way_on(d, e, entry))
            continue;
        struct pp_num this = pp_apply(d->numbers, d->n->rho[e], d->nvc);
        if (pp_num_compare(this, d->number) > 0)
            break;
        chosen = e;
        value = this;
    }
    d->number = pp_num_sub(d->numbers, d->number, value);
    return chosen;
}

/* Likewise of the return edges out of Exit_P; PP_NONE: Exit_P -> Exit_global. */
static uint32_t choose_return(struct decoder *d)
{
    uint32_t chosen = PP_NONE;
    struct pp_num value = pp_word(0);
    for (uint32_t e = pp_first_out(d->g, d->vertex); e != PP_NONE; e = pp_next_out(d->g, e)) {
        if (d->g->edges[e].kind != PP_RETURN || (d->g->edges[e].flags & PP_E_UNBALANCED))
            continue;
        if (pp_num_compare(d->n->rho[e].b, d->number) > 0)
            break;
        chosen = e;
        value = d->n->rho[e].b;
    }
    d->number = pp_num_sub(d->numbers, d->number, value);
    return chosen;
}

/* Past Exit_P.  *ENDED says whether that is where the path ends. */
static bool leave(struct decoder *d, bool *ended)
{
    *ended = false;
    if (d->depth) {
        struct pending top = d->stack[--d->depth];
        *ended = top.call == PP_NONE || !pp_live(d->g, top.call + 1);
        d->nvc = top.nvc;
        return *ended || take(d, top.call + 1);
    }
    uint32_t e = d->unbalanced ? choose_return(d) : PP_NONE;
    *ended = e == PP_NONE;
    if (*ended)
        return true;
    d->nvc = d->n->procs[d->g->vertices[d->g->edges[e].to].proc].unbalanced;
    return take(d, e);
}

/* Goes on from a vertex that is no Exit. */
static bool step(struct decoder *d, bool *ended)
{
    if (!go_again(d))
        return false;
    uint32_t e = choose(d);
    if (e == PP_NONE || !take(d, e))
        return false;
    d->at_again = false;
    const struct pp_edge *edge = &d->g->edges[e];
    d->at_gentry = false;
    if (edge->kind == PP_CALL_EDGE) {
        push(d, e);
        uint32_t r = d->g->edges[e + 1].to;
        d->nvc = pp_live(d->g, e + 1) ? pp_apply(d->numbers, d->n->psi[r], d->nvc) : pp_word(1);
    }
    *ended = pp_leads_to_gexit(d->g, edge);
    return true;
}

/* The active-suffix begins behind the last surrogate; a summary edge beside a live call edge is one
   (thesis 3.5.4, figure 19). */
static void find_active(const struct pp_graph *g, struct pp_path *path)
{
    path->active = 0;
    for (uint32_t i = 0; i < path->num_edges; i++) {
        const struct pp_edge *e = &g->edges[path->edges[i]];
        uint32_t call = e->kind == PP_SUMMARY ? pp_call_edge(g, e->from) : PP_NONE;
        if ((e->kind == PP_SURROGATE && e->origin == PP_NONE && !(e->flags & PP_E_PENDING)) ||
            (call != PP_NONE && pp_live(g, call)))
            path->active = i + 1;
    }
    uint32_t first = path->active < path->num_edges ? path->active : path->num_edges - 1;
    path->proc = g->vertices[g->edges[path->edges[first]].from].proc;
}

/* The start whose paths NUMBER is one of, PP_NONE if there is none. */
static uint32_t find_start(const struct pp_start *starts, uint32_t num, struct pp_num number)
{
    uint32_t low = 0, high = num; /* those before LOW are not above it, those from HIGH on are */
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (pp_num_compare(starts[middle].value, number) <= 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low ? low - 1 : PP_NONE;
}

bool pp_decode_scope(const struct pp_graph *g, const struct pp_numbering *n, enum pp_mode mode,
                     const struct pp_start *starts, uint32_t num_starts, struct pp_num number,
                     uint64_t most, struct pp_path *path)
{
    uint32_t start = find_start(starts, num_starts, number);
    if (start == PP_NONE)
        return false;
    uint32_t proc = starts[start].proc;
    bool gentry = starts[start].gentry;
    struct decoder d = {
        .g = g,
        .n = n,
        .piecewise = pp_mode_row(mode)->in_pieces,
        .numbers = pp_numbers_make(n->numbers->words),
        .nvc = gentry ? n->procs[proc].unbalanced : pp_word(1),
        .vertex = g->procs[proc].entry,
        .at_gentry = gentry,
        .unbalanced = gentry,
        .path = path,
        .most = most,
    };
    d.number = pp_num_sub(d.numbers, number, starts[start].value);
    bool good = true, ended = false;
    while (good && !ended)
        good = g->vertices[d.vertex].kind == PP_EXIT ? leave(&d, &ended) : step(&d, &ended);
    free(d.stack);
    good &= pp_is_zero(d.number) && path->num_edges > 0;
    pp_numbers_free(d.numbers);
    if (good)
        find_active(g, path);
    return good;
}

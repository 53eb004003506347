/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The intraprocedural paths that profiles of the interprocedural modes imply.  A machine records
   what runs of the program go along; by definition it is kept what each activation does between
   recording edges.  Runs that do not come to their end, or go sideways, lose what was under way,
   and are not taken. */
#include "random-scope.h"

#include "core/lanes/chain-counts.h"
#include "core/lanes/intra.h"
#include "core/pipeline/scope.h"
#include "core/number/scope-decode.h"
#include "core/number/path.h"

#include <stdlib.h>
#include <string.h>

#define MOST_PIECES 4000
#define MOST_LENGTH 120
#define MOST_DEPTH 10
#define RUNS 12

struct piece {
    uint32_t proc, begin, edges[MOST_LENGTH], num;
    uint32_t calls[PP_LONGEST_CHAIN]; /* by which it was come to, the nearest first */
    unsigned num_calls;
    uint64_t count;
};

struct runs {
    const struct made *m;
    const struct pp_graph *g;
    struct machine machine;
    struct piece *pieces;
    uint32_t num_pieces;
    uint32_t depth, steps;
    uint32_t calls[MOST_DEPTH + 1]; /* under way, by depth */
};

uint64_t num_intra, num_intra_joined, num_intra_chains, num_intra_followed;

/* Does a path end on E, and the next begin? */
static bool records(const struct pp_graph *g, uint32_t e)
{
    const struct pp_edge *edge = &g->edges[e];
    return (edge->flags & (PP_E_BACK | PP_E_BROKEN)) ||
           (g->vertices[edge->to].flags & PP_V_RESTART);
}

static uint32_t random_out(const struct pp_graph *g, uint32_t v)
{
    uint32_t chosen = PP_NONE, num = 0;
    for (uint32_t e = g->vertices[v].first_out; e != PP_NONE; e = g->edges[e].next_out)
        if (is_inside(&g->edges[e]) && !below(++num))
            chosen = e;
    return chosen;
}

static bool finish(struct runs *r, struct piece *piece)
{
    piece->count = 1;
    if (r->g->procs[piece->proc].storage != PP_STORE_NONE)
        r->pieces[r->num_pieces++] = *piece;
    return r->num_pieces < MOST_PIECES;
}

/* Runs an activation of PROC.  Returns false if the run is not to be taken. */
static bool activate(struct runs *r, uint32_t proc)
{
    const struct pp_graph *g = r->g;
    struct piece piece = {.proc = proc, .begin = g->procs[proc].entry};
    uint32_t v = piece.begin;
    if (r->depth == MOST_DEPTH)
        return false;
    r->depth++;
    while (piece.num_calls < PP_LONGEST_CHAIN && piece.num_calls + 1 < r->depth) {
        piece.calls[piece.num_calls] = r->calls[r->depth - 1 - piece.num_calls];
        piece.num_calls++;
    }
    machine_enter(&r->machine, proc);
    while (v != g->procs[proc].exit) {
        uint32_t call = link_of(g, v), e = random_out(g, v);
        if (call != PP_NONE) {
            r->calls[r->depth] = v;
            if (!activate(r, g->vertices[g->edges[call].to].proc))
                return false;
            e = g->edges[call].next_out;
        }
        if (r->steps++ == WALK_STEPS || e == PP_NONE || piece.num == MOST_LENGTH ||
            ((g->edges[e].flags & PP_E_NORETURN) && r->depth > 1))
            return false;
        machine_take(&r->machine, e);
        piece.edges[piece.num++] = e;
        v = g->edges[e].to;
        if (!records(g, e) && v != g->procs[proc].exit)
            continue;
        if (!finish(r, &piece))
            return false;
        piece.num = 0;
        piece.begin = v;
    }
    machine_pop(&r->machine);
    r->depth--;
    return true;
}

/* What the machine has recorded, decoded. */
static bool make_profile(const struct runs *r, struct pp_profile *profile)
{
    const struct pp_numbering *n = &r->m->n;
    profile->paths = pp_xcalloc(r->machine.num_records + 1, sizeof *profile->paths);
    for (uint32_t i = 0; i < r->machine.num_records; i++) {
        struct pp_path *path = &profile->paths[profile->num_paths++];
        *path = (struct pp_path){.number = r->machine.records[i], .count = 1};
        if (!pp_decode_scope(r->g, n, r->m->unit.params.mode, n->starts, n->num_starts,
                             path->number, UINT32_MAX, path))
            return false;
    }
    return true;
}

static uint64_t count_of(const struct runs *r, const struct pp_path *path)
{
    uint64_t count = 0;
    for (uint32_t i = 0; i < r->num_pieces; i++)
        if (r->pieces[i].num == path->num_edges &&
            !memcmp(r->pieces[i].edges, path->edges, path->num_edges * sizeof *path->edges))
            count++;
    return count;
}

/* Is it a path of its procedure from where one may begin to where it must end? */
static bool is_whole(const struct pp_graph *g, const struct pp_path *path)
{
    uint32_t v = g->edges[path->edges[0]].from, last = path->edges[path->num_edges - 1];
    bool begins = g->vertices[v].kind == PP_ENTRY || (g->vertices[v].flags & PP_V_RESTART);
    for (uint32_t e = g->vertices[v].first_in; e != PP_NONE; e = g->edges[e].next_in)
        begins |= is_inside(&g->edges[e]) && records(g, e);
    for (uint32_t i = 0; i < path->num_edges; i++) {
        const struct pp_edge *e = &g->edges[path->edges[i]];
        bool ends = records(g, path->edges[i]) || g->vertices[e->to].kind == PP_EXIT;
        if (!is_inside(e) || e->from != v || g->vertices[v].proc != path->proc ||
            ends != (path->edges[i] == last && i + 1 == path->num_edges))
            return false;
        v = e->to;
    }
    return begins;
}

/* Every edge as often, and every path begun as often, as the pieces have it. */
static bool same_edges(const struct runs *r, const struct pp_profile *intra)
{
    const struct pp_graph *g = r->g;
    uint64_t *edges = pp_xcalloc(g->num_edges + 1, sizeof *edges);
    uint64_t *begins = pp_xcalloc(g->num_vertices + 1, sizeof *begins);
    bool good = true;
    for (uint32_t i = 0; i < r->num_pieces; i++) {
        begins[r->pieces[i].begin]++;
        for (uint32_t k = 0; k < r->pieces[i].num; k++)
            edges[r->pieces[i].edges[k]]++;
    }
    for (size_t i = 0; i < intra->num_paths; i++) {
        const struct pp_path *path = &intra->paths[i];
        begins[g->edges[path->edges[0]].from] -= path->count;
        for (uint32_t k = 0; k < path->num_edges; k++)
            edges[path->edges[k]] -= path->count;
    }
    for (uint32_t e = 0; e < g->num_edges; e++)
        good &= edges[e] == 0;
    for (uint32_t v = 0; v < g->num_vertices; v++)
        good &= begins[v] == 0;
    free(edges);
    free(begins);
    return good;
}

/* Adds to EDGES, by edge of the graph, how often they were taken where PROC was called by a chain of NUM CALLS, without
   what COUNTS, by edge of PROC, says of it. */
static void subtract(const struct runs *r, uint32_t proc, const uint32_t *calls, unsigned num,
                     const uint64_t *counts, int64_t *edges)
{
    const struct pp_proc *p = &r->g->procs[proc];
    for (uint32_t i = 0; i < r->num_pieces; i++) {
        const struct piece *piece = &r->pieces[i];
        if (piece->proc != proc || piece->num_calls < num ||
            memcmp(piece->calls, calls, num * sizeof *calls))
            continue;
        for (uint32_t k = 0; k < piece->num; k++)
            edges[piece->edges[k]]++;
    }
    for (uint32_t e = 0; e < p->num_edges; e++)
        edges[p->first_edge + e] -= (int64_t)counts[e];
}

/* Are all calls of C ones that paths follow, so that nothing of it can be missing? */
static bool is_followed(const struct pp_profile *profile, const struct pp_call_chain *c)
{
    bool followed = !profile->notes->units[0].params.recursion;
    for (unsigned i = 0; i < c->num; i++)
        followed = followed && pp_known_across(profile, c->calls[i]);
    return followed;
}

/* No chain has more than the runs, and those that are followed have no less. */
static bool same_chains(const struct runs *r, const struct pp_profile *profile)
{
    struct pp_call_chains chains;
    int64_t *edges = pp_xcalloc(r->g->num_edges + 1, sizeof *edges);
    bool good = true;
    pp_call_chains_make(&chains, profile, 0, UINT32_MAX);
    for (size_t i = 0; i < chains.num; i++) {
        const struct pp_call_chain *c = &chains.list[i];
        bool followed = is_followed(profile, c);
        memset(edges, 0, r->g->num_edges * sizeof *edges);
        subtract(r, c->callee, c->calls, c->num, c->edges, edges);
        for (uint32_t e = 0; e < r->g->num_edges; e++)
            good &= followed ? edges[e] == 0 : edges[e] >= 0;
        num_intra_followed += followed;
    }
    num_intra_chains += chains.num;
    pp_call_chains_free(&chains);
    free(edges);
    return good;
}

static void compare(const struct runs *r)
{
    struct pp_notes notes = {.graph = r->m->g, .num_units = 1};
    struct pp_unit unit = r->m->unit;
    struct pp_profile profile = {.notes = &notes}, intra;
    bool good = make_profile(r, &profile), exact = true;
    notes.units = &unit;
    if (good) {
        uint64_t total = 0;
        pp_intra_make(&intra, &profile);
        for (size_t i = 0; i < intra.num_paths; i++) {
            good = good && is_whole(r->g, &intra.paths[i]);
            exact &= intra.paths[i].count == count_of(r, &intra.paths[i]);
            total += intra.paths[i].count;
        }
        exact &= total == r->num_pieces;
        num_intra += total;
        num_intra_joined += !exact;
        check(P_INTRA, good, "a path that is none");
        check(P_INTRA, exact || !pp_mode_row(unit.params.mode)->goes_over, "other paths");
        check(P_INTRA, same_edges(r, &intra), "mode %s: other counts of edges",
              pp_mode_name(unit.params.mode));
        check(P_INTRA, same_chains(r, &profile), "mode %s: other counts of chains of calls",
              pp_mode_name(unit.params.mode));
        pp_profile_free(&intra);
    } else {
        check(P_INTRA, false, "what is recorded is no path");
    }
    pp_profile_free(&profile);
}

/* A procedure that may be entered from outside; PP_NONE. */
static uint32_t random_outside(const struct pp_graph *g)
{
    uint32_t chosen = PP_NONE, num = 0;
    for (uint32_t p = 0; p < g->num_procs; p++)
        if (g->procs[p].outside && !below(++num))
            chosen = p;
    return chosen;
}

void check_intra(const struct made *m)
{
    struct runs r = {.m = m, .g = &m->g};
    machine_init(&r.machine, &m->g, m->plans, &m->unit.params, &m->n);
    r.pieces = pp_xmalloc((MOST_PIECES + 1) * sizeof *r.pieces);
    for (int i = 0; i < RUNS; i++) {
        uint32_t proc = random_outside(&m->g), pieces = r.num_pieces;
        uint32_t recorded = r.machine.num_records;
        r.depth = r.steps = r.machine.depth = 0;
        memset(&r.machine.state, 0, sizeof r.machine.state);
        if (proc != PP_NONE && activate(&r, proc))
            continue;
        r.num_pieces = pieces;
        r.machine.num_records = recorded;
    }
    compare(&r);
    free(r.pieces);
    machine_free(&r.machine);
}

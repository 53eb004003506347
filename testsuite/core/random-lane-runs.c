/* SPDX-License-Identifier: GPL-3.0-or-later */
/* random-lane-calls: runs of toy programs, their profiles, and the same runs on hot-path
   supergraphs. */
#include "random-lane-calls.h"

#include "core/number/scope-decode.h"

#include <stdlib.h>
#include <string.h>

/* ---- On the supergraph. */

struct runner {
    struct calls_case *c;
    const struct pp_graph *g;
    struct machine machine;
    struct call_run *run;
    uint32_t depth;
};

static bool note(struct runner *r, uint32_t vertex, uint32_t edge, const int *state)
{
    struct call_run *run = r->run;
    if (run->num == CALL_STEPS)
        return false;
    struct call_step *step = &run->steps[run->num++];
    *step = (struct call_step){.vertex = vertex, .edge = edge};
    memcpy(step->state, state, sizeof step->state);
    return true;
}

static bool activate(struct runner *r, uint32_t proc, uint32_t back, int *state);

/* The call of call edge CALL. */
static bool run_call(struct runner *r, uint32_t call, int *state)
{
    int local = state[TOY_LOCAL];
    state[TOY_LOCAL] = toy_random();
    if (!activate(r, r->g->vertices[r->g->edges[call].to].proc, pp_return_edge(r->g, call), state))
        return false;
    state[TOY_LOCAL] = local;
    return true;
}

/* Runs an activation of PROC, which comes back along BACK.  Returns false if the run is not to be
   taken: it is too long, too deep, or goes sideways. */
static bool activate(struct runner *r, uint32_t proc, uint32_t back, int *state)
{
    const struct pp_graph *g = r->g;
    uint32_t v = g->procs[proc].entry;
    if (r->depth == CALL_DEPTH)
        return false;
    r->depth++;
    machine_enter(&r->machine, proc);
    while (v != g->procs[proc].exit) {
        int before[TOY_VARIABLES];
        memcpy(before, state, sizeof before);
        toy_run(&r->c->code[v].op, state);
        uint32_t call = link_of(g, v), e = toy_way(g, v, &r->c->code[v], state);
        if (e == PP_NONE || !note(r, v, call == PP_NONE ? e : call, before) ||
            ((g->edges[e].flags & PP_E_NORETURN) && r->depth > 1))
            return false;
        if (call != PP_NONE && !run_call(r, call, state))
            return false;
        machine_take(&r->machine, e);
        v = g->edges[e].to;
    }
    machine_pop(&r->machine);
    r->depth--;
    return note(r, v, back, state);
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

static void decode(struct runner *r)
{
    const struct made *m = &r->c->m;
    struct pp_profile *profile = &r->c->profile;
    *profile = (struct pp_profile){.notes = &r->c->notes};
    profile->paths = pp_xcalloc(r->machine.num_records + 1, sizeof *profile->paths);
    struct pp_scope_decoder *decoder =
        pp_scope_decoder_make(r->g, &m->n, m->unit.params.mode, m->n.starts, m->n.num_starts);
    for (uint32_t i = 0; i < r->machine.num_records; i++) {
        struct pp_path *path = &profile->paths[profile->num_paths++];
        *path = (struct pp_path){.number = r->machine.records[i], .count = 1};
        if (!pp_decode_next(decoder, path->number, UINT32_MAX, path))
            abort();
        path->stmts = 1;
    }
    pp_scope_decoder_free(decoder);
}

void make_runs(struct calls_case *c)
{
    const struct made *m = &c->m;
    struct runner r = {.c = c, .g = &m->g};
    c->runs = pp_xcalloc(CALL_RUNS, sizeof *c->runs);
    machine_init(&r.machine, &m->g, m->plans, &m->unit.params, &m->n);
    for (int i = 0; i < CALL_RUNS; i++) {
        uint32_t proc = random_outside(&m->g), recorded = r.machine.num_records;
        int state[TOY_VARIABLES];
        for (unsigned x = 0; x < TOY_VARIABLES; x++)
            state[x] = toy_random();
        r.depth = r.machine.depth = 0;
        memset(&r.machine.state, 0, sizeof r.machine.state);
        r.run = &c->runs[c->num_runs];
        *r.run = (struct call_run){.proc = proc};
        if (proc != PP_NONE && activate(&r, proc, PP_NONE, state))
            c->num_runs++;
        else
            r.machine.num_records = recorded;
    }
    decode(&r);
    machine_free(&r.machine);
}

/* ---- On a hot-path supergraph. */

struct replay {
    const struct pp_hot_graph *h;
    const struct call_run *run;
    struct call_counts *counts;
    uint32_t next;
    bool good;
    struct toy_value *const *values; /* may be NULL */
    bool held;
};

/* The edge out of V that is a copy of EDGE, labelled CALL if it returns. */
static uint32_t take(struct replay *r, uint32_t v, uint32_t edge, uint32_t call)
{
    const struct pp_hot_graph *h = r->h;
    uint32_t found = PP_NONE;
    for (uint32_t e = h->vertices[v].first_out; e != PP_NONE; e = h->edges[e].next_out) {
        if (h->edges[e].edge != edge || h->edges[e].call != call)
            continue;
        r->good &= found == PP_NONE;
        found = e;
    }
    r->good &= found != PP_NONE;
    if (found == PP_NONE)
        return PP_NONE;
    r->counts->edges[found]++;
    return h->edges[found].to;
}

/* Does VALUE say no more than STATE? */
static bool holds(const struct toy_value *value, const int *state)
{
    bool good = value != NULL;
    for (unsigned x = 0; good && x < TOY_VARIABLES; x++)
        good = state[x] >= value->of[x].least && state[x] <= value->of[x].most;
    return good;
}

/* From V (PP_NONE: not in the graph) to the end of its activation.  Returns the copy of Exit. */
static uint32_t go(struct replay *r, uint32_t v)
{
    const struct pp_hot_graph *h = r->h;
    const struct pp_graph *g = h->graph;
    for (;;) {
        const struct call_step *step = &r->run->steps[r->next++];
        if (v != PP_NONE) {
            r->good &= h->vertices[v].vertex == step->vertex;
            r->counts->vertices[v]++;
            r->held &= !r->values || holds(r->values[v], step->state);
        }
        if (!r->good || g->vertices[step->vertex].kind == PP_EXIT)
            return v;
        if (g->edges[step->edge].kind != PP_CALL_EDGE) {
            v = v == PP_NONE ? PP_NONE : take(r, v, step->edge, PP_NONE);
            continue;
        }
        uint32_t c = v, summary = pp_summary_of_call(g, step->edge);
        bool follows = v != PP_NONE && pp_hot_follows(h, step->edge);
        uint32_t p = pp_hot_find_proc(h, g->vertices[g->edges[step->edge].to].proc);
        uint32_t entry = follows        ? take(r, c, step->edge, PP_NONE)
                         : p == PP_NONE ? PP_NONE
                                        : h->procs[p].outside;
        uint32_t exit = r->good ? go(r, entry) : PP_NONE;
        if (!r->good)
            return PP_NONE;
        if (follows)
            v = take(r, exit, pp_return_edge(g, step->edge), c);
        else if (v != PP_NONE)
            v = take(r, v, summary, PP_NONE);
        for (uint32_t e = follows ? h->vertices[c].first_out : PP_NONE; e != PP_NONE;
             e = h->edges[e].next_out)
            if (h->edges[e].edge == summary && h->edges[e].to == v)
                r->counts->edges[e]++;
    }
}

bool count_runs(const struct calls_case *c, const struct pp_hot_graph *h,
                struct call_counts *counts, struct toy_value *const *values, bool *held)
{
    bool good = true;
    *held = true;
    counts->vertices = pp_xcalloc((size_t)h->num_vertices + 1, sizeof(uint64_t));
    counts->edges = pp_xcalloc((size_t)h->num_edges + 1, sizeof(uint64_t));
    for (uint32_t i = 0; i < c->num_runs; i++) {
        uint32_t p = pp_hot_find_proc(h, c->runs[i].proc);
        struct replay r = {.h = h,
                           .run = &c->runs[i],
                           .counts = counts,
                           .good = true,
                           .values = values,
                           .held = true};
        go(&r, p == PP_NONE ? PP_NONE : h->procs[p].outside);
        *held &= r.held;
        good &= r.good && r.next == r.run->num;
    }
    return good;
}

void free_counts(struct call_counts *counts)
{
    free(counts->vertices);
    free(counts->edges);
}

/* ---- Counts. */

/* Of the return edges that go from one Exit to one return site, the sum. */
static uint64_t sum_of(const struct pp_hot_graph *h, uint32_t e, const uint64_t *counts)
{
    uint64_t sum = 0;
    for (uint32_t f = h->vertices[h->edges[e].from].first_out; f != PP_NONE;
         f = h->edges[f].next_out)
        if (h->edges[f].to == h->edges[e].to && h->edges[f].edge == h->edges[e].edge)
            sum += counts ? counts[f] : h->edges[f].count;
    return sum;
}

static bool edge_agrees(const struct calls_case *c, const struct pp_hot_graph *h, uint32_t e,
                        const struct call_counts *counts)
{
    const struct pp_graph *g = h->graph;
    const struct pp_hot_edge *hot = &h->edges[e];
    if (g->edges[hot->edge].kind == PP_RETURN) {
        if (!pp_live(g, hot->edge))
            return hot->count == 0;
        if (c->contexts)
            return hot->count == counts->edges[e];
        return g->edges[hot->edge].flags & PP_E_UNBALANCED
                   ? sum_of(h, e, NULL) <= sum_of(h, e, counts->edges)
                   : sum_of(h, e, NULL) == sum_of(h, e, counts->edges);
    }
    if (g->edges[hot->edge].kind == PP_SUMMARY && pp_hot_follows(h, hot->edge) && !c->contexts)
        return true;
    return hot->count == counts->edges[e];
}

void check_call_counts(const struct calls_case *c, const struct pp_hot_graph *h, const char *what)
{
    struct call_counts counts;
    bool held, good = count_runs(c, h, &counts, NULL, &held);
    check(C_RUNS, good, "%s: a run leaves the graph", what);
    for (uint32_t v = 0; good && v < h->num_vertices; v++)
        good = check(C_COUNTS, h->vertices[v].count == counts.vertices[v],
                     "%s: mode %s: vertex %u (of %u) %" PRIu64 " times for %" PRIu64, what,
                     pp_mode_name(c->m.unit.params.mode), v, h->vertices[v].vertex,
                     h->vertices[v].count, counts.vertices[v]);
    for (uint32_t e = 0; good && e < h->num_edges; e++)
        good = check(C_COUNTS, edge_agrees(c, h, e, &counts),
                     "%s: mode %s: edge %u (of %u, kind %u) %" PRIu64 " times for %" PRIu64, what,
                     pp_mode_name(c->m.unit.params.mode), e, h->edges[e].edge,
                     h->graph->edges[h->edges[e].edge].kind, h->edges[e].count, counts.edges[e]);
    free_counts(&counts);
}

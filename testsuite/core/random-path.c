/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Modes path and path-context against definitions: enumeration of the live paths, and walks that
   obey the planned actions. */
#include "random.h"

#include "registers.h"
#include "core/transform/transform.h"
#include "core/number/decode.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- The finite-path graph by definition. */

bool acyclic(const struct pp_graph *g, uint32_t v, unsigned char *colour)
{
    if (colour[v] == 2)
        return true;
    if (colour[v] == 1)
        return false;
    colour[v] = 1;
    for (uint32_t e = 0; e < g->num_edges; e++)
        if (g->edges[e].from == v && !(g->edges[e].flags & PP_E_CUT) &&
            !acyclic(g, g->edges[e].to, colour))
            return false;
    colour[v] = 2;
    return true;
}

/* Marks what control can come to from V without passing WITHOUT. */
static void reach(const struct pp_graph *g, uint32_t v, uint32_t without, bool *seen)
{
    if (v == without || seen[v])
        return;
    seen[v] = true;
    for (uint32_t e = 0; e < g->num_edges; e++)
        if (is_original(g, e) && g->edges[e].from == v)
            reach(g, g->edges[e].to, without, seen);
}

/* Thesis 5.1: V is the target of back edges, all of which come from where control can only come by
   way of V, and code can be placed on every way to V. */
static bool is_split(const struct pp_graph *g, uint32_t v)
{
    const struct pp_proc *p = &g->procs[PROC];
    bool *seen = calloc(g->num_vertices, sizeof *seen);
    bool back = false, good = !(g->vertices[v].flags & PP_V_RESTART);
    reach(g, p->entry, v, seen);
    for (uint32_t r = p->first_vertex; r < p->first_vertex + p->num_vertices; r++)
        if (g->vertices[r].flags & PP_V_RESTART)
            reach(g, r, v, seen);
    for (uint32_t e = 0; e < g->num_edges; e++) {
        const struct pp_edge *edge = &g->edges[e];
        if (!is_original(g, e) || edge->to != v)
            continue;
        back |= !!(edge->flags & PP_E_BACK);
        good &= !(edge->flags & PP_E_ABNORMAL) && !((edge->flags & PP_E_BACK) && seen[edge->from]);
    }
    free(seen);
    return back && good;
}

/* The surrogate va -> vb; PP_NONE if there is none or there are several. */
static uint32_t again_of(const struct pp_graph *g, uint32_t v)
{
    uint32_t found = PP_NONE;
    for (uint32_t e = 0; e < g->num_edges; e++)
        if (!is_original(g, e) && g->edges[e].from == v && g->edges[e].to == v) {
            if (found != PP_NONE)
                return PP_NONE;
            found = e;
        }
    return found;
}

/* Is the path that begins as E is taken one with a context? */
static bool has_context(const struct pp_graph *g, uint32_t e)
{
    return (g->edges[e].flags & PP_E_BACK) && again_of(g, g->edges[e].to) != PP_NONE;
}

static void check_splits(const struct pp_graph *g, enum pp_mode mode)
{
    const struct pp_proc *p = &g->procs[PROC];
    for (uint32_t v = p->first_vertex; v < p->first_vertex + p->num_vertices; v++) {
        bool split = mode == PP_MODE_PATH_CONTEXT && is_split(g, v);
        uint32_t again = again_of(g, v);
        check(P_SPLITS, split == (again != PP_NONE) && again == g->vertices[v].split,
              "vertex %u is split or is not", v);
        if (!split || again == PP_NONE)
            continue;
        num_split++;
        check(P_SPLITS, (g->edges[again].flags & PP_E_CUT) && g->edges[again].origin == PP_NONE,
              "the surrogate of vertex %u", v);
        for (uint32_t e = 0; e < g->num_edges; e++)
            if (is_original(g, e) && g->edges[e].to == v)
                check(P_SPLITS, has_context(g, e) == (g->edges[e].begins == again),
                      "what begins after edge %u", e);
    }
}

static void check_transform(const struct pp_graph *g)
{
    const struct pp_proc *p = &g->procs[PROC];
    unsigned char *colour = calloc(g->num_vertices, 1);
    bool good = true;
    for (uint32_t v = 0; v < g->num_vertices; v++)
        good &= acyclic(g, v, colour);
    check(P_TRANSFORM, good, "a cycle is left");
    free(colour);
    for (uint32_t e = p->first_edge; e < p->first_edge + p->num_edges; e++) {
        const struct pp_edge *edge = &g->edges[e];
        bool restart = g->vertices[edge->to].flags & PP_V_RESTART;
        bool cut = restart || (edge->flags & (PP_E_BACK | PP_E_BROKEN));
        check(P_TRANSFORM, cut == !!(edge->flags & PP_E_CUT), "edge %u is cut or is not", e);
        if (!cut)
            continue;
        const struct pp_edge *ends = &g->edges[edge->ends], *begins = &g->edges[edge->begins];
        check(P_TRANSFORM,
              ends->kind == PP_SURROGATE && ends->from == edge->from && ends->to == p->exit &&
                  ends->origin == e,
              "the end of cut edge %u", e);
        if (has_context(g, e))
            continue;
        check(P_TRANSFORM,
              begins->kind == PP_SURROGATE && begins->from == p->entry && begins->to == edge->to &&
                  begins->origin == PP_NONE && !!(begins->flags & PP_E_FAKE) == restart,
              "the beginning after cut edge %u", e);
    }
    for (uint32_t v = p->first_vertex; v < p->first_vertex + p->num_vertices; v++) {
        unsigned num = 0, wanted = !!(g->vertices[v].flags & PP_V_RESTART);
        for (uint32_t e = 0; e < g->num_edges; e++) {
            num += g->edges[e].kind == PP_SURROGATE && g->edges[e].from == p->entry &&
                   g->edges[e].to == v && g->edges[e].origin == PP_NONE;
            wanted |= is_original(g, e) && g->edges[e].to == v && (g->edges[e].flags & PP_E_CUT) &&
                      !has_context(g, e);
        }
        check(P_TRANSFORM, num == wanted, "vertex %u has %u beginnings", v, num);
    }
}

/* ---- Enumeration. */

struct enumeration {
    const struct made *m;
    uint32_t path[MOST_EDGES];
    uint32_t length;
    uint64_t found;
    bool good, decoded;
};

static uint64_t label(const struct made *m, uint32_t e)
{
    return pp_at_one(m->n.rho[e]);
}

/* ALONG: the last edge of the path so far leads to V, and V may be split. */
static void enumerate(struct enumeration *en, uint32_t v, bool along)
{
    const struct pp_graph *g = &en->m->g;
    if (along && again_of(g, v) != PP_NONE) {
        enumerate(en, v, false);
        en->path[en->length++] = again_of(g, v);
        enumerate(en, v, false);
        en->length--;
        return;
    }
    if (v == g->procs[PROC].exit) {
        uint64_t number = 0;
        uint32_t path[MOST_EDGES];
        for (uint32_t i = 0; i < en->length; i++)
            number += label(en->m, en->path[i]);
        en->good &= number == en->found;
        uint32_t length = pp_decode(g, &en->m->n, PROC, number, path, MOST_EDGES);
        en->decoded &= length == en->length && !memcmp(path, en->path, length * sizeof *path);
        en->decoded &= length <= pp_longest_path(g, &en->m->n, PROC);
        uint32_t active = en->length;
        while (active && g->edges[en->path[active - 1]].from != g->edges[en->path[active - 1]].to)
            active--;
        en->decoded &= pp_active_suffix(g, &en->m->n, path, length) == active;
        en->decoded &= pp_decode(g, &en->m->n, PROC, number, path, en->length - 1) == 0;
        en->found++;
        return;
    }
    for (uint32_t e = pp_first_numbered(g, v); e != PP_NONE; e = pp_next_numbered(g, e)) {
        if (g->edges[e].flags & PP_E_CUT)
            continue;
        en->path[en->length++] = e;
        enumerate(en, g->edges[e].to, true);
        en->length--;
    }
}

static void check_numbers(const struct made *m)
{
    const struct pp_proc *p = &m->g.procs[PROC];
    uint32_t path[MOST_EDGES];
    check(P_DECODE, !pp_decode(&m->g, &m->n, PROC, p->num_paths, path, MOST_EDGES),
          "a number that is too great has a path");
    if (p->num_paths > MOST_PATHS)
        return;
    struct enumeration en = {.m = m, .good = true, .decoded = true};
    enumerate(&en, p->entry, false);
    check(P_NUMBERS, en.good && en.found == p->num_paths,
          "%" PRIu64 " paths where %" PRIu64 " are counted", en.found, p->num_paths);
    check(P_DECODE, en.decoded, "a path comes back as another");
}

/* ---- Walks. */

struct machine {
    const struct made *m;
    const struct pp_action **at; /* indexed by edge, then by vertex */
    struct registers registers;  /* the program's */
    uint64_t expected;           /* number of the segment so far, by its labels */
    uint64_t *on_entry;          /* indexed by vertex: what that was when control last came there by
                                    another edge than a back edge */
    unsigned records;            /* made in this segment, at whatever edge ... */
    uint64_t recorded;           /* ... and of which number */
    bool good;
};

static void obey(struct machine *x, const struct pp_action *a)
{
    uint64_t number;
    if (!a || !registers_obey(&x->registers, &x->m->plan, a, &number))
        return;
    x->records++;
    x->recorded = number;
}

/* What the emitted code does on edge E, and what it ought to do. */
static void take(struct machine *x, uint32_t e)
{
    const struct pp_graph *g = &x->m->g;
    const struct pp_edge *edge = &g->edges[e];
    const struct pp_action *a = x->at[e];
    bool to_exit = edge->to == g->procs[PROC].exit, cut = edge->flags & PP_E_CUT;
    x->expected += label(x->m, cut ? edge->ends : e);
    obey(x, a);
    if (cut || to_exit) {
        x->good &= x->records == 1 && x->recorded == x->expected;
        x->records = 0;
    }
    if (cut)
        x->expected = label(x->m, edge->begins);
    if (cut && has_context(g, e))
        x->expected += x->on_entry[edge->to];
    else
        x->on_entry[edge->to] = x->expected;
}

/* Control leaves sideways: the segment is incomplete and must not have been recorded. */
static void leave(struct machine *x)
{
    x->good &= x->records == 0;
    x->registers.path = next_random();
}

/* Control arrives at V. */
static void arrive(struct machine *x, uint32_t v)
{
    const struct pp_graph *g = &x->m->g;
    const struct pp_action *a = x->at[g->num_edges + v];
    if (a && pp_does(a, PP_DO_WAIT)) { /* the path may end in this call */
        uint64_t number = (pp_does(a, PP_DO_USES_PATH) ? x->registers.path : 0) + a->index.b.low;
        x->good &= !x->records && number == x->expected + label(x->m, pp_pending_edge(g, v));
    }
    if (!(g->vertices[v].flags & PP_V_RESTART))
        return;
    for (uint32_t e = 0; e < g->num_edges; e++)
        if (g->edges[e].kind == PP_SURROGATE && g->edges[e].to == v &&
            g->edges[e].origin == PP_NONE)
            x->expected = label(x->m, e);
    obey(x, x->at[g->num_edges + v]);
}

static void check_records(const struct made *m)
{
    const struct pp_graph *g = &m->g;
    struct machine x = {.m = m, .good = true};
    x.at = calloc(g->num_edges + g->num_vertices, sizeof *x.at);
    x.on_entry = calloc(g->num_vertices, sizeof *x.on_entry);
    uint64_t before = 0;
    for (uint32_t i = 0; i < m->plan.num_actions; i++) {
        const struct pp_action *a = &m->plan.actions[i];
        uint64_t order = (uint64_t)(a->place == PP_AT_EDGE) << 32 | a->at;
        bool placeable = a->place == PP_AT_EDGE
                             ? is_original(g, a->at) && !(g->edges[a->at].flags & PP_E_ABNORMAL)
                             : (g->vertices[a->at].flags & PP_V_RESTART) || pp_does(a, PP_DO_WAIT);
        check(P_PLACES, placeable, "action %u", i);
        check(P_PLACES,
              a->place == PP_AT_EDGE ||
                  pp_does(a, PP_DO_WAIT) == (pp_pending_edge(g, a->at) != PP_NONE),
              "action %u waits", i);
        check(P_PLACES,
              pp_does(a, PP_DO_RECORD) || a->update != PP_KEEP ||
                  pp_does(a, PP_DO_SAVE | PP_DO_WAIT | PP_DO_RESUME | PP_DO_RESTART),
              "action %u does nothing", i);
        check(P_PLACES, !i || order > before, "action %u is out of order", i);
        before = order;
        x.at[a->place == PP_AT_EDGE ? a->at : g->num_edges + a->at] = a;
    }
    for (int w = 0; w < WALKS; w++) {
        struct trip trip;
        walk(g, &trip);
        registers_forget(&x.registers, next_random());
        x.expected = 0;
        x.records = 0;
        for (uint32_t i = 0; i < trip.num; i++) {
            if (is_leave(trip.edges[i])) {
                leave(&x);
                if (trip.edges[++i] == PP_NONE)
                    break;
                arrive(&x, trip.edges[i]);
                continue;
            }
            take(&x, trip.edges[i]);
            arrive(&x, g->edges[trip.edges[i]].to);
        }
    }
    check(P_RECORDS, x.good, "a wrong number is recorded, or one too many or too few");
    free(x.at);
    free(x.on_entry);
}

/* ---- Modes path and path-context. */

static bool can_have_code(const struct pp_graph *g, uint32_t e)
{
    return !(g->edges[e].flags & PP_E_ABNORMAL);
}

/* Is the refusal justified? */
static void check_refusal(const struct spec *s, const struct made *m,
                          const struct pp_params *params)
{
    const struct pp_proc *p = &m->g.procs[PROC];
    check(P_REFUSAL, p->storage == PP_STORE_NONE && p->why && p->num_paths == 0,
          "it does not say why");
    bool abnormal = false;
    for (uint32_t i = 0; i < s->num_edges; i++)
        abnormal |= s->edges[i].flags & PP_E_ABNORMAL;
    if (strstr(pp_text(&m->g, p->why), "abnormal") || strstr(pp_text(&m->g, p->why), "goto")) {
        check(P_REFUSAL, abnormal, "%s", pp_text(&m->g, p->why));
        return;
    }
    struct pp_graph g;
    struct pp_numbering n;
    build(&g, s);
    pp_numbering_init(&n);
    pp_mark_backedges(&g, PROC);
    pp_transform(&g, PROC, params);
    const struct pp_proc *q = &g.procs[PROC];
    for (uint32_t i = 0; i < q->num_edges; i++) {
        uint32_t e = q->first_edge + i;
        if (can_have_code(&g, e) && g.edges[e].to != q->exit && g.edges[e].from != q->entry)
            pp_cut_edge(&g, e, PP_E_BROKEN);
    }
    bool fits = pp_number_proc(&g, PROC, &n);
    check(P_REFUSAL, !fits || n.psi[q->entry].b.low > params->max_paths,
          "%" PRIu64 " paths are enough", params->max_paths);
    pp_graph_free(&g);
    pp_numbering_free(&n);
}

/* Of the edges out of a vertex none is heavier than one that is numbered first; that, or the end of the path there, has
   the value 0.  A call comes back, as a rule: that is its first edge already. */
static void check_first(const struct made *m, bool wanted)
{
    for (uint32_t v = 0; v < m->g.num_vertices; v++) {
        uint32_t best = PP_NONE;
        for (uint32_t e = 0; e < m->g.num_edges; e++) {
            const struct pp_edge *edge = &m->g.edges[e];
            if (edge->from == v && edge->kind == PP_FLOW &&
                (best == PP_NONE || edge->weight > m->g.edges[best].weight))
                best = e;
        }
        if (!wanted || best == PP_NONE || m->g.vertices[v].kind == PP_CALL ||
            m->g.vertices[v].proc != PROC)
            continue;
        uint32_t e = pp_live(&m->g, best) ? best : m->g.edges[best].ends;
        bool back = m->g.edges[best].flags & PP_E_BACK;
        if (e == PP_NONE || (e != best && !back))
            continue; /* what is broken or leads behind a setjmp is as it was in the list */
        check(P_FIRST, pp_at_one(m->n.rho[e]) == 0, "edge %u has value %" PRIu64, e,
              pp_at_one(m->n.rho[e]));
    }
}

unsigned num_broken_graphs, num_planned, num_refused, num_split;

void check_path(const struct spec *s, enum pp_mode mode, uint64_t seed)
{
    struct pp_params params = {
        .mode = mode, .max_paths = UINT64_MAX, .array_limit = 100, .pending = chance(40)};
    params.likely_first = chance(50);
    struct made free_made, m;
    make(&free_made, s, &params, seed);
    if (!free_made.good) {
        check_refusal(s, &free_made, &params);
        unmake(&free_made);
        return;
    }
    bool limited = chance(50);
    if (limited) /* with every edge broken about as many paths are left as there are edges */
        params.max_paths =
            chance(15) ? 1 + below(s->num_edges) : (s->num_edges + 1) / 2 * (2 + below(6));
    uint64_t total = free_made.g.procs[PROC].num_paths;
    make(&m, s, &params, seed);
    const struct pp_proc *p = &m.g.procs[PROC];
    if (!m.good) {
        num_refused++;
        check_refusal(s, &m, &params);
    } else {
        num_planned++;
        check(P_LIMIT, p->num_paths <= params.max_paths, "%" PRIu64 " paths", p->num_paths);
        check(P_LIMIT, p->storage == (p->num_paths <= 100 ? PP_STORE_ARRAY : PP_STORE_TABLE),
              "storage of %" PRIu64 " paths", p->num_paths);
        char decimal[32] = "";
        if (total > params.max_paths)
            snprintf(decimal, sizeof decimal, "%" PRIu64, total);
        num_broken_graphs += total > params.max_paths;
        check(P_EXACT, !strcmp(decimal, pp_text(&m.g, p->exact_paths)), "%s for %s",
              pp_text(&m.g, p->exact_paths), decimal);
        check_transform(&m.g);
        check_splits(&m.g, mode);
        check_numbers(&m);
        check_records(&m);
        check_prepare(s, &m, &params);
        check_first(&m, params.likely_first);
    }
    unmake(&m);
    unmake(&free_made);
}

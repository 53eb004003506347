/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random control-flow graphs against definitions: random-check [GRAPHS [SEED]].

   Every graph is transformed, numbered and planned; then, by means that share nothing with core/:
   its live paths are enumerated, random walks go through the *cyclic* graph with the planned
   actions obeyed, and what they record is compared with what the walk saw.  Graphs have irreducible
   loops, self-loops, parallel edges, switches, computed gotos, calls that leave, vertices at which
   control arrives sideways, vertices that do not return, unreachable parts. */
#include "graph.h"
#include "mode.h"
#include "number.h"
#include "plan.h"
#include "profile.h"
#include "spanning.h"
#include "transform.h"
#include "weights.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_VERTICES 40
#define MOST_EDGES 200
#define MOST_PATHS 3000 /* more are not enumerated */
#define WALKS 12
#define WALK_STEPS 200

/* ---- Random numbers (xorshift64*). */

static uint64_t rng = 1;

static uint64_t next_random(void)
{
    rng ^= rng >> 12;
    rng ^= rng << 25;
    rng ^= rng >> 27;
    return rng * 0x2545F4914F6CDD1Dull;
}

static uint32_t below(uint32_t n)
{
    return (uint32_t)((next_random() >> 33) % n);
}

static bool chance(uint32_t percent)
{
    return below(100) < percent;
}

/* ---- Results. */

enum property {
    P_TRANSFORM,
    P_NUMBERS,
    P_DECODE,
    P_LIMIT,
    P_REFUSAL,
    P_EXACT,
    P_PLACES,
    P_RECORDS,
    P_PREPARE,
    P_COUNTERS,
    P_TREE,
    P_COUNTS,
    P_CONTRADICTION,
    P_HOSTILE,
    PROPERTIES
};

static const char *const property_names[PROPERTIES] = {
    "the finite-path graph is what the mode defines",
    "live paths have exactly the numbers 0 .. N-1",
    "decoding inverts numbering",
    "breaking keeps the number of paths within the limit",
    "what is refused cannot be done",
    "the exact number of paths before breaking",
    "no code where none can be placed",
    "walks record the numbers of their segments",
    "the decoder repeats the plugin's labels",
    "edge counters are |E| - (|V| - 1)",
    "the spanning tree is maximal",
    "counters propagate to the true counts",
    "counters that contradict each other are found out",
    "corrupt graphs do no harm",
};

static unsigned checked[PROPERTIES], failed[PROPERTIES];
static uint64_t graph_seed;

static bool check(enum property property, bool good, const char *format, ...)
{
    checked[property]++;
    if (good)
        return true;
    if (failed[property]++ < 3) {
        va_list arguments;
        va_start(arguments, format);
        printf("seed %" PRIu64 ": %s: ", graph_seed, property_names[property]);
        vprintf(format, arguments);
        printf("\n");
        va_end(arguments);
    }
    return false;
}

/* ---- Graphs.  Vertex 0 is Entry, 1 is Exit. */

struct spec_edge {
    uint32_t from, to;
    enum pp_edge_kind kind;
    unsigned flags;
};

struct spec {
    uint32_t num_vertices, num_edges;
    enum pp_vertex_kind kinds[MOST_VERTICES];
    unsigned flags[MOST_VERTICES];
    struct spec_edge edges[MOST_EDGES];
};

static void add(struct spec *s, uint32_t from, uint32_t to, enum pp_edge_kind kind, unsigned flags)
{
    if (s->num_edges < MOST_EDGES)
        s->edges[s->num_edges++] = (struct spec_edge){from, to, kind, flags};
}

static uint32_t out_degree(const struct spec *s, uint32_t v)
{
    uint32_t degree = 0;
    for (uint32_t i = 0; i < s->num_edges; i++)
        degree += s->edges[i].from == v;
    return degree;
}

/* Adds an edge out of V, as its kind has them. */
static void add_out(struct spec *s, uint32_t v, uint32_t to)
{
    if (s->kinds[v] == PP_CALL)
        add(s, v, to, PP_FLOW, PP_E_EH);
    else if (!(s->flags[v] & PP_V_GOTO))
        add(s, v, to, PP_FLOW, 0);
    else if (to > 1 && to != v && !(s->flags[to] & PP_V_RESTART))
        add(s, v, to, PP_FLOW, PP_E_ABNORMAL | PP_E_CASE);
}

static void make_vertices(struct spec *s, uint32_t n)
{
    s->kinds[0] = PP_ENTRY;
    s->kinds[1] = PP_EXIT;
    s->num_vertices = 2;
    unsigned gotos = chance(25) ? 1 + chance(15) : 0;
    while (s->num_vertices < n) {
        uint32_t v = s->num_vertices++;
        s->kinds[v] = PP_BLOCK;
        if (chance(20) && s->num_vertices < n) {
            s->kinds[v] = PP_CALL;
            s->flags[v] = chance(50) ? PP_V_MAY_LEAVE : 0;
            s->kinds[v + 1] = PP_RETURN_SITE;
            s->flags[v + 1] = chance(20) ? PP_V_RESTART : 0;
            add(s, v, v + 1, PP_SUMMARY, 0);
            s->num_vertices++;
        } else if (gotos && v > 2 && chance(30)) {
            gotos--;
            s->flags[v] = PP_V_GOTO;
        } else if (chance(4)) {
            s->flags[v] = PP_V_RESTART;
        }
    }
}

static void make_spec(struct spec *s)
{
    uint32_t n = 3 + below(chance(30) ? 30 : 10);
    memset(s, 0, sizeof *s);
    make_vertices(s, n);
    n = s->num_vertices;
    uint32_t start = s->num_edges;
    add(s, 0, 2, PP_FLOW, 0);
    for (uint32_t v = 3; v < n; v++) /* reachable, nearly always */
        if (s->kinds[v] != PP_RETURN_SITE && !chance(3))
            add_out(s, 2 + below(v - 2), v);
    uint32_t more = below(2 * n);
    for (uint32_t i = 0; i < more; i++) {
        uint32_t v = 2 + below(n - 2);
        if (s->kinds[v] != PP_CALL || chance(20))
            add_out(s, v, chance(10) ? v : chance(15) ? 1 : 2 + below(n - 2));
    }
    for (uint32_t v = 2; v < n; v++)
        if (!out_degree(s, v) && chance(97))
            add(s, v, 1, PP_FLOW, s->flags[v] & PP_V_GOTO || chance(30) ? PP_E_NORETURN : 0);
    /* Any order of edges is allowed. */
    for (uint32_t i = s->num_edges - 1; i > start; i--) {
        uint32_t j = start + below(i - start + 1);
        struct spec_edge swap = s->edges[i];
        s->edges[i] = s->edges[j];
        s->edges[j] = swap;
    }
}

/* A procedure around the one that is tested, so that no index is its own offset. */
static void add_filler(struct pp_graph *g)
{
    uint32_t p = pp_add_proc(g, "filler", "filler");
    uint32_t v = pp_add_vertex(g, p, PP_BLOCK, 2);
    pp_add_edge(g, g->procs[p].entry, v, PP_FLOW, 0);
    pp_add_edge(g, v, v, PP_FLOW, 0);
    pp_add_edge(g, v, g->procs[p].exit, PP_FLOW, 0);
}

#define PROC 1

static void build(struct pp_graph *g, const struct spec *s)
{
    pp_graph_init(g);
    add_filler(g);
    uint32_t p = pp_add_proc(g, "test", "test");
    for (uint32_t v = 2; v < s->num_vertices; v++)
        pp_add_vertex(g, p, s->kinds[v], v);
    uint32_t first = g->procs[p].first_vertex;
    for (uint32_t v = 0; v < s->num_vertices; v++)
        g->vertices[first + v].flags = (uint8_t)s->flags[v];
    for (uint32_t i = 0; i < s->num_edges; i++) {
        const struct spec_edge *e = &s->edges[i];
        pp_add_edge(g, first + e->from, first + e->to, e->kind, e->flags);
    }
    add_filler(g);
}

struct made {
    struct pp_graph g;
    struct pp_numbering n;
    struct pp_plan plan;
    bool good;
};

static void make(struct made *m, const struct spec *s, const struct pp_params *params,
                 uint64_t seed)
{
    build(&m->g, s);
    pp_numbering_init(&m->n);
    pp_plan_init(&m->plan);
    rng = seed;
    for (uint32_t p = 0; p < m->g.num_procs; p++) {
        struct pp_plan other, *plan = p == PROC ? &m->plan : &other;
        pp_plan_init(&other);
        pp_mark_backedges(&m->g, p);
        pp_static_weights(&m->g, p);
        if (p == PROC && chance(50))
            for (uint32_t e = 0; e < m->g.procs[p].num_edges; e++)
                m->g.edges[m->g.procs[p].first_edge + e].weight = below(8);
        bool good = pp_pipeline(&m->g, p, params, &m->n, plan);
        if (p == PROC)
            m->good = good;
        pp_plan_free(&other);
    }
}

static void unmake(struct made *m)
{
    pp_graph_free(&m->g);
    pp_numbering_free(&m->n);
    pp_plan_free(&m->plan);
}

static bool is_original(const struct pp_graph *g, uint32_t e)
{
    return g->edges[e].kind != PP_SURROGATE;
}

/* ---- The finite-path graph by definition. */

/* Is the live graph below V free of cycles?  COLOUR: 0 new, 1 open, 2 done. */
static bool acyclic(const struct pp_graph *g, uint32_t v, unsigned char *colour)
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
            wanted |= is_original(g, e) && g->edges[e].to == v && (g->edges[e].flags & PP_E_CUT);
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
    return m->n.rho[e].a + m->n.rho[e].b;
}

static void enumerate(struct enumeration *en, uint32_t v)
{
    const struct pp_graph *g = &en->m->g;
    if (v == g->procs[PROC].exit) {
        uint64_t number = 0;
        uint32_t path[MOST_EDGES];
        for (uint32_t i = 0; i < en->length; i++)
            number += label(en->m, en->path[i]);
        en->good &= number == en->found;
        uint32_t length = pp_decode(g, &en->m->n, PROC, number, path, MOST_EDGES);
        en->decoded &= length == en->length && !memcmp(path, en->path, length * sizeof *path);
        en->decoded &= pp_decode(g, &en->m->n, PROC, number, path, en->length - 1) == 0;
        en->found++;
        return;
    }
    for (uint32_t e = g->vertices[v].first_out; e != PP_NONE; e = g->edges[e].next_out) {
        if (g->edges[e].flags & PP_E_CUT)
            continue;
        en->path[en->length++] = e;
        enumerate(en, g->edges[e].to);
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
    enumerate(&en, p->entry);
    check(P_NUMBERS, en.good && en.found == p->num_paths,
          "%" PRIu64 " paths where %" PRIu64 " are counted", en.found, p->num_paths);
    check(P_DECODE, en.decoded, "a path comes back as another");
}

/* ---- Walks. */

struct trip {
    uint32_t edges[2 * WALK_STEPS + 4]; /* original edges; fake surrogates for going sideways */
    uint32_t num;
    bool complete; /* control left the procedure */
};

static uint32_t random_out(const struct pp_graph *g, uint32_t v)
{
    uint32_t chosen = PP_NONE, num = 0;
    for (uint32_t e = g->vertices[v].first_out; e != PP_NONE; e = g->edges[e].next_out)
        if (is_original(g, e) && !below(++num))
            chosen = e;
    return chosen;
}

/* A RESTART vertex at random, PP_NONE if there is none. */
static uint32_t random_restart(const struct pp_graph *g)
{
    const struct pp_proc *p = &g->procs[PROC];
    uint32_t chosen = PP_NONE, num = 0;
    for (uint32_t v = p->first_vertex; v < p->first_vertex + p->num_vertices; v++)
        if ((g->vertices[v].flags & PP_V_RESTART) && !below(++num))
            chosen = v;
    return chosen;
}

/* Leaving sideways from v is written as PP_NONE - 1 - v; arriving sideways at v, as v in the next
   element. */
static bool is_leave(uint32_t e)
{
    return e >= PP_NONE - 1 - MOST_VERTICES * 2;
}

static void walk(const struct pp_graph *g, struct trip *trip)
{
    const struct pp_proc *p = &g->procs[PROC];
    uint32_t v = p->entry;
    trip->num = 0;
    trip->complete = false;
    for (uint32_t step = 0; step < WALK_STEPS && v != p->exit; step++) {
        if ((g->vertices[v].flags & PP_V_MAY_LEAVE) && chance(20)) {
            uint32_t to = chance(60) ? random_restart(g) : PP_NONE;
            trip->edges[trip->num++] = PP_NONE - 1 - v;
            trip->edges[trip->num++] = to;
            if (to == PP_NONE) {
                trip->complete = true;
                return;
            }
            v = to;
            continue;
        }
        uint32_t e = random_out(g, v);
        if (e == PP_NONE)
            return;
        trip->edges[trip->num++] = e;
        v = g->edges[e].to;
    }
    trip->complete = v == p->exit;
}

struct machine {
    const struct made *m;
    const struct pp_action **at; /* indexed by edge, then by vertex */
    uint64_t path;               /* the program's */
    uint64_t expected;           /* number of the segment so far, by its labels */
    bool good;
};

static void update(struct machine *x, const struct pp_action *a)
{
    if (!a || a->update == PP_KEEP)
        return;
    x->path = a->value.b + (a->update == PP_ADD ? x->path : 0);
}

/* What the emitted code does on edge E, and what it ought to do. */
static void take(struct machine *x, uint32_t e)
{
    const struct pp_graph *g = &x->m->g;
    const struct pp_edge *edge = &g->edges[e];
    const struct pp_action *a = x->at[e];
    bool to_exit = edge->to == g->procs[PROC].exit, cut = edge->flags & PP_E_CUT;
    x->expected += label(x->m, cut ? edge->ends : e);
    x->good &= (a && a->record) == (cut || to_exit);
    if (a && a->record)
        x->good &= (a->uses_path ? x->path : 0) + a->index.b == x->expected;
    update(x, a);
    if (cut)
        x->expected = label(x->m, edge->begins);
}

/* Control arrives at V. */
static void arrive(struct machine *x, uint32_t v)
{
    const struct pp_graph *g = &x->m->g;
    if (!(g->vertices[v].flags & PP_V_RESTART))
        return;
    for (uint32_t e = 0; e < g->num_edges; e++)
        if (g->edges[e].kind == PP_SURROGATE && g->edges[e].to == v &&
            g->edges[e].origin == PP_NONE)
            x->expected = label(x->m, e);
    update(x, x->at[g->num_edges + v]);
}

static void check_records(const struct made *m)
{
    const struct pp_graph *g = &m->g;
    struct machine x = {.m = m, .good = true};
    x.at = calloc(g->num_edges + g->num_vertices, sizeof *x.at);
    uint64_t before = 0;
    for (uint32_t i = 0; i < m->plan.num_actions; i++) {
        const struct pp_action *a = &m->plan.actions[i];
        uint64_t order = (uint64_t)(a->place == PP_AT_VERTEX) << 32 | a->at;
        bool placeable = a->place == PP_AT_EDGE
                             ? is_original(g, a->at) && !(g->edges[a->at].flags & PP_E_ABNORMAL)
                             : !!(g->vertices[a->at].flags & PP_V_RESTART);
        check(P_PLACES, placeable, "action %u", i);
        check(P_PLACES, a->record || a->update != PP_KEEP, "action %u does nothing", i);
        check(P_PLACES, !i || order > before, "action %u is out of order", i);
        before = order;
        x.at[a->place == PP_AT_EDGE ? a->at : g->num_edges + a->at] = a;
    }
    for (int w = 0; w < WALKS; w++) {
        struct trip trip;
        walk(g, &trip);
        x.path = next_random(); /* a register that nobody has set */
        x.expected = 0;
        for (uint32_t i = 0; i < trip.num; i++) {
            if (is_leave(trip.edges[i])) {
                if (trip.edges[++i] == PP_NONE)
                    break;
                x.path = next_random();
                arrive(&x, trip.edges[i]);
                continue;
            }
            take(&x, trip.edges[i]);
            arrive(&x, g->edges[trip.edges[i]].to);
        }
    }
    check(P_RECORDS, x.good, "a wrong number is recorded, or one too many or too few");
    free(x.at);
}

/* ---- The decoder's half. */

/* G as the notes would have it after M was made. */
static void from_notes(struct pp_graph *g, const struct spec *s, const struct made *m)
{
    build(g, s);
    for (uint32_t p = 0; p < g->num_procs; p++) {
        g->procs[p].num_paths = m->g.procs[p].num_paths;
        g->procs[p].storage = m->g.procs[p].storage;
    }
    for (uint32_t e = 0; e < g->num_edges; e++)
        g->edges[e].flags = m->g.edges[e].flags & (uint16_t)~PP_E_CUT;
}

static void check_prepare(const struct spec *s, const struct made *m,
                          const struct pp_params *params)
{
    struct pp_graph g;
    struct pp_numbering n;
    from_notes(&g, s, m);
    pp_numbering_init(&n);
    bool good = true;
    for (uint32_t p = 0; p < g.num_procs; p++)
        good &= pp_prepare_proc(&g, p, params, &n);
    /* Procedures are prepared in the order in which they were planned. */
    good = good && g.num_edges == m->g.num_edges;
    for (uint32_t e = 0; good && e < g.num_edges; e++) {
        const struct pp_edge *x = &g.edges[e], *y = &m->g.edges[e];
        good &= x->from == y->from && x->to == y->to && x->flags == y->flags &&
                x->ends == y->ends && x->begins == y->begins;
        if (params->mode == PP_MODE_PATH && g.vertices[x->from].proc == PROC)
            good &= n.rho[e].a == m->n.rho[e].a && n.rho[e].b == m->n.rho[e].b;
    }
    check(P_PREPARE, good, "mode %s", pp_mode_name(params->mode));
    for (uint32_t v = 0; v < g.num_vertices; v++)
        good &= pp_cfg_checksum(&g, PROC) == pp_cfg_checksum(&m->g, PROC);
    check(P_PREPARE, good, "the checksum depends on what was chosen");
    g.procs[PROC].num_paths++;
    pp_graph_free(&g);
    from_notes(&g, s, m);
    g.procs[PROC].num_paths++;
    check(P_PREPARE, !pp_prepare_proc(&g, PROC, params, &n), "a wrong number of paths is accepted");
    pp_graph_free(&g);
    pp_numbering_free(&n);
}

/* ---- Mode path. */

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
    check(P_REFUSAL, !fits || n.psi[q->entry].b > params->max_paths, "%" PRIu64 " paths are enough",
          params->max_paths);
    pp_graph_free(&g);
    pp_numbering_free(&n);
}

static unsigned num_broken_graphs, num_planned, num_refused;

static void check_path(const struct spec *s, uint64_t seed)
{
    struct pp_params params = {PP_MODE_PATH, UINT64_MAX, 100};
    struct made free_made, m;
    make(&free_made, s, &params, seed);
    if (!free_made.good) {
        check_refusal(s, &free_made, &params);
        unmake(&free_made);
        return;
    }
    bool limited = chance(50);
    if (limited) /* with every edge broken about as many paths are left as there are edges */
        params.max_paths = chance(15) ? 1 + below(s->num_edges) : s->num_edges / 2 * (2 + below(6));
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
        check_numbers(&m);
        check_records(&m);
        check_prepare(s, &m, &params);
    }
    unmake(&m);
    unmake(&free_made);
}

/* ---- Mode edge. */

static bool on_tree(const struct pp_graph *g, uint32_t e)
{
    const struct pp_proc *p = &g->procs[PROC];
    return g->vertices[g->edges[e].from].proc == PROC && p->num_edges &&
           !(g->edges[e].flags & PP_E_COUNTED);
}

/* Finds the way from V to TO along tree edges of PROC other than those of weight > LIMIT and those
   that had to be in the tree; true if every way is of such.  Plainly: is V connected with TO by
   tree edges that are all at least as good as LIMIT? */
static bool connected(const struct pp_graph *g, uint32_t v, uint32_t to, double limit, bool *seen)
{
    const struct pp_proc *p = &g->procs[PROC];
    if (v == to)
        return true;
    if (seen[v])
        return false;
    seen[v] = true;
    for (uint32_t e = 0; e < g->num_edges; e++) {
        const struct pp_edge *edge = &g->edges[e];
        if (!on_tree(g, e) || (edge->from != v && edge->to != v))
            continue;
        if (!(edge->flags & (PP_E_FAKE | PP_E_ABNORMAL)) && edge->weight < limit)
            continue;
        if (connected(g, edge->from == v ? edge->to : edge->from, to, limit, seen))
            return true;
    }
    if (v == p->entry)
        return connected(g, p->exit, to, limit, seen);
    if (v == p->exit)
        return connected(g, p->entry, to, limit, seen);
    return false;
}

static void check_tree(const struct made *m)
{
    const struct pp_graph *g = &m->g;
    const struct pp_proc *p = &g->procs[PROC];
    uint64_t edges = 1, vertices = 0, components = 0; /* Exit -> Entry */
    bool *seen = calloc(g->num_vertices, sizeof *seen);
    for (uint32_t e = 0; e < g->num_edges; e++) {
        if (g->vertices[g->edges[e].from].proc != PROC)
            continue;
        edges++;
        if (on_tree(g, e))
            continue;
        check(P_PLACES, is_original(g, e) && !(g->edges[e].flags & PP_E_ABNORMAL),
              "a counter on edge %u", e);
        memset(seen, 0, g->num_vertices * sizeof *seen);
        check(P_TREE, connected(g, g->edges[e].from, g->edges[e].to, g->edges[e].weight, seen),
              "edge %u is worth more than one in the tree", e);
    }
    memset(seen, 0, g->num_vertices * sizeof *seen);
    for (uint32_t v = p->first_vertex; v < p->first_vertex + p->num_vertices; v++) {
        if (v > p->exit && g->vertices[v].first_in == PP_NONE &&
            g->vertices[v].first_out == PP_NONE)
            continue;
        vertices++;
        if (!seen[v]) {
            components++;
            connected(g, v, PP_NONE, -1, seen);
        }
    }
    check(P_COUNTERS,
          m->plan.num_actions == edges - (vertices - components) &&
              p->num_paths == m->plan.num_actions && p->storage == PP_STORE_EDGES,
          "%u counters, %" PRIu64 " edges, %" PRIu64 " vertices", m->plan.num_actions, edges,
          vertices);
    for (uint32_t i = 0; i < m->plan.num_actions; i++) {
        const struct pp_action *a = &m->plan.actions[i];
        check(P_COUNTERS,
              a->place == PP_AT_EDGE && a->record && !a->uses_path && a->index.b == i &&
                  a->index.a == 0 && a->update == PP_KEEP && (g->edges[a->at].flags & PP_E_COUNTED),
              "action %u", i);
    }
    free(seen);
}

static uint32_t fake_edge(const struct pp_graph *g, uint32_t from, uint32_t to)
{
    for (uint32_t e = 0; e < g->num_edges; e++)
        if ((g->edges[e].flags & PP_E_FAKE) && g->edges[e].from == from && g->edges[e].to == to)
            return e;
    return PP_NONE;
}

static void count_trip(const struct pp_graph *g, const struct trip *trip, uint64_t *counts)
{
    const struct pp_proc *p = &g->procs[PROC];
    for (uint32_t i = 0; i < trip->num; i++) {
        if (!is_leave(trip->edges[i])) {
            counts[trip->edges[i]]++;
            continue;
        }
        counts[fake_edge(g, PP_NONE - 1 - trip->edges[i], p->exit)]++;
        if (trip->edges[++i] != PP_NONE)
            counts[fake_edge(g, p->entry, trip->edges[i])]++;
    }
}

static void check_counts(const struct made *m)
{
    const struct pp_graph *g = &m->g;
    uint64_t *truth = calloc(g->num_edges, sizeof *truth);
    uint64_t *counts = calloc(g->num_edges, sizeof *counts);
    uint64_t *counters = calloc(m->plan.num_actions + 1, sizeof *counters);
    uint64_t scale = chance(10) ? 1ull << 55 : 1;
    for (int w = 0; w < WALKS; w++) {
        struct trip trip;
        walk(g, &trip);
        if (trip.complete)
            count_trip(g, &trip, truth);
    }
    for (uint32_t e = 0; e < g->num_edges; e++)
        truth[e] *= scale;
    for (uint32_t i = 0; i < m->plan.num_actions; i++)
        counters[m->plan.actions[i].index.b] = truth[m->plan.actions[i].at];
    bool good = pp_propagate(g, PROC, counters, counts);
    check(P_COUNTS, good, "the counts are said to contradict each other");
    for (uint32_t e = 0; e < g->num_edges; e++)
        if (g->vertices[g->edges[e].from].proc == PROC)
            check(P_COUNTS, counts[e] == truth[e], "edge %u: %" PRIu64 " for %" PRIu64, e,
                  counts[e], truth[e]);
    /* Arbitrary counters: either all counts obey Kirchhoff's law, or the answer is no. */
    for (uint32_t i = 0; i < m->plan.num_actions; i++)
        counters[i] = below(50);
    good = pp_propagate(g, PROC, counters, counts);
    bool balanced = true;
    const struct pp_proc *p = &g->procs[PROC];
    for (uint32_t v = p->exit + 1; v < p->first_vertex + p->num_vertices; v++) {
        uint64_t balance = 0;
        for (uint32_t e = 0; e < g->num_edges; e++)
            balance += (g->edges[e].to == v) * counts[e] - (g->edges[e].from == v) * counts[e];
        balanced &= balance == 0;
    }
    check(P_CONTRADICTION, !good || balanced, "counts that are no flow are called good");
    free(truth);
    free(counts);
    free(counters);
}

static unsigned num_counted;

static void check_edge(const struct spec *s, uint64_t seed)
{
    struct pp_params params = {PP_MODE_EDGE, UINT64_MAX, 100};
    struct made m;
    make(&m, s, &params, seed);
    if (!m.good) {
        check(P_REFUSAL, m.g.procs[PROC].storage == PP_STORE_NONE && m.g.procs[PROC].why,
              "mode edge does not say why");
        bool *tree = calloc(m.g.num_edges, sizeof *tree);
        uint32_t stuck = PP_NONE;
        bool good = pp_spanning_tree(&m.g, PROC, NULL, tree, &stuck);
        check(P_REFUSAL, !good && (m.g.edges[stuck].flags & (PP_E_ABNORMAL | PP_E_FAKE)),
              "mode edge refuses for nothing");
        free(tree);
    } else {
        num_counted++;
        check_tree(&m);
        check_counts(&m);
        check_prepare(s, &m, &params);
    }
    unmake(&m);
}

/* ---- Corrupt notes: any flags, any edges.  Nothing may hang or touch what is not its own. */

static void check_hostile(void)
{
    static const uint16_t flags[] = {PP_E_BACK,     PP_E_CUT,  PP_E_BROKEN,  PP_E_COUNTED,
                                     PP_E_ABNORMAL, PP_E_FAKE, PP_E_NORETURN};
    struct spec *s = calloc(1, sizeof *s);
    struct pp_params params = {chance(50) ? PP_MODE_PATH : PP_MODE_EDGE, UINT64_MAX, 100};
    s->num_vertices = 2 + below(MOST_VERTICES - 2);
    for (uint32_t v = 0; v < s->num_vertices; v++) {
        s->kinds[v] = v == 0   ? PP_ENTRY
                      : v == 1 ? PP_EXIT
                               : (enum pp_vertex_kind)below(PP_VERTEX_KINDS);
        s->flags[v] = chance(30) ? below(16) : 0;
    }
    uint32_t edges = below(MOST_EDGES);
    for (uint32_t i = 0; i < edges; i++) {
        unsigned f = 0;
        for (uint32_t k = 0; k < sizeof flags / sizeof *flags; k++)
            if (flags[k] != PP_E_CUT && chance(10))
                f |= flags[k];
        add(s, below(s->num_vertices), below(s->num_vertices), chance(80) ? PP_FLOW : PP_SUMMARY,
            f);
    }
    struct pp_graph g;
    struct pp_numbering n;
    build(&g, s);
    pp_numbering_init(&n);
    struct pp_proc *p = &g.procs[PROC];
    p->storage = (uint8_t)below(PP_STORES);
    uint64_t counted = 0;
    for (uint32_t i = 0; i < s->num_edges; i++)
        counted += !!(s->edges[i].flags & PP_E_COUNTED);
    p->num_paths = params.mode == PP_MODE_EDGE && chance(80) ? counted : below(100);
    bool good = pp_prepare_proc(&g, PROC, &params, &n);
    if (!good && params.mode == PP_MODE_PATH && p->storage != PP_STORE_NONE) {
        /* Once more, with the number of paths that such a graph has. */
        p->num_paths = n.num_vertices ? n.psi[p->entry].b : 0;
        good = pp_number_proc(&g, PROC, &n);
    }
    if (good && params.mode == PP_MODE_PATH) {
        for (int i = 0; i < 20; i++) {
            uint32_t path[MOST_EDGES];
            uint64_t number = p->num_paths ? next_random() % p->num_paths : 0;
            uint32_t length = pp_decode(&g, &n, PROC, number, path, 1 + below(MOST_EDGES));
            bool ends = !length || g.edges[path[length - 1]].to == p->exit;
            check(P_HOSTILE, ends && (length || !p->num_paths || true), "a path ends nowhere");
        }
    }
    if (good && params.mode == PP_MODE_EDGE) {
        uint64_t *counters = calloc(counted + 1, sizeof *counters);
        uint64_t *counts = calloc(g.num_edges, sizeof *counts);
        for (uint64_t i = 0; i < counted; i++)
            counters[i] = next_random() >> below(64);
        if (p->num_paths == counted)
            pp_propagate(&g, PROC, counters, counts);
        free(counters);
        free(counts);
    }
    check(P_HOSTILE, true, "survived");
    pp_graph_free(&g);
    pp_numbering_free(&n);
    free(s);
}

int main(int argc, char **argv)
{
    unsigned graphs = argc > 1 ? (unsigned)atoi(argv[1]) : 3000;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    struct spec *s = calloc(1, sizeof *s);
    for (unsigned i = 0; i < graphs; i++) {
        graph_seed = rng = (seed << 32 | i) * 2 + 1;
        for (int k = 0; k < 8; k++)
            next_random();
        make_spec(s);
        uint64_t after = rng;
        check_path(s, after);
        check_edge(s, after);
        check_hostile();
    }
    free(s);
    int status = 0;
    for (int p = 0; p < PROPERTIES; p++) {
        if (failed[p])
            printf("FAIL: %s: %u of %u checks\n", property_names[p], failed[p], checked[p]);
        else if (!checked[p])
            printf("FAIL: %s: never checked\n", property_names[p]);
        else
            printf("PASS: %s\n", property_names[p]);
        status |= failed[p] || !checked[p];
    }
    printf("%u graphs; path: %u planned, %u of them with broken edges, %u over a tiny limit; "
           "edge: %u planned\n",
           graphs, num_planned, num_broken_graphs, num_refused, num_counted);
    /* A generator that made nothing but what is refused would test nothing. */
    bool enough = num_planned > graphs * 3 / 4 && num_counted > graphs * 3 / 4 &&
                  num_broken_graphs > graphs / 10;
    printf("%s: enough graphs of every kind%s\n", enough ? "PASS" : "FAIL",
           enough ? "" : ": too few");
    return status || !enough;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random graphs and random walks. */
#include "random.h"

#include "core/edge/by-callers.h"

#include "core/transform/transform.h"
#include "core/graph/weights.h"
#include "core/pipeline/pipeline.h"

#include <string.h>

const char *const property_names[] = {
    "the finite-path graph is what the mode defines",
    "live paths have exactly the numbers 0 .. N-1",
    "decoding inverts numbering",
    "breaking keeps the number of paths within the limit",
    "what is refused cannot be done",
    "the exact number of paths before breaking",
    "the likeliest way on is numbered first",
    "no code where none can be placed",
    "walks record the numbers of their segments",
    "the decoder repeats the plugin's labels",
    "edge counters are |E| - (|V| - 1)",
    "the spanning tree is maximal",
    "counters propagate to the true counts",
    "counters that contradict each other are found out",
    "corrupt graphs do no harm",
    "mode path-context: the heads of reducible loops are split",
    "mode kpath: every loop that can have it has its k",
    "mode kpath: the loops in those that are wanted are collapsed",
    "mode kpath: paths have exactly the numbers 0 .. N-1, and decode",
    "mode kpath: walks record the windows of k iterations",
    "mode kpath: k = 1 is mode path",
    "mode callgraph: what is asked for follows, and it is known what else does",
    "mode callgraph: no counter is left over, and mode edge is never cheaper",
};

const unsigned num_properties = PROPERTIES;

/* ---- Graphs.  Vertex 0 is Entry, 1 is Exit. */

void add(struct spec *s, uint32_t from, uint32_t to, enum pp_edge_kind kind, unsigned flags)
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

void make_spec(struct spec *s)
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
    s->by_callers = chance(50);
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

void build(struct pp_graph *g, const struct spec *s)
{
    pp_graph_init(g);
    add_filler(g);
    uint32_t p = pp_add_proc(g, "test", "test");
    for (uint32_t v = 2; v < s->num_vertices; v++)
        pp_add_vertex(g, p, s->kinds[v], v);
    uint32_t first = g->procs[p].first_vertex;
    for (uint32_t v = 0; v < s->num_vertices; v++) {
        g->vertices[first + v].flags = (uint8_t)s->flags[v];
        g->vertices[first + v].wanted_k = (uint8_t)s->wanted_k[v];
    }
    for (uint32_t i = 0; i < s->num_edges; i++) {
        const struct spec_edge *e = &s->edges[i];
        pp_add_edge(g, first + e->from, first + e->to, e->kind, e->flags);
    }
    add_filler(g);
}

void make(struct made *m, const struct spec *s, const struct pp_params *params, uint64_t seed)
{
    build(&m->g, s);
    m->g.procs[PROC].by_callers = pp_mode_row(params->mode)->counts_edges && s->by_callers &&
                                  pp_is_passed_through(&m->g, PROC);
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

void unmake(struct made *m)
{
    pp_graph_free(&m->g);
    pp_numbering_free(&m->n);
    pp_plan_free(&m->plan);
}

bool is_original(const struct pp_graph *g, uint32_t e)
{
    return g->edges[e].kind != PP_SURROGATE;
}

/* ---- Walks. */

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

bool is_leave(uint32_t e)
{
    return e >= PP_NONE - 1 - MOST_VERTICES * 2;
}

void walk(const struct pp_graph *g, struct trip *trip)
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

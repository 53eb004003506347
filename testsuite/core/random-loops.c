/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Mode kpath against definitions: which loops, enumeration of the paths, and walks that obey the
   planned actions, with every window of iterations followed as a list of edges of its own. */
#include "random.h"

#include "registers.h"

#include <stdlib.h>
#include <string.h>

#define MOST_K 5

struct loops {
    const struct pp_graph *g;
    uint32_t head_of[MOST_VERTICES]; /* vertex of the procedure, its first at 0: head of its loop
                                        with k > 1, or PP_NONE */
};

static uint32_t first_vertex(const struct pp_graph *g)
{
    return g->procs[PROC].first_vertex;
}

static bool is_cut(const struct pp_graph *g, uint32_t e)
{
    return g->edges[e].flags & PP_E_CUT;
}

/* Marks what can be reached from V without passing HEAD. */
static void reach(const struct pp_graph *g, uint32_t v, uint32_t head, bool *reached)
{
    if (v == head || reached[v - first_vertex(g)])
        return;
    reached[v - first_vertex(g)] = true;
    for (uint32_t e = g->vertices[v].first_out; e != PP_NONE; e = g->edges[e].next_out)
        if (is_original(g, e))
            reach(g, g->edges[e].to, head, reached);
}

/* Marks what reaches V without passing HEAD. */
static void reach_back(const struct pp_graph *g, uint32_t v, uint32_t head, bool *body)
{
    if (body[v - first_vertex(g)])
        return;
    body[v - first_vertex(g)] = true;
    for (uint32_t e = g->vertices[v].first_in; v != head && e != PP_NONE; e = g->edges[e].next_in)
        if (is_original(g, e))
            reach_back(g, g->edges[e].from, head, body);
}

/* Whether all edges into HEAD that are BACK come from what it dominates, and some are; then BODY is
   its natural loop. */
static bool natural_loop(const struct pp_graph *g, uint32_t head, bool *body)
{
    bool reached[MOST_VERTICES] = {false}, any = false;
    const struct pp_proc *p = &g->procs[PROC];
    reach(g, p->entry, head, reached);
    for (uint32_t v = p->first_vertex; v < p->first_vertex + p->num_vertices; v++)
        if (g->vertices[v].flags & PP_V_RESTART)
            reach(g, v, head, reached);
    memset(body, 0, MOST_VERTICES);
    for (uint32_t e = g->vertices[head].first_in; e != PP_NONE; e = g->edges[e].next_in)
        if (is_original(g, e) && (g->edges[e].flags & PP_E_BACK)) {
            if (reached[g->edges[e].from - p->first_vertex])
                return false;
            any = true;
            reach_back(g, g->edges[e].from, head, body);
        }
    return any;
}

static bool goes_round(const struct loops *l, uint32_t e)
{
    const struct pp_edge *edge = &l->g->edges[e];
    return is_original(l->g, e) && is_cut(l->g, e) && l->g->vertices[edge->to].k > 1 &&
           l->head_of[edge->from - first_vertex(l->g)] == edge->to;
}

static void find_loops(struct loops *l, const struct pp_graph *g, uint64_t k)
{
    const struct pp_proc *p = &g->procs[PROC];
    l->g = g;
    memset(l->head_of, 0xff, sizeof l->head_of);
    for (uint32_t h = p->first_vertex; h < p->first_vertex + p->num_vertices; h++) {
        bool body[MOST_VERTICES], good = natural_loop(g, h, body), has = g->vertices[h].k > 1;
        for (uint32_t v = 0; v < p->num_vertices; v++) {
            if (!good || !body[v])
                continue;
            good &= !(g->vertices[p->first_vertex + v].flags & PP_V_RESTART);
            bool tail = false;
            for (uint32_t e = p->first_edge; e < p->first_edge + p->num_edges; e++)
                tail |= g->edges[e].from == p->first_vertex + v && (g->edges[e].flags & PP_E_BACK);
            for (uint32_t e = p->first_edge; e < p->first_edge + p->num_edges; e++) {
                const struct pp_edge *edge = &g->edges[e];
                bool from = body[edge->from - p->first_vertex],
                     to = body[edge->to - p->first_vertex];
                bool back = edge->flags & PP_E_BACK, round = to && back && edge->to == h;
                good &= !(to && back && !round);         /* an inner loop */
                good &= !(to && is_cut(g, e) && !round); /* broken */
                good &= !((edge->flags & PP_E_ABNORMAL) &&
                          (from != to || round ||
                           (tail && edge->from == p->first_vertex + v))); /* no code there */
            }
            if (has && !body[v])
                continue;
            if (has) {
                check(P_LOOPS, l->head_of[v] == PP_NONE, "two loops overlap");
                l->head_of[v] = h;
            }
        }
        check(P_LOOPS, has ? good : !good || k == 1, "the loop of vertex %u has k = %u", h,
              g->vertices[h].k);
    }
}

/* ---- Enumeration. */

struct enumeration {
    const struct made *m;
    const struct loops *l;
    uint32_t path[MOST_EDGES * MOST_K];
    uint32_t length;
    uint64_t found;
    bool good;
};

static void complete(struct enumeration *en)
{
    static uint32_t path[MOST_EDGES * MOST_K];
    uint32_t length =
        pp_decode(&en->m->g, &en->m->n, PROC, en->found, path, sizeof path / sizeof *path);
    en->good &= length == en->length && !memcmp(path, en->path, length * sizeof *path) &&
                length <= pp_longest_path(&en->m->g, &en->m->n, PROC);
    en->found++;
}

/* At V, in ITERATION of its loop if it is in one; WHOLE: the path began at that loop's head. */
static void enumerate(struct enumeration *en, uint32_t v, uint32_t iteration, bool whole)
{
    const struct pp_graph *g = &en->m->g;
    uint32_t first = first_vertex(g), head = en->l->head_of[v - first];
    bool last = head == PP_NONE || iteration == g->vertices[head].k;
    if (v == g->procs[PROC].exit) {
        complete(en);
        return;
    }
    for (uint32_t e = g->vertices[v].first_out; e != PP_NONE && en->found <= MOST_PATHS;
         e = g->edges[e].next_out) {
        const struct pp_edge *edge = &g->edges[e];
        uint32_t to = en->l->head_of[edge->to - first], origin = edge->origin;
        en->path[en->length++] = e;
        if (goes_round(en->l, e)) {
            if (!last)
                enumerate(en, edge->to, iteration + 1, whole);
        } else if (is_cut(g, e)) {
        } else if (origin != PP_NONE && goes_round(en->l, origin)) {
            if (last)
                enumerate(en, edge->to, 0, false);
        } else if (head != PP_NONE && to == head) {
            enumerate(en, edge->to, iteration, whole);
        } else if (!whole || last) {
            enumerate(en, edge->to, to != PP_NONE, to != PP_NONE && edge->kind == PP_SURROGATE);
        }
        en->length--;
    }
}

static void check_numbers(const struct made *m, const struct loops *l)
{
    const struct pp_proc *p = &m->g.procs[PROC];
    static struct enumeration en;
    if (p->num_paths > MOST_PATHS)
        return;
    en = (struct enumeration){.m = m, .l = l, .good = true};
    enumerate(&en, p->entry, 0, false);
    check(P_K_NUMBERS, en.good && en.found == p->num_paths,
          "%" PRIu64 " paths where %" PRIu64 " are counted", en.found, p->num_paths);
}

/* ---- Walks. */

/* A path under way; all its edges. */
struct window {
    uint32_t edges[WALK_STEPS + 2], num;
    uint32_t iterations; /* of the loop that it is in */
    bool whole;
};

struct walker {
    const struct made *m;
    const struct loops *l;
    const struct pp_action **at; /* indexed by edge, then by vertex */
    struct registers registers;
    struct window windows[MOST_K + 1];
    uint32_t num;
    bool good;
};

static void begin(struct walker *w, uint32_t edge, uint32_t iterations)
{
    struct window *window = &w->windows[w->num++];
    *window = (struct window){.iterations = iterations, .whole = iterations > 0};
    if (edge != PP_NONE)
        window->edges[window->num++] = edge;
}

/* The window is complete with EDGE: that is what must have been recorded, as NUMBER. */
static void end(struct walker *w, struct window *window, uint32_t edge, bool records,
                uint64_t number)
{
    static uint32_t path[MOST_EDGES * MOST_K];
    window->edges[window->num++] = edge;
    uint32_t length =
        records ? pp_decode(&w->m->g, &w->m->n, PROC, number, path, sizeof path / sizeof *path) : 0;
    w->good &= length == window->num && !memcmp(path, window->edges, length * sizeof *path);
}

/* Keeps the windows whose flag is set. */
static void keep(struct walker *w, const bool *kept)
{
    uint32_t num = 0;
    for (uint32_t i = 0; i < w->num; i++)
        if (kept[i])
            w->windows[num++] = w->windows[i];
    w->num = num;
}

static void go_round(struct walker *w, uint32_t e, bool records, uint64_t number)
{
    const struct pp_edge *edge = &w->m->g.edges[e];
    uint32_t k = w->m->g.vertices[edge->to].k;
    bool kept[MOST_K + 1], ended = false;
    for (uint32_t i = 0; i < w->num; i++) {
        struct window *window = &w->windows[i];
        kept[i] = window->iterations < k;
        if (kept[i])
            window->edges[window->num++] = e;
        else
            end(w, window, edge->ends, records, number);
        window->iterations++;
        ended |= !kept[i];
    }
    w->good &= ended == records;
    keep(w, kept);
    begin(w, edge->begins, 1);
}

static void take(struct walker *w, uint32_t e)
{
    const struct pp_graph *g = &w->m->g;
    const struct pp_edge *edge = &g->edges[e];
    uint32_t first = first_vertex(g), from = w->l->head_of[edge->from - first],
             to = w->l->head_of[edge->to - first];
    uint64_t number = 0;
    bool records = w->at[e] && registers_obey(&w->registers, &w->m->plan, w->at[e], &number);
    if (goes_round(w->l, e)) {
        go_round(w, e, records, number);
        return;
    }
    if (from != PP_NONE && to != from) {
        bool kept[MOST_K + 1];
        for (uint32_t i = 0; i < w->num; i++) {
            kept[i] = !w->windows[i].whole || w->windows[i].iterations == g->vertices[from].k;
            w->windows[i].whole = false;
        }
        keep(w, kept);
        w->good &= w->num == 1;
    }
    bool ends = is_cut(g, e) || edge->to == g->procs[PROC].exit;
    w->good &= records == ends;
    for (uint32_t i = 0; i < w->num; i++) {
        if (ends)
            end(w, &w->windows[i], is_cut(g, e) ? edge->ends : e, records, number);
        else
            w->windows[i].edges[w->windows[i].num++] = e;
        if (to != from)
            w->windows[i].iterations = to != PP_NONE;
    }
    if (is_cut(g, e)) {
        w->num = 0;
        begin(w, edge->begins, 0);
        w->windows[0].iterations = to != PP_NONE;
    }
}

/* Control arrives at V, sideways or not. */
static void arrive(struct walker *w, uint32_t v)
{
    const struct pp_graph *g = &w->m->g;
    uint64_t number;
    if (!(g->vertices[v].flags & PP_V_RESTART))
        return;
    w->num = 0;
    for (uint32_t e = 0; e < g->num_edges; e++)
        if (g->edges[e].kind == PP_SURROGATE && g->edges[e].to == v &&
            g->edges[e].origin == PP_NONE)
            begin(w, e, 0);
    if (w->at[g->num_edges + v])
        registers_obey(&w->registers, &w->m->plan, w->at[g->num_edges + v], &number);
}

static void check_records(const struct made *m, const struct loops *l)
{
    const struct pp_graph *g = &m->g;
    static struct walker w;
    w = (struct walker){.m = m, .l = l, .good = true};
    w.at = calloc(g->num_edges + g->num_vertices, sizeof *w.at);
    for (uint32_t i = 0; i < m->plan.num_actions; i++) {
        const struct pp_action *a = &m->plan.actions[i];
        bool placeable = a->place == PP_AT_EDGE
                             ? is_original(g, a->at) && !(g->edges[a->at].flags & PP_E_ABNORMAL)
                             : !!(g->vertices[a->at].flags & PP_V_RESTART);
        check(P_PLACES, placeable, "mode kpath, action %u", i);
        w.at[a->place == PP_AT_EDGE ? a->at : g->num_edges + a->at] = a;
    }
    for (int i = 0; i < WALKS; i++) {
        struct trip trip;
        walk(g, &trip);
        registers_forget(&w.registers, next_random());
        w.num = 0;
        begin(&w, PP_NONE, 0);
        for (uint32_t s = 0; s < trip.num; s++) {
            if (is_leave(trip.edges[s])) {
                registers_forget(&w.registers, next_random());
                if (trip.edges[++s] == PP_NONE)
                    break;
                arrive(&w, trip.edges[s]);
                continue;
            }
            take(&w, trip.edges[s]);
            arrive(&w, g->edges[trip.edges[s]].to);
        }
    }
    check(P_K_RECORDS, w.good, "another path is recorded, or one too many or too few");
    free(w.at);
}

/* With k = 1 everything is as in mode path. */
static void check_one(const struct spec *s, uint64_t seed, struct pp_params params)
{
    struct made path, one;
    params.k = 1;
    make(&one, s, &params, seed);
    params.mode = PP_MODE_PATH;
    make(&path, s, &params, seed);
    bool same = path.good == one.good && path.plan.num_actions == one.plan.num_actions &&
                path.g.procs[PROC].num_paths == one.g.procs[PROC].num_paths &&
                path.g.procs[PROC].storage == one.g.procs[PROC].storage && !one.plan.num_loops;
    for (uint32_t i = 0; same && i < path.plan.num_actions; i++) {
        const struct pp_action *a = &path.plan.actions[i], *b = &one.plan.actions[i];
        same = a->place == b->place && a->at == b->at && a->record == b->record &&
               a->uses_path == b->uses_path && a->index.b.low == b->index.b.low &&
               a->update == b->update && a->value.b.low == b->value.b.low && !b->in && !b->out &&
               !b->round && !b->late;
    }
    check(P_K_ONE, same, "k = 1 is not mode path");
    unmake(&path);
    unmake(&one);
}

unsigned num_with_loops, num_lowered;

void check_loops(const struct spec *s, uint64_t seed)
{
    struct pp_params params = {.mode = PP_MODE_KPATH, .max_paths = UINT64_MAX, .array_limit = 100};
    struct made m;
    rng = seed;
    params.k = 2 + below(MOST_K - 1);
    uint64_t k = params.k;
    bool limited = chance(30);
    make(&m, s, &params, seed);
    if (m.good && limited) {
        params.max_paths = 1 + m.g.procs[PROC].num_paths / (1 + below(4));
        k = 1; /* less may be wanted than is given */
        unmake(&m);
        make(&m, s, &params, seed);
    }
    if (m.good) {
        struct loops l;
        check(P_LIMIT, m.g.procs[PROC].num_paths <= params.max_paths, "mode kpath: too many paths");
        find_loops(&l, &m.g, k);
        num_with_loops += m.plan.num_loops > 0;
        for (uint32_t v = 0; v < m.g.procs[PROC].num_vertices; v++) {
            const struct pp_vertex *vertex = &m.g.vertices[m.g.procs[PROC].first_vertex + v];
            num_lowered += limited && vertex->wanted_k > 1 && vertex->k < vertex->wanted_k;
        }
        check_numbers(&m, &l);
        if (m.plan.num_loops) /* otherwise it is mode path, whose records may be moved up */
            check_records(&m, &l);
        check_prepare(s, &m, &params);
    }
    unmake(&m);
    check_one(s, seed, params);
}

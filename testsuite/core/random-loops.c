/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Mode kpath against definitions: which loops, enumeration of the paths, and walks that obey the
   planned actions, with every window of iterations followed as a list of edges of its own. */
#include "random-natural.h"

#include "registers.h"
#include "core/number/decode.h"

#include <stdlib.h>
#include <string.h>

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

/* At V, in ITERATION of its loop if it is in one; WHOLE: the path began at that loop's head; STEP:
   V stands for the collapsed loop that it is the head of. */
static void enumerate(struct enumeration *en, uint32_t v, bool step, uint32_t iteration, bool whole)
{
    const struct pp_graph *g = &en->m->g;
    const struct loops *l = en->l;
    uint32_t head = (step ? l->step_in : l->head_of)[v - first_vertex(g)];
    bool last = head == PP_NONE || iteration == g->vertices[head].k;
    if (v == g->procs[PROC].exit) {
        complete(en);
        return;
    }
    for (uint32_t e = pp_first_numbered(g, v); e != PP_NONE && en->found <= MOST_PATHS;
         e = pp_next_numbered(g, e)) {
        const struct pp_edge *edge = &g->edges[e];
        uint32_t to = loop_to(l, e), origin = edge->origin;
        bool begins = edge->kind == PP_SURROGATE && origin == PP_NONE && !(edge->flags & PP_E_OVER);
        if (from_step(g, e) != step)
            continue;
        en->path[en->length++] = e;
        if (goes_round(l, e)) {
            if (!last)
                enumerate(en, edge->to, false, iteration + 1, whole);
        } else if (is_cut(g, e)) {
        } else if (origin != PP_NONE && goes_round(l, origin)) {
            if (last)
                enumerate(en, edge->to, false, 0, false);
        } else if (head != PP_NONE && to == head) {
            enumerate(en, edge->to, to_step(g, e), iteration, whole);
        } else if (!whole || last) {
            enumerate(en, edge->to, to_step(g, e), to != PP_NONE, to != PP_NONE && begins);
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
    enumerate(&en, p->entry, false, 0, false);
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

/* Paths under way in one collapsed loop, or in none. */
struct level {
    struct window windows[MOST_K + 1];
    uint32_t num;
};

struct walker {
    const struct made *m;
    const struct loops *l;
    struct registers registers;
    struct level levels[MOST_LEVELS]; /* outermost first */
    uint32_t depth;                   /* the one at hand */
    /* What has been recorded, and is not yet matched: a record may be made before the last edges of its path, of which
       none is left in between. */
    uint64_t records[MOST_LEVELS + MOST_EDGES];
    uint32_t num_records, next_record;
    bool good;
};

static struct level *top(struct walker *w)
{
    return &w->levels[w->depth];
}

static void begin(struct walker *w, uint32_t edge, uint32_t iterations, bool whole)
{
    struct level *level = top(w);
    struct window *window = &level->windows[level->num++];
    *window = (struct window){.iterations = iterations, .whole = whole};
    if (edge != PP_NONE)
        window->edges[window->num++] = edge;
}

/* The window is complete with EDGE: that is what must have been recorded. */
static void end(struct walker *w, struct window *window, uint32_t edge)
{
    static uint32_t path[MOST_EDGES * MOST_K];
    uint32_t length = 0;
    window->edges[window->num++] = edge;
    if (w->next_record < w->num_records)
        length = pp_decode(&w->m->g, &w->m->n, PROC, w->records[w->next_record++], path,
                           sizeof path / sizeof *path);
    w->good &= length == window->num && !memcmp(path, window->edges, length * sizeof *path);
}

/* Keeps the windows whose flag is set. */
static void keep(struct level *level, const bool *kept)
{
    uint32_t num = 0;
    for (uint32_t i = 0; i < level->num; i++)
        if (kept[i])
            level->windows[num++] = level->windows[i];
    level->num = num;
}

static void iterate(struct walker *w, uint32_t e)
{
    const struct pp_edge *edge = &w->m->g.edges[e];
    uint32_t k = w->m->g.vertices[edge->to].k;
    bool kept[MOST_K + 1];
    for (uint32_t i = 0; i < top(w)->num; i++) {
        struct window *window = &top(w)->windows[i];
        kept[i] = window->iterations < k;
        if (kept[i])
            window->edges[window->num++] = e;
        else
            end(w, window, edge->ends);
        window->iterations++;
    }
    keep(top(w), kept);
    begin(w, edge->begins, 1, true);
}

/* Windows that may not leave the loop of HEAD yet are none. */
static void leave_loop(struct walker *w, uint32_t head)
{
    bool kept[MOST_K + 1];
    if (head == PP_NONE)
        return;
    for (uint32_t i = 0; i < top(w)->num; i++) {
        struct window *window = &top(w)->windows[i];
        kept[i] = !window->whole || window->iterations == w->m->g.vertices[head].k;
        window->whole = false;
    }
    keep(top(w), kept);
    w->good &= top(w)->num == 1;
}

/* The paths under way take E, live. */
static void go(struct walker *w, uint32_t e)
{
    uint32_t from = loop_from(w->l, e), to = loop_to(w->l, e);
    bool ends = w->m->g.edges[e].to == w->m->g.procs[PROC].exit;
    if (from != to)
        leave_loop(w, from);
    for (uint32_t i = 0; i < top(w)->num; i++) {
        struct window *window = &top(w)->windows[i];
        if (ends)
            end(w, window, e);
        else
            window->edges[window->num++] = e;
        if (from != to)
            window->iterations = to != PP_NONE;
    }
}

/* Edge E of the numbered graph is taken. */
static void take(struct walker *w, uint32_t e)
{
    const struct pp_graph *g = &w->m->g;
    const struct pp_edge *edge = &g->edges[e];
    if (goes_round(w->l, e)) {
        iterate(w, e);
    } else if (!is_cut(g, e)) {
        go(w, e);
    } else if (to_step(g, edge->ends)) { /* into a collapsed loop */
        go(w, edge->ends);
        w->depth++;
        top(w)->num = 0;
        begin(w, edge->begins, loop_to(w->l, edge->begins) != PP_NONE, false);
    } else if (is_over(g, edge->begins)) { /* out of one */
        go(w, edge->ends);
        w->depth--;
        take(w, edge->begins);
    } else {
        go(w, edge->ends);
        top(w)->num = 0;
        begin(w, edge->begins, loop_to(w->l, edge->begins) != PP_NONE, false);
    }
}

/* Does what the plan says of PLACE, and what control does. */
static void obey(struct walker *w, enum pp_place place, uint32_t at)
{
    uint64_t number;
    const struct pp_plan *plan = &w->m->plan;
    for (uint32_t i = 0; i < plan->num_actions; i++)
        if (plan->actions[i].place == place && plan->actions[i].at == at &&
            registers_obey(&w->registers, plan, &plan->actions[i], &number))
            w->records[w->num_records++] = number;
}

/* Control takes E, an edge of the program. */
static void follow(struct walker *w, uint32_t e)
{
    if (w->next_record == w->num_records)
        w->num_records = w->next_record = 0;
    obey(w, PP_AT_EDGE, e);
    take(w, e);
}

/* Control leaves the procedure, in the middle or not; or, if not SURELY, nobody looks any further. */
static void leave_all(struct walker *w, bool surely)
{
    w->good &= w->next_record == w->num_records || !surely;
    w->num_records = w->next_record = 0;
}

/* Control arrives at V, sideways or not. */
static void arrive(struct walker *w, uint32_t v)
{
    const struct pp_graph *g = &w->m->g;
    if (!(g->vertices[v].flags & PP_V_RESTART))
        return;
    w->depth = 0;
    top(w)->num = 0;
    for (uint32_t e = 0; e < g->num_edges; e++)
        if (g->edges[e].kind == PP_SURROGATE && g->edges[e].to == v &&
            g->edges[e].origin == PP_NONE)
            begin(w, e, 0, false);
    obey(w, PP_AT_VERTEX, v);
}

static void check_records(const struct made *m, const struct loops *l)
{
    const struct pp_graph *g = &m->g;
    static struct walker w;
    w = (struct walker){.m = m, .l = l, .good = true};
    for (uint32_t i = 0; i < m->plan.num_actions; i++) {
        const struct pp_action *a = &m->plan.actions[i];
        bool placeable = a->place == PP_AT_EDGE
                             ? is_original(g, a->at) && !(g->edges[a->at].flags & PP_E_ABNORMAL)
                             : !!(g->vertices[a->at].flags & PP_V_RESTART);
        check(P_PLACES, placeable, "mode kpath, action %u", i);
    }
    for (int i = 0; i < WALKS; i++) {
        struct trip trip;
        walk(g, &trip);
        registers_forget(&w.registers, next_random());
        w.depth = 0;
        top(&w)->num = 0;
        begin(&w, PP_NONE, 0, false);
        for (uint32_t s = 0; s < trip.num; s++) {
            if (is_leave(trip.edges[s])) {
                leave_all(&w, true);
                registers_forget(&w.registers, next_random());
                if (trip.edges[++s] == PP_NONE)
                    break;
                arrive(&w, trip.edges[s]);
                continue;
            }
            follow(&w, trip.edges[s]);
            arrive(&w, g->edges[trip.edges[s]].to);
        }
        leave_all(&w, trip.complete);
    }
    check(P_K_RECORDS, w.good, "another path is recorded, or one too many or too few");
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
        same = a->place == b->place && a->at == b->at &&
               pp_does(a, PP_DO_RECORD) == pp_does(b, PP_DO_RECORD) &&
               pp_does(a, PP_DO_USES_PATH) == pp_does(b, PP_DO_USES_PATH) &&
               a->index.b.low == b->index.b.low && a->update == b->update &&
               a->value.b.low == b->value.b.low &&
               !pp_does(b, PP_DO_IN | PP_DO_OUT | PP_DO_ITERATE) && !b->late;
    }
    check(P_K_ONE, same, "k = 1 is not mode path");
    unmake(&path);
    unmake(&one);
}

unsigned num_with_loops, num_lowered, num_collapsed;

/* Some loops want k iterations, whatever they are like. */
static void wish(struct spec *s)
{
    for (uint32_t v = 0; v < s->num_vertices; v++)
        s->wanted_k[v] = chance(40) ? 1 + below(MOST_K) : 0;
}

void check_loops(const struct spec *plain, uint64_t seed)
{
    struct pp_params params = {.mode = PP_MODE_KPATH, .max_paths = UINT64_MAX, .array_limit = 100};
    struct made m;
    static struct spec s;
    s = *plain;
    rng = seed;
    params.k = 2 + below(MOST_K - 1);
    params.likely_first = chance(50);
    bool limited = chance(30);
    if (chance(40))
        make_nest(&s);
    if (chance(70))
        wish(&s);
    make(&m, &s, &params, seed);
    if (m.good && limited) {
        params.max_paths = 1 + m.g.procs[PROC].num_paths / (1 + below(4));
        unmake(&m);
        make(&m, &s, &params, seed);
    }
    if (m.good) {
        struct loops l;
        bool with_steps = false;
        check(P_LIMIT, m.g.procs[PROC].num_paths <= params.max_paths, "mode kpath: too many paths");
        find_loops(&l, &m.g, &s, params.k, !limited);
        num_with_loops += m.plan.num_loops > 0;
        for (uint32_t v = 0; v < m.g.procs[PROC].num_vertices; v++) {
            const struct pp_vertex *vertex = &m.g.vertices[m.g.procs[PROC].first_vertex + v];
            num_lowered += limited && vertex->wanted_k > 1 && vertex->k < vertex->wanted_k;
            with_steps |= l.region[v] != PP_NONE;
        }
        check_numbers(&m, &l);
        /* Otherwise it is mode path, whose records may be moved up. */
        if (m.plan.num_loops || with_steps)
            check_records(&m, &l);
        check_prepare(&s, &m, &params);
    }
    unmake(&m);
    check_one(plain, seed, params);
}

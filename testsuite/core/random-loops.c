/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Mode kpath against definitions: which loops, enumeration of the paths, and walks that obey the
   planned actions, with every window of iterations followed as a list of edges of its own. */
#include "random.h"

#include "registers.h"

#include <stdlib.h>
#include <string.h>

#define MOST_K 5

/* By vertex of the procedure, its first at 0. */
struct loops {
    const struct pp_graph *g;
    /* Head of its loop with k > 1, or PP_NONE; of a collapsed loop's head, that of the loop in
       which it is a step. */
    uint32_t head_of[MOST_VERTICES], step_in[MOST_VERTICES];
    /* Head of the smallest collapsed loop that it is in, or PP_NONE; of such a head, that of the
       next. */
    uint32_t region[MOST_VERTICES], around[MOST_VERTICES];
    bool body[MOST_VERTICES][MOST_VERTICES]; /* of the natural loop of a head ... */
    bool natural[MOST_VERTICES];             /* ... if it has one, and is entered there alone */
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

static bool is_over(const struct pp_graph *g, uint32_t e)
{
    const struct pp_edge *edge = &g->edges[e];
    return edge->kind == PP_SURROGATE && edge->from != g->procs[PROC].entry &&
           (edge->flags & PP_E_OVER);
}

/* Does E lead to, or come from, the step that a collapsed loop is? */
static bool to_step(const struct pp_graph *g, uint32_t e)
{
    const struct pp_edge *edge = &g->edges[e];
    return edge->kind == PP_SURROGATE && edge->origin != PP_NONE &&
           edge->to != g->procs[PROC].exit;
}

static bool from_step(const struct pp_graph *g, uint32_t e)
{
    uint32_t origin = g->edges[e].origin;
    return is_over(g, e) || (origin != PP_NONE && is_over(g, origin));
}

/* The loop with k > 1 that E comes from, and leads to. */
static uint32_t loop_from(const struct loops *l, uint32_t e)
{
    uint32_t v = l->g->edges[e].from - first_vertex(l->g);
    return from_step(l->g, e) ? l->step_in[v] : l->head_of[v];
}

static uint32_t loop_to(const struct loops *l, uint32_t e)
{
    uint32_t v = l->g->edges[e].to - first_vertex(l->g);
    return to_step(l->g, e) ? l->step_in[v] : l->head_of[v];
}

static bool goes_round(const struct loops *l, uint32_t e)
{
    const struct pp_edge *edge = &l->g->edges[e];
    return (is_original(l->g, e) || is_over(l->g, e)) && is_cut(l->g, e) &&
           l->g->vertices[edge->to].k > 1 && loop_from(l, e) == edge->to;
}

static bool is_head(const struct pp_graph *g, uint32_t v)
{
    for (uint32_t e = g->vertices[v].first_in; e != PP_NONE; e = g->edges[e].next_in)
        if (is_original(g, e) && (g->edges[e].flags & PP_E_BACK))
            return true;
    return false;
}

/* Is the loop of INNER directly in that of OUTER, as a loop? */
static bool directly_in(const struct loops *l, uint32_t inner, uint32_t outer)
{
    uint32_t first = first_vertex(l->g), num = l->g->procs[PROC].num_vertices;
    if (inner == outer || !l->body[outer][inner] || !is_head(l->g, first + inner))
        return false;
    for (uint32_t v = 0; v < num; v++)
        if (v != inner && v != outer && l->body[outer][v] && is_head(l->g, first + v) &&
            l->body[v][inner])
            return false;
    return true;
}

/* Can the loop of V, in another, be one step? */
static bool can_be_step(const struct loops *l, uint32_t v)
{
    const struct pp_graph *g = l->g;
    uint32_t first = first_vertex(g);
    for (uint32_t e = g->procs[PROC].first_edge;
         e < g->procs[PROC].first_edge + g->procs[PROC].num_edges; e++) {
        const struct pp_edge *edge = &g->edges[e];
        bool from = l->body[v][edge->from - first], to = l->body[v][edge->to - first];
        bool no_code = edge->flags & PP_E_ABNORMAL;
        if (from && !to && (no_code || (g->vertices[edge->to].flags & PP_V_RESTART)))
            return false;
        if (edge->to == first + v && no_code)
            return false;
    }
    return true;
}

/* Are the loops in that of HEAD collapsed? */
static bool collapses(const struct loops *l, uint32_t head)
{
    uint32_t first = first_vertex(l->g), num = l->g->procs[PROC].num_vertices;
    bool good = l->natural[head] && l->g->vertices[first + head].wanted_k > 1;
    for (uint32_t v = 0; v < num && good; v++) {
        if (!l->body[head][v])
            continue;
        good &= !(l->g->vertices[first + v].flags & PP_V_RESTART);
        if (v != head && is_head(l->g, first + v))
            good &= l->natural[v] && !l->body[v][head];
    }
    for (uint32_t v = 0; v < num && good; v++)
        if (directly_in(l, v, head))
            good = can_be_step(l, v);
    return good;
}

static uint32_t size_of(const struct loops *l, uint32_t head)
{
    uint32_t size = 0;
    for (uint32_t v = 0; v < l->g->procs[PROC].num_vertices; v++)
        size += l->body[head][v];
    return size;
}

/* The smallest of the loops that are COLLAPSED that V is in; with ABOVE, of those larger than V's.
 */
static uint32_t smallest(const struct loops *l, const bool *collapsed, uint32_t v, bool above)
{
    uint32_t found = PP_NONE;
    for (uint32_t h = 0; h < l->g->procs[PROC].num_vertices; h++)
        if (collapsed[h] && l->body[h][v] && !(above && h == v) &&
            (found == PP_NONE || size_of(l, h) < size_of(l, found)))
            found = h;
    return found == PP_NONE ? found : found + first_vertex(l->g);
}

static void find_regions(struct loops *l)
{
    const struct pp_graph *g = l->g;
    uint32_t first = first_vertex(g), num = g->procs[PROC].num_vertices;
    bool collapsed[MOST_VERTICES] = {false};
    for (uint32_t v = 0; v < num; v++)
        l->natural[v] = natural_loop(g, first + v, l->body[v]);
    for (uint32_t head = 0; head < num; head++)
        for (uint32_t v = 0; collapses(l, head) && v < num; v++)
            collapsed[v] |= directly_in(l, v, head);
    for (uint32_t v = 0; v < num; v++) {
        l->region[v] = smallest(l, collapsed, v, false);
        l->around[v] = collapsed[v] ? smallest(l, collapsed, v, true) : PP_NONE;
        num_collapsed += collapsed[v];
        check(P_COLLAPSED,
              g->vertices[first + v].region == l->region[v] &&
                  g->vertices[first + v].around == l->around[v],
              "vertex %u is in the collapsed loops of %d and %d", v,
              (int)g->vertices[first + v].region, (int)g->vertices[first + v].around);
    }
}

/* Can paths span several iterations of the loop of HEAD?  IN: what is in it, collapsed loops by
   their heads. */
static bool is_good(const struct loops *l, uint32_t head, const bool *in)
{
    const struct pp_graph *g = l->g;
    uint32_t first = first_vertex(g);
    bool good = l->natural[head];
    for (uint32_t v = 0; v < g->procs[PROC].num_vertices && good; v++) {
        if (!in[v] || l->region[v] != l->region[head])
            continue;
        good &= !(g->vertices[first + v].flags & PP_V_RESTART);
        good &= v == head || !is_head(g, first + v); /* an inner loop */
        bool tail = false;
        for (uint32_t e = g->vertices[first + v].first_out; e != PP_NONE; e = g->edges[e].next_out)
            tail |= is_original(g, e) && (g->edges[e].flags & PP_E_BACK);
        for (uint32_t e = g->procs[PROC].first_edge;
             e < g->procs[PROC].first_edge + g->procs[PROC].num_edges; e++) {
            const struct pp_edge *edge = &g->edges[e];
            bool from = in[edge->from - first], to = in[edge->to - first];
            bool round = to && (edge->flags & PP_E_BACK) && edge->to == first + head;
            if (edge->from != first + v && edge->to != first + v)
                continue;
            good &= !(to && (edge->flags & PP_E_BROKEN) && !round);
            good &= !((edge->flags & PP_E_ABNORMAL) &&
                      (from != to || round || (tail && edge->from == first + v))); /* no code */
        }
    }
    return good;
}

/* Finds the loops after M's graph was made.  EXACT: nothing kept them from what they want. */
static void find_loops(struct loops *l, const struct pp_graph *g, const struct spec *s, uint32_t k,
                       bool exact)
{
    uint32_t first = first_vertex(g), num = g->procs[PROC].num_vertices;
    *l = (struct loops){.g = g};
    memset(l->head_of, 0xff, sizeof l->head_of);
    memset(l->step_in, 0xff, sizeof l->step_in);
    find_regions(l);
    for (uint32_t h = 0; h < num; h++) {
        const struct pp_vertex *vertex = &g->vertices[first + h];
        bool in[MOST_VERTICES] = {false}, inner = false;
        for (uint32_t v = 0; v < num; v++) {
            inner |= v != h && l->body[h][v] && is_head(g, first + v);
            bool here = l->region[v] == l->region[h];
            bool step = l->region[v] == first + v && l->around[v] == l->region[h];
            in[v] = l->body[h][v] && (here || step);
        }
        uint32_t wanted = s->wanted_k[h] ? s->wanted_k[h] : inner ? 1 : k;
        bool good = is_head(g, first + h) && is_good(l, h, in);
        uint32_t has = vertex->k > 1 ? vertex->k : 1;
        check(P_LOOPS,
              has <= wanted && (!exact || has == (good ? wanted : 1)) && (has == 1 || good),
              "the loop of vertex %u has k = %u of %u", h, has, wanted);
        for (uint32_t v = 0; v < num && has > 1; v++) {
            if (!in[v])
                continue;
            uint32_t *of = l->region[v] == l->region[h] ? &l->head_of[v] : &l->step_in[v];
            check(P_LOOPS, *of == PP_NONE, "two loops overlap");
            *of = first + h;
        }
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
    for (uint32_t e = g->vertices[v].first_out; e != PP_NONE && en->found <= MOST_PATHS;
         e = g->edges[e].next_out) {
        const struct pp_edge *edge = &g->edges[e];
        uint32_t to = loop_to(l, e), origin = edge->origin;
        bool begins = edge->kind == PP_SURROGATE && origin == PP_NONE &&
                      !(edge->flags & PP_E_OVER);
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
    /* What has been recorded for the edge at hand, and is not yet matched. */
    uint64_t records[MOST_LEVELS];
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

static void go_round(struct walker *w, uint32_t e)
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
        go_round(w, e);
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
    w->num_records = w->next_record = 0;
    obey(w, PP_AT_EDGE, e);
    take(w, e);
    w->good &= w->next_record == w->num_records;
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
    w->num_records = 0;
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
                registers_forget(&w.registers, next_random());
                if (trip.edges[++s] == PP_NONE)
                    break;
                arrive(&w, trip.edges[s]);
                continue;
            }
            follow(&w, trip.edges[s]);
            arrive(&w, g->edges[trip.edges[s]].to);
        }
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
        same = a->place == b->place && a->at == b->at && a->record == b->record &&
               a->uses_path == b->uses_path && a->index.b.low == b->index.b.low &&
               a->update == b->update && a->value.b.low == b->value.b.low && !b->in && !b->out &&
               !b->round && !b->late;
    }
    check(P_K_ONE, same, "k = 1 is not mode path");
    unmake(&path);
    unmake(&one);
}

unsigned num_with_loops, num_lowered, num_collapsed;

/* ---- Structured programs: loops in loops, with jumps to where any of them begins or ends. */

struct nest {
    uint32_t heads[8], ends[8], depth; /* of the loops around */
    uint32_t room;                     /* vertices that may still be made */
};

static uint32_t new_vertex(struct spec *s, struct nest *n)
{
    n->room--;
    s->kinds[s->num_vertices] = PP_BLOCK;
    return s->num_vertices++;
}

/* A jump out of V, sometimes. */
static void jump(struct spec *s, const struct nest *n, uint32_t v)
{
    if (!n->depth || !chance(30))
        return;
    uint32_t loop = below(n->depth);
    add(s, v, chance(10) ? 1 : chance(60) ? n->ends[loop] : n->heads[loop], PP_FLOW, 0);
}

/* What a program does from V on.  Returns where it then is. */
static uint32_t do_something(struct spec *s, struct nest *n, uint32_t v)
{
    while (n->room > 6 && !chance(25)) {
        uint32_t a, b;
        if (n->depth < 4 && chance(50)) { /* a loop */
            uint32_t head = chance(20) && s->num_edges ? v : new_vertex(s, n);
            if (head != v)
                add(s, v, head, PP_FLOW, 0);
            n->heads[n->depth] = head;
            n->ends[n->depth++] = b = new_vertex(s, n);
            a = do_something(s, n, head);
            n->depth--;
            add(s, a, head, PP_FLOW, 0);
            add(s, chance(50) ? head : a, b, PP_FLOW, 0);
            v = b;
        } else if (chance(60)) { /* two ways */
            a = new_vertex(s, n);
            b = new_vertex(s, n);
            add(s, v, a, PP_FLOW, 0);
            if (chance(50))
                add(s, v, b, PP_FLOW, 0);
            a = do_something(s, n, a);
            add(s, a, b, PP_FLOW, 0);
            v = b;
        } else {
            a = new_vertex(s, n);
            add(s, v, a, PP_FLOW, 0);
            v = a;
        }
        jump(s, n, v);
    }
    return v;
}

static void make_nest(struct spec *s)
{
    struct nest n = {.room = MOST_VERTICES - 3};
    memset(s, 0, sizeof *s);
    s->num_vertices = 2;
    s->kinds[0] = PP_ENTRY;
    s->kinds[1] = PP_EXIT;
    uint32_t v = new_vertex(s, &n);
    add(s, 0, v, PP_FLOW, 0);
    add(s, do_something(s, &n, v), 1, PP_FLOW, 0);
}

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

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edge/by-callers.h"

#include "core/base/count.h"
#include "core/graph/dfs.h"

#include <assert.h>
#include <stdlib.h>

/* A procedure whose callers are asked. */
struct frame {
    uint32_t proc; /* in the unit */
    uint32_t next; /* call of it to look at next */
};

struct search {
    struct pp_graph *g;
    const struct pp_call_lists *callers;
    enum { UNSEEN, UNDER_WAY, DONE } * state; /* by procedure of the unit */
    struct frame *stack;
    uint32_t depth, num;
    uint32_t *order;
};

static void begin(struct search *s, uint32_t p)
{
    s->state[p] = UNDER_WAY;
    s->stack[s->depth++] = (struct frame){p, s->callers->first[p]};
}

static void search_from(struct search *s, uint32_t from)
{
    if (s->state[from] == UNSEEN)
        begin(s, from);
    while (s->depth) {
        struct frame *top = &s->stack[s->depth - 1];
        struct pp_proc *proc = &s->g->procs[s->callers->first_proc + top->proc];
        if (!proc->by_callers || top->next == s->callers->first[top->proc + 1]) {
            s->state[top->proc] = DONE;
            s->order[s->num++] = s->callers->first_proc + top->proc;
            s->depth--;
            continue;
        }
        uint32_t caller = s->callers->caller[top->next++];
        if (s->state[caller] == UNDER_WAY)
            proc->by_callers = false;
        else if (s->state[caller] == UNSEEN)
            begin(s, caller);
    }
}

void pp_order_by_callers(struct pp_graph *g, const struct pp_call_lists *callers, uint32_t *order)
{
    struct search s = {
        .g = g,
        .callers = callers,
        .state = pp_xcalloc((size_t)callers->num_procs + 1, sizeof *s.state),
        .stack = pp_xmalloc(((size_t)callers->num_procs + 1) * sizeof *s.stack),
        .order = order,
    };
    for (uint32_t p = 0; p < callers->num_procs; p++)
        search_from(&s, p);
    free(s.state);
    free(s.stack);
}

bool pp_is_passed_through(const struct pp_graph *g, uint32_t proc)
{
    const struct pp_proc *p = &g->procs[proc];
    struct pp_order order;
    bool returns = false, leaves = false, sideways = false;
    pp_order_make(&order, g, proc, PP_ORDER_PROGRAM);
    uint32_t missed = order.num_vertices - order.num_reached;
    for (uint32_t i = 0; i < order.num_reached; i++) {
        unsigned flags = g->vertices[order.postorder[i]].flags;
        returns |= order.postorder[i] == p->exit;
        leaves |= (flags & PP_V_MAY_LEAVE) != 0;
        sideways |= (flags & (PP_V_RESTART | PP_V_FORKED)) != 0;
    }
    pp_order_free(&order);
    return !sideways && (returns ? missed == 0 : leaves && missed == 1);
}

/* So many vertices and edges are looked at before a call, at most. */
#define MOST_BEFORE 32

/* What is known of calls: counts by edge, and by procedure how often it was entered if it is `by_callers`. */
struct known {
    const struct pp_graph *g;
    /* NULL: nothing is, and it is only asked whether it will be. */
    const uint64_t *edge_counts, *entered;
    unsigned steps; /* so far */
};

/* The only live edge out of V, or PP_NONE. */
static uint32_t only_way(const struct pp_graph *g, uint32_t v)
{
    uint32_t e = pp_first_out(g, v);
    return e != PP_NONE && pp_next_out(g, e) == PP_NONE ? e : PP_NONE;
}

static bool add_before(struct known *k, uint32_t v, uint64_t *sum);

/* Adds to SUM how often control took E, if a counter says so or what is between here and a counter neither calls
   anything nor branches. */
static bool add_taken(struct known *k, uint32_t e, uint64_t *sum)
{
    const struct pp_edge *edge = &k->g->edges[e];
    const struct pp_vertex *from = &k->g->vertices[edge->from];
    if (edge->flags & PP_E_COUNTED) {
        *sum = k->edge_counts ? pp_add(*sum, k->edge_counts[e]) : 0;
        return true;
    }
    if (!pp_inside(edge) || (edge->flags & (PP_E_ABNORMAL | PP_E_FAKE)) ||
        only_way(k->g, edge->from) != e || from->kind == PP_CALL)
        return false;
    if (from->kind != PP_ENTRY)
        return add_before(k, edge->from, sum);
    if (!k->g->procs[from->proc].by_callers)
        return false;
    *sum = k->entered ? pp_add(*sum, k->entered[from->proc]) : 0;
    return true;
}

/* Likewise how often it came to V. */
static bool add_before(struct known *k, uint32_t v, uint64_t *sum)
{
    bool good = !(k->g->vertices[v].flags & (PP_V_RESTART | PP_V_FORKED));
    for (uint32_t e = pp_first_in(k->g, v); good && e != PP_NONE; e = pp_next_in(k->g, e))
        good = k->steps++ < MOST_BEFORE && add_taken(k, e, sum);
    return good;
}

/* Do counters right before CALL tell how often it is made? */
static bool is_told(const struct pp_graph *g, uint32_t call)
{
    struct known k = {.g = g};
    uint64_t none = 0;
    return add_before(&k, call, &none);
}

/* Would they if all ways to CALL had counters, and can they have them? */
static bool can_be_told(const struct pp_graph *g, uint32_t call)
{
    unsigned ways = 0;
    bool good = !(g->vertices[call].flags & (PP_V_RESTART | PP_V_FORKED));
    for (uint32_t e = pp_first_in(g, call); good && e != PP_NONE; e = pp_next_in(g, e)) {
        const struct pp_edge *edge = &g->edges[e];
        good = ++ways <= MOST_BEFORE && pp_inside(edge) &&
               !(edge->flags & (PP_E_ABNORMAL | PP_E_FAKE));
    }
    return good;
}

/* How often CALL is made, by the weights. */
static double weight(const struct pp_graph *g, uint32_t call)
{
    double sum = 0;
    for (uint32_t e = pp_first_in(g, call); e != PP_NONE; e = pp_next_in(g, e))
        sum += g->edges[e].weight;
    return sum;
}

bool pp_can_be_by_callers(const struct pp_graph *g, const struct pp_call_lists *callers,
                          uint32_t proc, double *untold)
{
    uint32_t p = proc - callers->first_proc;
    assert(p < callers->num_procs);
    if (callers->first[p] == callers->first[p + 1] || !pp_is_passed_through(g, proc))
        return false;
    double all = 0, missed = 0;
    bool none_missed = true;
    for (uint32_t i = callers->first[p]; i < callers->first[p + 1]; i++) {
        uint32_t call = callers->call[i];
        bool told = is_told(g, call);
        if (g->procs[callers->first_proc + callers->caller[i]].storage != PP_STORE_EDGES ||
            (!told && !can_be_told(g, call)))
            return false;
        none_missed &= told;
        all += weight(g, call);
        missed += told ? 0 : weight(g, call);
    }
    *untold = none_missed ? 0 : missed > 0 ? missed / all : 1;
    return true;
}

void pp_count_calls(struct pp_graph *g, const struct pp_call_lists *callers, uint32_t proc,
                    bool *changed)
{
    uint32_t p = proc - callers->first_proc;
    for (uint32_t i = callers->first[p]; i < callers->first[p + 1]; i++) {
        if (is_told(g, callers->call[i]))
            continue;
        changed[callers->first_proc + callers->caller[i]] = true;
        for (uint32_t e = pp_first_in(g, callers->call[i]); e != PP_NONE; e = pp_next_in(g, e))
            g->edges[e].flags |= PP_E_COUNTED;
    }
}

uint64_t pp_calls_made(const struct pp_graph *g, const struct pp_call_lists *callers, uint32_t proc,
                       const uint64_t *edge_counts, const uint64_t *vertex_counts,
                       const uint64_t *entered)
{
    uint64_t made = 0;
    for (uint32_t i = callers->first[proc - callers->first_proc];
         i < callers->first[proc - callers->first_proc + 1]; i++) {
        struct known k = {g, edge_counts, entered, 0};
        uint64_t before = 0;
        bool told = add_before(&k, callers->call[i], &before);
        made = pp_add(made, told ? before : vertex_counts[callers->call[i]]);
    }
    return made;
}

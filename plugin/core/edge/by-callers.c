/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edge/by-callers.h"

#include "core/base/count.h"
#include "core/base/pair-map.h"
#include "core/graph/dfs.h"

#include <assert.h>
#include <stdlib.h>

/* The procedure of the unit that call vertex V names; of several the last, and PP_NONE if there is none. */
static uint32_t named(const struct pp_graph *g, const struct pp_pair_map *names, uint32_t v)
{
    const struct pp_vertex *vertex = &g->vertices[v];
    if (vertex->kind != PP_CALL || !vertex->callee)
        return PP_NONE;
    return pp_pair_get(names, vertex->callee, 0);
}

void pp_callers_make(struct pp_callers *callers, const struct pp_graph *g, uint32_t first_proc,
                     uint32_t num_procs)
{
    assert(first_proc + num_procs <= g->num_procs);
    struct pp_pair_map names = {0};
    *callers = (struct pp_callers){.first_proc = first_proc, .num_procs = num_procs};
    callers->first = pp_xcalloc((size_t)num_procs + 2, sizeof *callers->first);
    uint32_t first_vertex = g->num_vertices, end_vertex = 0;
    for (uint32_t p = first_proc; p < first_proc + num_procs; p++) {
        const struct pp_proc *proc = &g->procs[p];
        if (proc->first_vertex < first_vertex)
            first_vertex = proc->first_vertex;
        if (proc->first_vertex + proc->num_vertices > end_vertex)
            end_vertex = proc->first_vertex + proc->num_vertices;
        *pp_pair_at(&names, proc->name, 0) = p - first_proc;
    }
    for (uint32_t v = first_vertex; v < end_vertex; v++) {
        uint32_t p = named(g, &names, v);
        if (p != PP_NONE)
            callers->first[p + 2]++;
    }
    for (uint32_t p = 0; p < num_procs; p++)
        callers->first[p + 2] += callers->first[p + 1];
    callers->calls =
        pp_xmalloc(((size_t)callers->first[num_procs + 1] + 1) * sizeof *callers->calls);
    for (uint32_t v = first_vertex; v < end_vertex; v++) {
        uint32_t p = named(g, &names, v);
        if (p != PP_NONE)
            callers->calls[callers->first[p + 1]++] = v;
    }
    pp_pair_map_free(&names);
}

void pp_callers_free(struct pp_callers *callers)
{
    free(callers->first);
    free(callers->calls);
    *callers = (struct pp_callers){0};
}

/* A procedure whose callers are asked. */
struct frame {
    uint32_t proc; /* in the unit */
    uint32_t next; /* call of it to look at next */
};

struct search {
    struct pp_graph *g;
    const struct pp_callers *callers;
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
        uint32_t caller =
            s->g->vertices[s->callers->calls[top->next++]].proc - s->callers->first_proc;
        if (s->state[caller] == UNDER_WAY)
            proc->by_callers = false;
        else if (s->state[caller] == UNSEEN)
            begin(s, caller);
    }
}

void pp_order_by_callers(struct pp_graph *g, const struct pp_callers *callers, uint32_t *order)
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
    bool left = false, sideways = false;
    pp_order_make(&order, g, proc, PP_ORDER_PROGRAM);
    uint32_t missed = order.num_vertices - order.num_reached;
    for (uint32_t i = 0; i < order.num_reached; i++) {
        uint32_t v = order.postorder[i];
        left |= v == p->exit;
        sideways |= (g->vertices[v].flags & (PP_V_RESTART | PP_V_FORKED)) != 0;
    }
    for (uint32_t i = 0; i < order.num_reached && !left && missed == 1; i++)
        if (g->vertices[order.postorder[i]].flags & PP_V_MAY_LEAVE) {
            left = true;
            missed = 0;
        }
    pp_order_free(&order);
    return left && !missed && !sideways;
}

bool pp_can_be_by_callers(const struct pp_graph *g, const struct pp_callers *callers, uint32_t proc)
{
    uint32_t p = proc - callers->first_proc;
    assert(p < callers->num_procs);
    if (callers->first[p] == callers->first[p + 1] || !pp_is_passed_through(g, proc))
        return false;
    for (uint32_t i = callers->first[p]; i < callers->first[p + 1]; i++)
        if (g->procs[g->vertices[callers->calls[i]].proc].storage != PP_STORE_EDGES)
            return false;
    return true;
}

uint64_t pp_calls_made(const struct pp_callers *callers, uint32_t proc,
                       const uint64_t *vertex_counts)
{
    uint64_t made = 0;
    for (uint32_t i = callers->first[proc - callers->first_proc];
         i < callers->first[proc - callers->first_proc + 1]; i++)
        made = pp_add(made, vertex_counts[callers->calls[i]]);
    return made;
}

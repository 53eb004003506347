/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Call graph of a scope (thesis 3.1), and transformation 3 (3.2): recursion ends paths. */
#include "core/transform/call-order.h"

#include "core/transform/recursion.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

void pp_cut_call(struct pp_graph *g, uint32_t e, unsigned flag)
{
    assert(g->edges[e].kind == PP_CALL_EDGE);
    g->edges[e].flags |= (uint16_t)(PP_E_CUT | flag);
    g->edges[pp_return_edge(g, e)].flags |= (uint16_t)(PP_E_CUT | flag);
}

struct frame {
    uint32_t proc;
    uint32_t next; /* vertex of it to look at next */
};

struct search {
    struct pp_graph *g;
    struct pp_call_order *order;
    enum { UNSEEN, UNDER_WAY, DONE } * state; /* by procedure of the scope */
    struct frame *stack;
    uint32_t first;
    bool cut_recursion, acyclic;
};

static void search_from(struct search *s, uint32_t root)
{
    uint32_t depth = 0;
    if (s->state[root - s->first] != UNSEEN)
        return;
    s->state[root - s->first] = UNDER_WAY;
    s->stack[depth++] = (struct frame){root, s->g->procs[root].first_vertex};
    while (depth) {
        struct frame *top = &s->stack[depth - 1];
        const struct pp_proc *p = &s->g->procs[top->proc];
        if (top->next == p->first_vertex + p->num_vertices) {
            s->state[top->proc - s->first] = DONE;
            s->order->procs[s->order->num++] = top->proc;
            depth--;
            continue;
        }
        uint32_t e = pp_call_edge(s->g, top->next++);
        if (e == PP_NONE || !pp_live(s->g, e))
            continue;
        uint32_t callee = s->g->vertices[s->g->edges[e].to].proc;
        if (s->state[callee - s->first] == UNSEEN) {
            s->state[callee - s->first] = UNDER_WAY;
            s->stack[depth++] = (struct frame){callee, s->g->procs[callee].first_vertex};
        } else if (s->state[callee - s->first] == UNDER_WAY) {
            if (s->cut_recursion)
                pp_cut_call(s->g, e, PP_E_BACK);
            else
                s->acyclic = false;
        }
    }
}

bool pp_call_order_make(struct pp_call_order *order, struct pp_graph *g,
                        const struct pp_scope *scope, bool cut_recursion)
{
    assert(scope->first_proc + scope->num_procs <= g->num_procs);
    *order = (struct pp_call_order){pp_xmalloc((scope->num_procs + 1) * sizeof *order->procs), 0};
    struct search s = {
        .g = g,
        .order = order,
        .state = pp_xcalloc(scope->num_procs + 1, sizeof *s.state),
        .stack = pp_xmalloc((scope->num_procs + 1) * sizeof *s.stack),
        .first = scope->first_proc,
        .cut_recursion = cut_recursion,
        .acyclic = true,
    };
    for (uint32_t p = scope->first_proc; p < scope->first_proc + scope->num_procs; p++)
        if (g->procs[p].outside)
            search_from(&s, p);
    for (uint32_t p = scope->first_proc; p < scope->first_proc + scope->num_procs; p++)
        search_from(&s, p);
    free(s.state);
    free(s.stack);
    return s.acyclic;
}

void pp_mend_recursion(struct pp_graph *g, const struct pp_scope *scope)
{
    for (uint32_t p = scope->first_proc; p < scope->first_proc + scope->num_procs; p++) {
        const struct pp_proc *proc = &g->procs[p];
        for (uint32_t e = g->vertices[proc->entry].first_in; e != PP_NONE; e = g->edges[e].next_in)
            if (g->edges[e].kind == PP_CALL_EDGE && (g->edges[e].flags & PP_E_BACK)) {
                g->edges[e].flags &= (uint16_t) ~(PP_E_BACK | PP_E_CUT);
                g->edges[pp_return_edge(g, e)].flags &= (uint16_t) ~(PP_E_BACK | PP_E_CUT);
            }
    }
}

void pp_call_order_free(struct pp_call_order *order)
{
    free(order->procs);
    *order = (struct pp_call_order){0};
}

void pp_find_roots(struct pp_graph *g, const struct pp_scope *scope)
{
    for (uint32_t p = scope->first_proc; p < scope->first_proc + scope->num_procs; p++) {
        struct pp_proc *proc = &g->procs[p];
        bool called = false, cut = false;
        for (uint32_t e = g->vertices[proc->entry].first_in; e != PP_NONE; e = g->edges[e].next_in)
            if (g->edges[e].kind == PP_CALL_EDGE) {
                called |= pp_live(g, e);
                cut |= !pp_live(g, e) && !pp_is_kept(g, e);
            }
        proc->root = proc->outside || cut || !called;
    }
}

bool pp_ends_at_exit(const struct pp_graph *g, uint32_t proc)
{
    for (uint32_t e = pp_first_out(g, g->procs[proc].exit); e != PP_NONE; e = pp_next_out(g, e))
        if (g->edges[e].kind == PP_RETURN)
            return false;
    return true;
}

bool pp_hands_over(const struct pp_graph *g, uint32_t v)
{
    assert(v < g->num_vertices);
    const struct pp_vertex *vertex = &g->vertices[v];
    uint32_t e = PP_NONE;
    if (vertex->kind == PP_CALL)
        e = pp_call_edge(g, v);
    else if (vertex->kind == PP_RETURN_SITE && vertex->first_in != PP_NONE)
        e = pp_call_edge(g, g->edges[vertex->first_in].from);
    return e != PP_NONE && pp_live(g, e);
}

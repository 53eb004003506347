/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Labels -> actions. */
#include "core/plan/plan.h"

#include "core/transform/call-order.h"
#include "core/transform/collapse.h"

#include "core/plan/fold.h"
#include "core/plan/hoist.h"
#include "core/plan/increment.h"
#include "core/number/loops.h"
#include "core/graph/dfs.h"
#include "core/plan/plan-counters.h"
#include "core/plan/plan-inner.h"
#include "core/plan/plan-loops.h"
#include "core/plan/plan-calls.h"
#include "core/edge/spanning.h"
#include "core/transform/split.h"
#include "core/transform/transform.h"
#include "core/transform/waits.h"
#include "core/number/loop-position.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void pp_plan_init(struct pp_plan *plan)
{
    memset(plan, 0, sizeof *plan);
}

void pp_plan_free(struct pp_plan *plan)
{
    free(plan->actions);
    free(plan->handovers);
    free(plan->loops);
    memset(plan, 0, sizeof *plan);
}

void pp_plan_append(struct pp_plan *plan, const struct pp_action *action)
{
    assert(action->does < PP_STEPS);
    plan->actions =
        pp_grow(plan->actions, &plan->cap_actions, plan->num_actions, 1, sizeof *plan->actions);
    plan->actions[plan->num_actions++] = *action;
}

bool pp_refuse_edge(struct pp_graph *g, uint32_t proc, uint32_t edge, const char *what)
{
    assert(edge < g->num_edges);
    char why[200];
    const struct pp_edge *e = &g->edges[edge];
    snprintf(why, sizeof why, "%s (from block %u to block %u)", what, g->vertices[e->from].block,
             g->vertices[e->to].block);
    return pp_refuse(g, proc, why);
}

/* ---- Modes path, path-context and kpath. */

/* Must there be code on E whatever the labels are: a record, or the beginning of a path? */
static bool must_have_code(const struct pp_proc *p, const struct pp_edge *e)
{
    return (e->flags & PP_E_CUT) || e->from == p->entry || e->to == p->exit;
}

/* Is what is placed on live edge E placed with something else in any case? */
static bool costs_nothing(const struct pp_graph *g, const struct pp_proc *p,
                          const struct pp_numbering *n, const struct pp_edge *e)
{
    if (e->kind == PP_SURROGATE || must_have_code(p, e))
        return true;
    if (n && (pp_loop_from(g, n, e) != pp_loop_to(g, n, e) ||
              pp_late_value(g, n, (uint32_t)(e - g->edges))))
        return true;
    return !(e->flags & PP_E_ABNORMAL) && (pp_hands_over(g, e->from) || pp_hands_over(g, e->to));
}

/* Finds the spanning tree and from it the increments (if not NULL) of the live edges.  Returns
   false, with the reason given, where code would have to be placed on an edge that can have none.
   ON_TREE: written for the live edges of the procedure.
 */
static bool find_increments(struct pp_graph *g, uint32_t proc, const struct pp_numbering *n,
                            struct pp_linear *increments, bool *on_tree)
{
    struct pp_proc p = g->procs[proc];
    uint32_t stuck = PP_NONE;
    for (uint32_t e = p.first_edge; e < p.first_edge + p.num_edges; e++)
        if (pp_inside(&g->edges[e]) && (g->edges[e].flags & PP_E_ABNORMAL) &&
            must_have_code(&p, &g->edges[e]))
            return pp_refuse_edge(
                g, proc, e,
                "a path would have to end or begin on an abnormal edge, where no code "
                "can be placed");
    /* Written for the live edges of the procedure and read for no others. */
    bool *cost_free = pp_xmalloc(g->num_edges * sizeof *cost_free);
    for (uint32_t v = p.first_vertex; v < p.first_vertex + p.num_vertices; v++)
        for (uint32_t e = pp_first_out(g, v); e != PP_NONE; e = pp_next_out(g, e))
            cost_free[e] = costs_nothing(g, &p, n, &g->edges[e]);
    bool good = pp_spanning_tree(g, proc, cost_free, NULL, on_tree, &stuck);
    if (good && increments)
        pp_increments(g, proc, n, on_tree, increments);
    free(cost_free);
    return good || pp_refuse_edge(g, proc, stuck,
                                  "its computed gotos share targets, and no code can be placed "
                                  "on their edges");
}

/* The action on a live edge from the increment INC. */
static void act_on_live(const struct pp_proc *p, const struct pp_edge *e, struct pp_linear inc,
                        struct pp_action *a)
{
    if (e->to == p->exit) {
        pp_have_do(a, PP_DO_RECORD, true);
        pp_have_do(a, PP_DO_USES_PATH, e->from != p->entry);
        a->index = inc;
    } else if (e->from == p->entry) {
        a->update = PP_SET;
        a->value = inc;
    } else if (!pp_is_nothing(inc)) {
        a->update = PP_ADD;
        a->value = inc;
    }
}

/* The action on a cut edge: one path ends and, unless its target sees to that, the next begins, or
   that goes on which waited while a collapsed loop ran. */
static void act_on_cut(const struct pp_graph *g, const struct pp_proc *p, const struct pp_edge *e,
                       const struct pp_linear *increments, struct pp_action *a)
{
    pp_have_do(a, PP_DO_RECORD, true);
    pp_have_do(a, PP_DO_USES_PATH, e->from != p->entry);
    a->index = increments[e->ends];
    if (pp_over_of(g, e) != PP_NONE) {
        a->update = PP_RESTORE; /* what its edge adds comes then */
        return;
    }
    if (!(g->vertices[e->to].flags & PP_V_RESTART)) {
        a->update = pp_is_again(&g->edges[e->begins]) ? PP_RESTORE : PP_SET;
        a->value = increments[e->begins];
    }
}

static void fill_waits(const struct pp_graph *g, const struct pp_proc *p,
                       const struct pp_linear *increments, struct pp_places *places)
{
    for (uint32_t e = p->first_edge; e < p->first_edge + p->num_edges; e++)
        pp_have_do(&places->at_edge[e - p->first_edge], PP_DO_RESUME, pp_resumes(g, e));
    for (uint32_t v = p->first_vertex; v < p->first_vertex + p->num_vertices; v++) {
        struct pp_action *a = &places->at_vertex[v - p->first_vertex];
        uint32_t pending = pp_pending_edge(g, v);
        a->place = PP_AT_VERTEX;
        a->at = v;
        pp_have_do(a, PP_DO_RESTART, g->vertices[v].flags & PP_V_RESTART);
        if (pending == PP_NONE)
            continue;
        pp_have_do(a, PP_DO_WAIT | PP_DO_USES_PATH, true);
        a->index = increments[pending];
    }
}

/* Mode path-context: who comes to a head that is split either comes by the back edge, and goes on from
   what has been saved, or comes into it anew. */
static void save_at_heads(const struct pp_graph *g, const struct pp_proc *p,
                          struct pp_places *places, struct pp_plan *plan)
{
    for (uint32_t v = p->first_vertex; v < p->first_vertex + p->num_vertices; v++) {
        if (!pp_is_split(g, v))
            continue;
        for (uint32_t e = g->vertices[v].first_in; e != PP_NONE; e = g->edges[e].next_in) {
            if (g->edges[e].kind == PP_SURROGATE)
                continue;
            struct pp_action *a = &places->at_edge[e - p->first_edge];
            a->saved = plan->num_saved;
            pp_have_do(a, PP_DO_SAVE, a->update != PP_RESTORE);
        }
        plan->num_saved++;
    }
}

/* The action on EDGE of the graph that is numbered. */
static void act(const struct pp_graph *g, const struct pp_proc *p,
                const struct pp_linear *increments, uint32_t edge, struct pp_action *a)
{
    const struct pp_edge *e = &g->edges[edge];
    uint32_t step = pp_step_of(g, e);
    if (step != PP_NONE)
        act_on_live(p, &g->edges[step], increments[step], a);
    else if (pp_live(g, edge))
        act_on_live(p, e, increments[edge], a);
    else if (e->ends != PP_NONE)
        act_on_cut(g, p, e, increments, a);
}

/* Mode kpath: each collapsed loop has a register for the path that waits while it runs.  Where it
   is entered, that is what `path` is then, and a path of its own begins; where it is left, the
   other goes on, which may be the end of that and the beginning of others. */
struct crossing {
    const struct pp_graph *g;
    const struct pp_proc *p;
    const struct pp_linear *increments;
    struct pp_places *places;
    uint32_t *saved; /* indexed by vertex: the register of a collapsed loop */
};

static uint32_t saved_by(const struct crossing *c, uint32_t head)
{
    return c->saved[head - c->p->first_vertex];
}

static struct pp_action *then(struct crossing *c, uint32_t at, uint32_t edge)
{
    struct pp_places *s = c->places;
    s->then = pp_grow(s->then, &s->cap_then, s->num_then, 1, sizeof *s->then);
    struct pp_then *t = &s->then[s->num_then++];
    *t = (struct pp_then){.edge = edge, .action = {.place = PP_AT_EDGE, .at = at}};
    return &t->action;
}

static void cross(struct crossing *c, uint32_t at)
{
    const struct pp_graph *g = c->g;
    struct pp_action *a = &c->places->at_edge[at - c->p->first_edge];
    uint32_t edge = at;
    for (uint32_t over; (over = pp_over_of(g, &g->edges[edge])) != PP_NONE; edge = over) {
        a->saved = saved_by(c, g->edges[over].from);
        a = then(c, at, over);
        act(g, c->p, c->increments, over, a);
    }
    if (pp_step_of(g, &g->edges[edge]) == PP_NONE)
        return;
    pp_have_do(a, PP_DO_SAVE, true);
    a->saved = saved_by(c, g->edges[edge].to);
    uint32_t begins = g->edges[edge].begins;
    a = then(c, at, begins);
    act(g, c->p, c->increments, begins, a);
}

static void cross_regions(const struct pp_graph *g, const struct pp_proc *p,
                          const struct pp_linear *increments, struct pp_places *places,
                          struct pp_plan *plan)
{
    if (!g->num_collapsed)
        return;
    struct crossing c = {g, p, increments, places, NULL};
    c.saved = pp_xcalloc(p->num_vertices, sizeof *c.saved);
    uint32_t num = 0;
    for (uint32_t v = 0; v < p->num_vertices; v++)
        if (pp_is_collapsed(g, p->first_vertex + v))
            c.saved[v] = num++;
    for (uint32_t e = p->first_edge; num && e < p->first_edge + p->num_edges; e++)
        cross(&c, e);
    plan->num_saved += num;
    free(c.saved);
}

static void fill_places(const struct pp_graph *g, const struct pp_proc *p,
                        const struct pp_linear *increments, struct pp_places *places)
{
    for (uint32_t i = 0; i < p->num_edges; i++) {
        struct pp_action *a = &places->at_edge[i];
        a->place = PP_AT_EDGE;
        a->at = p->first_edge + i;
        act(g, p, increments, p->first_edge + i, a);
    }
    for (uint32_t e = pp_first_out(g, p->entry); e != PP_NONE; e = pp_next_out(g, e)) {
        const struct pp_edge *edge = &g->edges[e];
        if (!(edge->flags & PP_E_FAKE))
            continue;
        places->at_vertex[edge->to - p->first_vertex] = (struct pp_action){
            .place = PP_AT_VERTEX,
            .at = edge->to,
            .update = PP_SET,
            .value = increments[e],
        };
    }
}

static bool does_something(const struct pp_action *a)
{
    return a->update != PP_KEEP || a->late ||
           pp_does(a, PP_DO_RECORD | PP_DO_SAVE | PP_DO_IN | PP_DO_ITERATE | PP_DO_RESUME);
}

static void collect(const struct pp_proc *p, const struct pp_places *places, struct pp_plan *plan)
{
    for (uint32_t v = 0; v < p->num_vertices; v++)
        if (places->at_vertex[v].update != PP_KEEP ||
            pp_does(&places->at_vertex[v], PP_DO_WAIT | PP_DO_RESTART))
            pp_plan_append(plan, &places->at_vertex[v]);
    uint32_t next = 0;
    for (uint32_t i = 0; i < p->num_edges; i++) {
        if (does_something(&places->at_edge[i]))
            pp_plan_append(plan, &places->at_edge[i]);
        for (; next < places->num_then && places->then[next].action.at == p->first_edge + i; next++)
            if (does_something(&places->then[next].action))
                pp_plan_append(plan, &places->then[next].action);
    }
}

static bool plan_path(struct pp_graph *g, uint32_t proc, const struct pp_numbering *n,
                      struct pp_plan *plan)
{
    struct pp_linear *increments = pp_xmalloc(g->num_edges * sizeof *increments);
    bool *on_tree = pp_xmalloc(g->num_edges * sizeof *on_tree);
    bool good = find_increments(g, proc, n, increments, on_tree);
    free(on_tree);
    if (good) {
        const struct pp_proc *p = &g->procs[proc];
        struct pp_places places = {
            .at_edge = pp_xcalloc(p->num_edges, sizeof *places.at_edge),
            .at_vertex = pp_xcalloc(p->num_vertices, sizeof *places.at_vertex),
        };
        fill_places(g, p, increments, &places);
        if (plan->waits)
            fill_waits(g, p, increments, &places);
        save_at_heads(g, p, &places, plan);
        cross_regions(g, p, increments, &places, plan);
        pp_plan_loops(g, proc, n, increments, &places, plan);
        if (!places.num_then) {
            pp_hoist(g, proc, (enum pp_storage)p->storage, &places);
            pp_fold(g, proc, &places);
        }
        collect(p, &places, plan);
        free(places.at_edge);
        free(places.at_vertex);
        free(places.then);
    }
    free(increments);
    return good;
}

/* ---- Modes context and piecewise. */

static bool plan_in_scope(struct pp_graph *g, uint32_t proc, const struct pp_params *params,
                          const struct pp_numbering *n, struct pp_plan *plan)
{
    /* Written for the live edges of the procedure, and read for no others: clearing them would make
       planning quadratic. */
    struct pp_linear *increments = pp_xmalloc((g->num_edges + 1) * sizeof *increments);
    bool *on_tree = pp_xmalloc((g->num_edges + 1) * sizeof *on_tree);
    bool good = find_increments(g, proc, n, increments, on_tree);
    if (good) {
        struct pp_inner_plan inner;
        pp_inner_plan_make(&inner, g, proc, params, n, on_tree);
        pp_plan_in_scope(g, proc, params->mode, n, increments, &inner, plan);
        pp_inner_plan_free(&inner);
    }
    free(increments);
    free(on_tree);
    return good;
}

bool pp_can_plan(struct pp_graph *g, uint32_t proc)
{
    bool *on_tree = pp_xmalloc((g->num_edges + 1) * sizeof *on_tree);
    bool good = find_increments(g, proc, NULL, NULL, on_tree);
    free(on_tree);
    return good;
}

bool pp_plan_proc(struct pp_graph *g, uint32_t proc, const struct pp_params *params,
                  const struct pp_numbering *n, struct pp_plan *plan)
{
    assert(!plan->num_actions && (n || pp_mode_row(params->mode)->counts_edges));
    plan->waits = params->pending && pp_waits(g, proc);
    const struct pp_mode_row *row = pp_mode_row(params->mode);
    if (row->counts_edges)
        return pp_plan_counters(g, proc, params->mode, plan);
    plan->hands_over = row->crosses_calls;
    plan->in_pieces = row->in_pieces;
    return row->crosses_calls ? plan_in_scope(g, proc, params, n, plan)
                              : plan_path(g, proc, n, plan);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The planner's rows for mode kpath (Roy and Srikant 2009, algorithm 3, with errata of its own).

   The paper keeps an accumulator for each window of iterations that is open and adds to all of them
   on every edge.  But within an iteration all windows see the same edges, and what an edge adds to
   one is a linear function of the ways on at the loop's back edge, which do not change within the
   iteration. So one sum serves them all, of the functions' slopes: the *digit* of the iteration. At
   the back edge each window gets the digit times its own factor.  Only the oldest window, whose
   path may leave the loop, needs the functions' constant parts as well: they are added to `path` as
   labels always are.

   The digit is an ordinary event count: pp_increments makes both parts 0 on the same tree. */
#include "core/plan/plan-loops.h"

#include "core/number/loops.h"
#include "core/transform/transform.h"
#include "core/number/loop-position.h"

#include <string.h>

static bool has_digit(struct pp_linear f)
{
    return !pp_is_zero(f.a);
}

/* The loop rows of E's action, which is otherwise that of mode path. */
static void act(const struct pp_graph *g, const struct pp_proc *p, const struct pp_numbering *n,
                const struct pp_linear *increments, uint32_t edge, uint32_t first_loop,
                struct pp_loop_plan *loops, struct pp_action *a)
{
    uint32_t step = pp_step_of(g, &g->edges[edge]);
    if (step != PP_NONE) /* the path goes on by that */
        edge = step;
    const struct pp_edge *e = &g->edges[edge];
    uint32_t from = pp_loop_from(g, n, e), to = pp_loop_to(g, n, e);
    bool live = pp_live(g, edge);
    if (!live && e->ends == PP_NONE)
        return;
    if (pp_over_of(g, e) != PP_NONE) /* where that leads is said of the path that goes on */
        to = PP_NONE;
    if (from != PP_NONE)
        a->loop = from - first_loop;
    if (pp_is_back_edge(g, n, edge)) {
        pp_have_do(a, PP_DO_ITERATE, true);
        a->update = PP_KEEP;
        a->value = increments[edge];
        loops[a->loop].begin = increments[e->begins].b.low;
        loops[a->loop].has_digits |= has_digit(a->value) || has_digit(a->index);
        return;
    }
    if (from != PP_NONE) {
        a->late = pp_late_value(g, n, live ? edge : e->ends);
        loops[a->loop].has_digits |= has_digit(increments[live ? edge : e->ends]);
    }
    if (from == to)
        return;
    if (from != PP_NONE) {
        pp_have_do(a, PP_DO_OUT, true);
        if (live && e->to != p->exit) {
            a->update = PP_ADD;
            a->value = increments[edge];
        }
    }
    if (to != PP_NONE) {
        pp_have_do(a, PP_DO_IN, true);
        a->next = to - first_loop;
    }
}

/* Likewise of the wait before call C. */
static void act_on_wait(const struct pp_graph *g, const struct pp_numbering *n,
                        const struct pp_linear *increments, uint32_t c, uint32_t first_loop,
                        struct pp_loop_plan *loops, struct pp_action *a)
{
    uint32_t loop = pp_loop_of(n, c), pending = pp_pending_edge(g, c);
    if (loop == PP_NONE)
        return;
    pp_have_do(a, PP_DO_OUT, true);
    a->loop = loop - first_loop;
    a->late = pp_late_value(g, n, pending);
    loops[a->loop].has_digits |= has_digit(increments[pending]);
}

/* In how many loops with registers of their own the loop of HEAD lies, collapsed. */
static uint32_t level_of(const struct pp_graph *g, const struct pp_numbering *n, uint32_t head)
{
    uint32_t level = 0;
    for (uint32_t r = g->vertices[head].region; r != PP_NONE; r = g->vertices[r].around)
        level += pp_loop_of_step(n, r) != PP_NONE;
    return level;
}

void pp_plan_loops(const struct pp_graph *g, uint32_t proc, const struct pp_numbering *n,
                   const struct pp_linear *increments, struct pp_places *places,
                   struct pp_plan *plan)
{
    const struct pp_proc *p = &g->procs[proc];
    uint32_t first = PP_NONE;
    for (uint32_t v = p->first_vertex; v < p->first_vertex + p->num_vertices; v++) {
        uint32_t loop = pp_loop_of(n, v);
        if (loop == PP_NONE)
            continue;
        first = loop < first ? loop : first;
        if (n->loops[loop].head == v)
            plan->num_loops++;
    }
    if (!plan->num_loops)
        return;
    plan->loops = pp_xcalloc(plan->num_loops, sizeof *plan->loops);
    for (uint32_t i = 0; i < plan->num_loops; i++)
        plan->loops[i] = (struct pp_loop_plan){
            .loop = n->loops[first + i],
            .level = level_of(g, n, n->loops[first + i].head),
        };
    for (uint32_t i = 0; i < p->num_edges; i++)
        act(g, p, n, increments, p->first_edge + i, first, plan->loops, &places->at_edge[i]);
    for (uint32_t i = 0; i < places->num_then; i++)
        act(g, p, n, increments, places->then[i].edge, first, plan->loops, &places->then[i].action);
    for (uint32_t v = 0; v < p->num_vertices; v++)
        if (pp_does(&places->at_vertex[v], PP_DO_WAIT))
            act_on_wait(g, n, increments, p->first_vertex + v, first, plan->loops,
                        &places->at_vertex[v]);
}

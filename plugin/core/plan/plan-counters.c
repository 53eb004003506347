/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/plan/plan-counters.h"

#include "core/edge/counter-placement.h"
#include "core/edge/spanning.h"

#include <assert.h>
#include <stdlib.h>

/* Mode edge: COUNTED are the edges off the tree. */
static bool choose_all(const struct pp_graph *g, uint32_t proc, bool *counted, uint32_t *stuck)
{
    const struct pp_proc *p = &g->procs[proc];
    bool good = pp_spanning_tree(g, proc, NULL, NULL, counted, stuck);
    for (uint32_t v = p->first_vertex; good && v < p->first_vertex + p->num_vertices; v++)
        for (uint32_t e = pp_first_out(g, v); e != PP_NONE; e = pp_next_out(g, e))
            counted[e] = !counted[e];
    return good;
}

void pp_list_counters(struct pp_graph *g, uint32_t proc, struct pp_plan *plan)
{
    struct pp_proc *p = &g->procs[proc];
    p->num_paths = plan->num_actions = 0;
    for (uint32_t e = p->first_edge; e < p->first_edge + p->num_edges; e++)
        if (pp_live(g, e) && (g->edges[e].flags & PP_E_COUNTED))
            pp_plan_append(plan, &(struct pp_action){
                                     .place = PP_AT_EDGE,
                                     .at = e,
                                     .does = PP_DO_RECORD,
                                     .index = pp_constant(pp_word(p->num_paths++)),
                                 });
}

bool pp_plan_counters(struct pp_graph *g, uint32_t proc, enum pp_mode mode, struct pp_plan *plan)
{
    assert(pp_mode_row(mode)->counts_edges);
    struct pp_proc *p = &g->procs[proc];
    uint32_t stuck = PP_NONE;
    /* Written for the live edges of the procedure, and read for no others. */
    bool *counted = pp_xmalloc(g->num_edges * sizeof *counted);
    bool good = pp_mode_row(mode)->calls_only ? pp_choose_counters(g, proc, counted, &stuck)
                                              : choose_all(g, proc, counted, &stuck);
    for (uint32_t e = p->first_edge; good && e < p->first_edge + p->num_edges; e++) {
        g->edges[e].flags &= (uint16_t)~PP_E_COUNTED;
        if (pp_live(g, e) && counted[e])
            g->edges[e].flags |= PP_E_COUNTED;
    }
    free(counted);
    if (!good)
        return pp_refuse_edge(
            g, proc, stuck,
            "the edges of its non-local transfers form a cycle on which no code can be placed");
    pp_list_counters(g, proc, plan);
    p->storage = PP_STORE_EDGES;
    return true;
}

/* What the counters of PROC cost for each time that it is entered, by the weights. */
static double cost(const struct pp_graph *g, uint32_t proc)
{
    const struct pp_proc *p = &g->procs[proc];
    double entered = 0, counted = 0;
    for (uint32_t e = p->first_edge; e < p->first_edge + p->num_edges; e++) {
        if (!pp_live(g, e))
            continue;
        entered += g->edges[e].from == p->entry ? g->edges[e].weight : 0;
        counted += g->edges[e].flags & PP_E_COUNTED ? g->edges[e].weight : 0;
    }
    return entered > 0 ? counted / entered : 0;
}

bool pp_plan_by_callers(struct pp_graph *g, uint32_t proc, enum pp_mode mode, double most,
                        struct pp_plan *plan)
{
    struct pp_proc *p = &g->procs[proc];
    if (p->storage != PP_STORE_EDGES)
        return false;
    double before = cost(g, proc);
    p->by_callers = true;
    if (pp_plan_counters(g, proc, mode, plan) && before - cost(g, proc) > most)
        return true;
    p->by_callers = false;
    pp_plan_counters(g, proc, mode, plan);
    return false;
}

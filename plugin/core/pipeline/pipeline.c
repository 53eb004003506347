/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The steps in order, for the plugin and for the decoder. */
#include "core/plan/plan.h"
#include "core/pipeline/pipeline.h"

#include "core/edge/counter-placement.h"
#include "core/number/loops.h"
#include "core/transform/first-edges.h"
#include "core/transform/transform.h"
#include "core/number/break.h"

#include <assert.h>

/* Whether every way into PROC's blocks can be led to a copy of them. */
static bool is_copied(const struct pp_graph *g, uint32_t proc)
{
    const struct pp_proc *p = &g->procs[proc];
    for (uint32_t v = p->first_vertex; v < p->first_vertex + p->num_vertices; v++) {
        unsigned flags = g->vertices[v].flags;
        if ((flags & PP_V_GOTO) || ((flags & PP_V_RESTART) && !(flags & PP_V_FORKED)))
            return false;
    }
    return true;
}

bool pp_pipeline(struct pp_graph *g, uint32_t proc, const struct pp_params *params,
                 struct pp_numbering *n, struct pp_plan *plan)
{
    assert(!pp_mode_row(params->mode)->crosses_calls);
    pp_mark_backedges(g, proc);
    if (params->likely_first)
        pp_choose_first_edges(g, proc);
    pp_transform(g, proc, params);
    if (params->bursts && !is_copied(g, proc))
        return pp_refuse(g, proc,
                         "with bursts=on its code would have to be there twice, and what setjmp, "
                         "vfork, a nonlocal goto or a computed goto leads to cannot be copied");
    /* These modes observe single edges: there is nothing to number. */
    if (!pp_mode_row(params->mode)->counts_edges && !pp_number_within(g, proc, params, n))
        return false;
    return pp_plan_proc(g, proc, params, n, plan);
}

static bool counters_agree(const struct pp_graph *g, const struct pp_proc *p)
{
    uint64_t counters = 0;
    for (uint32_t e = p->first_edge; e < p->first_edge + p->num_edges; e++)
        if (pp_live(g, e) && (g->edges[e].flags & PP_E_COUNTED))
            counters++;
    return counters == p->num_paths;
}

bool pp_prepare_proc(struct pp_graph *g, uint32_t proc, const struct pp_params *params,
                     struct pp_numbering *n)
{
    assert(!pp_mode_row(params->mode)->crosses_calls);
    pp_mark_backedges(g, proc);
    pp_transform(g, proc, params);
    struct pp_proc *p = &g->procs[proc];
    if (p->storage == PP_STORE_NONE) {
        p->num_paths = 0; /* nothing was counted, so nothing can be decoded */
        return true;
    }
    if (pp_mode_row(params->mode)->counts_edges)
        return counters_agree(g, p) &&
               (!pp_mode_row(params->mode)->calls_only || pp_asked_follow(g, proc));
    if (pp_mode_row(params->mode)->iterates && !pp_take_loops(g, proc, n))
        return false;
    return pp_number_proc(g, proc, n) && pp_at_one(n->psi[p->entry]) == p->num_paths;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* psi, the ways on from a vertex: what an edge adds to the psi of its source (thesis, equations
   (20) to (22); with a = 0, Ball and Larus's (1)), said once, for every arithmetic: words, numbers
   of any size, floating point.  The order of the vertices, and what is particular to one use, is
   the caller's. */
#ifndef PATHPROF_PSI_H
#define PATHPROF_PSI_H

#include "core/graph/dfs.h"
#include "core/graph/graph.h"
#include "core/transform/collapse.h"
#include "core/transform/split.h"

/* How psis are kept and added.  IN is what knows them, SUM one of them.  Each returns whether the
   sum fits.  Where a table is a constant the calls are resolved when this is compiled. */
struct pp_arithmetic {
    /* SUM += 1: a path ends. */
    bool (*add_one)(void *in, void *sum);
    /* SUM += TIMES * psi_V, or that of the step at V (collapse.h). */
    bool (*add_psi)(void *in, void *sum, uint32_t v, bool step, unsigned times);
    /* SUM += psi_ENTRY o psi_R (21); R is PP_NONE where the return edge is cut: psi_ENTRY o 1 (thesis
       3.5.4). */
    bool (*add_call)(void *in, void *sum, uint32_t entry, uint32_t r);
};

/* Does edge E of an interprocedural mode lead to GExit_P? */
static inline bool pp_leads_to_gexit(const struct pp_graph *g, const struct pp_edge *e)
{
    return g->vertices[e->to].kind == PP_EXIT &&
           (e->kind == PP_SURROGATE || (e->flags & PP_E_NORETURN));
}

/* SUM += what live edge E contributes. */
__attribute__((always_inline)) static inline bool pp_add_edge_psi(const struct pp_arithmetic *with,
                                                                  void *in,
                                                                  const struct pp_graph *g,
                                                                  uint32_t e, void *sum)
{
    const struct pp_edge *edge = &g->edges[e];
    assert(pp_live(g, e));
    if (edge->kind == PP_RETURN)
        return true;
    if (edge->kind == PP_CALL_EDGE) {
        bool returns = pp_live(g, pp_return_edge(g, e));
        return with->add_call(in, sum, edge->to, returns ? pp_return_site(g, edge->from) : PP_NONE);
    }
    if (pp_leads_to_gexit(g, edge))
        return with->add_one(in, sum);
    /* Who comes to the head of a loop that is split may also go on over its surrogate. */
    return with->add_psi(in, sum, edge->to, pp_leads_to_step(g, edge),
                         pp_is_split(g, edge->to) ? 2 : 1);
}

#endif

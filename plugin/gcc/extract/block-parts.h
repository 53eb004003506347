/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A basic block is several vertices, one behind the other, where it has calls. */
#ifndef PATHPROF_BLOCK_PARTS_H
#define PATHPROF_BLOCK_PARTS_H

#include "gcc/base/compat.h"

/* Is V one of them, but not the first? */
static inline bool pp_inner_vertex(const struct pp_graph *g, uint32_t v)
{
    const struct pp_vertex *at = &g->vertices[v];
    return (at->kind == PP_CALL || at->kind == PP_RETURN_SITE) && at->block == at[-1].block;
}

/* Does E lead from one part of a basic block to the next?  Then it is no edge of the CFG. */
static inline bool pp_inner_edge(const struct pp_graph *g, const struct pp_edge *e)
{
    return e->to == e->from + 1 && pp_inner_vertex(g, e->to);
}

#endif

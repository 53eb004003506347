/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From counters of edges to counts of edges, and from those to counts of vertices. */
#include "core/profile/profile.h"
#include "core/edge/propagate.h"

#include <assert.h>
#include <stdlib.h>

#include "core/base/text.h"

/* Mode callgraph: the same of what follows from its counters, and what does not. */
static bool follow(struct pp_profile *profile, uint32_t p, const uint64_t *counters,
                   uint64_t entered)
{
    const struct pp_graph *g = &profile->notes->graph;
    const struct pp_proc *proc = &g->procs[p];
    bool *known = pp_xmalloc((g->num_edges + 1) * sizeof *known);
    bool good = pp_follow(g, p, counters, entered, profile->edge_counts, known);
    for (uint32_t v = proc->first_vertex; v < proc->first_vertex + proc->num_vertices; v++)
        for (uint32_t e = pp_first_out(g, v); e != PP_NONE; e = pp_next_out(g, e))
            if (!known[e])
                profile->edges_unknown[e] = true;
    free(known);
    return good;
}

void pp_count_edges(struct pp_profile *profile, uint32_t p, const struct pp_count *counts,
                    size_t num, uint64_t entered)
{
    assert(p < profile->notes->graph.num_procs);
    const struct pp_graph *g = &profile->notes->graph;
    const struct pp_proc *proc = &g->procs[p];
    uint64_t *counters = pp_xcalloc(proc->num_edges + 1, sizeof *counters);
    const struct pp_unit *unit = &profile->notes->units[proc->unit];
    size_t unknown = 0;
    for (size_t i = 0; i < num; i++) {
        if (counts[i].path.low < proc->num_edges)
            counters[counts[i].path.low] = counts[i].count;
        else
            unknown++;
    }
    bool good = pp_mode_row(unit->params.mode)->calls_only
                    ? follow(profile, p, counters, entered)
                    : pp_propagate(g, p, counters, entered, profile->edge_counts);
    if (!good || unknown > 0)
        pp_append(
            &profile->warnings,
            "%s: the counters of %s contradict each other: control left or entered it where"
            " the compiler saw no way (a fork in another unit, say, of which it knows with -flto),"
            " or it was still running\n",
            unit->name, pp_text(g, proc->pretty));
    free(counters);
}

/* How often control came to each vertex of P, from how often it took each edge.  An edge that is
   cut has its own count; the surrogate Entry -> v stands for the same arrivals and, at a RESTART
   vertex, for non-local transfers. */
void pp_count_vertices(struct pp_profile *profile, uint32_t p)
{
    assert(p < profile->notes->graph.num_procs);
    const struct pp_graph *g = &profile->notes->graph;
    const struct pp_proc *proc = &g->procs[p];
    for (uint32_t v = proc->first_vertex; v < proc->first_vertex + proc->num_vertices; v++) {
        uint64_t along = 0, cut = 0, begun = 0;
        bool unknown = false;
        for (uint32_t e = g->vertices[v].first_in; e != PP_NONE; e = g->edges[e].next_in) {
            uint64_t count = profile->edge_counts[e];
            if (g->edges[e].kind == PP_CALL_EDGE || g->edges[e].kind == PP_RETURN)
                continue; /* beside c -> r, and into Entry */
            if (g->edges[e].kind == PP_SURROGATE && v == proc->exit)
                continue;
            unknown |= !pp_edge_known(profile, e);
            if (g->edges[e].kind == PP_SURROGATE) {
                begun = pp_add(begun, count);
                continue;
            }
            along = pp_add(along, count);
            if (!pp_live(g, e))
                cut = pp_add(cut, count);
        }
        if (g->vertices[v].flags & PP_V_RESTART)
            along = pp_add(along, begun > cut ? begun - cut : 0);
        profile->vertex_counts[v] = unknown ? 0 : along;
        if (unknown)
            profile->vertices_unknown[v] = true;
    }
    for (uint32_t e = g->vertices[proc->entry].first_out; e != PP_NONE; e = g->edges[e].next_out) {
        if (g->edges[e].kind != PP_SURROGATE)
            profile->calls[p] = pp_add(profile->calls[p], profile->edge_counts[e]);
    }
    profile->vertex_counts[proc->entry] = profile->calls[p];
}

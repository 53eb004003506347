/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions with many potential paths of which one executes most of their statements, and more than the counts
   of its branches alone would make one expect. */
#include <stdlib.h>

#include "core/base/count.h"
#include "core/profile/hot.h"
#include "core/lines/columns.h"
#include "tool/insights/one-path.h"
#include "tool/path/route.h"
#include "tool/path/walk.h"

/* Potential paths. */
#define LEAST_POTENTIAL 16

/* What the executed paths of a function do together. */
struct sum {
    uint64_t stmts, paths;
    size_t hottest;
};

/* The share of the executions of loop head V behind which the loop goes round. */
static double goes_round(const struct pp_profile *profile, uint32_t v)
{
    const struct pp_graph *g = &profile->notes->graph;
    double back = 0, all = (double)profile->vertex_counts[v];
    for (uint32_t e = g->vertices[v].first_in; e != PP_NONE; e = g->edges[e].next_in)
        if (pp_inside(&g->edges[e]) && (g->edges[e].flags & PP_E_BACK))
            back += (double)profile->edge_counts[e];
    return back > 0 && all > back ? back / all : 1;
}

/* The share that PATH would have of the paths that begin where it does if each branch on it went as often as it did,
   but by chance.  A path that begins at the head of a loop and spans iterations of it (mode kpath) is one of those
   times that the loop went round so often: that it did is not by chance. */
static double expected_share(const struct pp_profile *profile, const struct pp_path *path)
{
    const struct pp_graph *g = &profile->notes->graph;
    const struct pp_edge *first = &g->edges[path->edges[0]];
    uint32_t head = first->kind == PP_SURROGATE ? first->to : PP_NONE;
    double count = 1;
    for (uint32_t i = 0; i < path->num_edges; i++) {
        const struct pp_edge *edge = &g->edges[path->edges[i]];
        if (edge->to == head && pp_iterates(edge))
            count /= goes_round(profile, head);
        uint32_t own = pp_program_edge(g, path->edges[i]);
        if (own == PP_NONE || !pp_branches(g, g->edges[own].from))
            continue;
        double all = 0;
        for (uint32_t e = g->vertices[g->edges[own].from].first_out; e != PP_NONE;
             e = g->edges[e].next_out)
            if (pp_inside(&g->edges[e]))
                all += (double)profile->edge_counts[e];
        count *= all > 0 ? (double)profile->edge_counts[own] / all : 0;
    }
    return count < 1 ? count : 1;
}

/* Paths of the same function that begin where path N does; they are its neighbours. */
static double started_with(const struct pp_profile *profile, size_t n)
{
    const struct pp_path *path = &profile->paths[n];
    double sum = 0;
    while (n > 0 && profile->paths[n - 1].proc == path->proc)
        n--;
    for (; n < profile->num_paths && profile->paths[n].proc == path->proc; n++)
        if (profile->paths[n].edges[0] == path->edges[0])
            sum += (double)profile->paths[n].count;
    return sum;
}

void pp_find_one_paths(struct pp_insights *insights, const struct pp_profile *profile,
                       const struct pp_insight_bounds *bounds, const bool *shown)
{
    const struct pp_graph *g = &profile->notes->graph;
    struct sum *sums = pp_xcalloc(g->num_procs + 1, sizeof *sums);
    for (size_t i = 0; i < profile->num_paths; i++) {
        const struct pp_path *path = &profile->paths[i];
        struct sum *sum = &sums[path->proc];
        sum->stmts = pp_add(sum->stmts, pp_path_work(path));
        if (sum->paths++ == 0 || pp_path_work(path) > pp_path_work(&profile->paths[sum->hottest]))
            sum->hottest = i;
    }
    for (uint32_t p = 0; p < g->num_procs; p++) {
        const struct sum *sum = &sums[p];
        const struct pp_proc *proc = &g->procs[p];
        if (sum->paths == 0 || !shown[p] || proc->storage == PP_STORE_UNIT ||
            (proc->num_paths < LEAST_POTENTIAL && !proc->exact_paths))
            continue;
        const struct pp_path *path = &profile->paths[sum->hottest];
        uint64_t stmts = pp_path_work(path);
        double count = (double)path->count;
        if ((double)stmts < bounds->one_path * (double)sum->stmts || count < bounds->times)
            continue;
        double started = started_with(profile, sum->hottest), share = expected_share(profile, path);
        double expected = started * share * (double)path->stmts / (double)sum->stmts;
        if ((double)stmts < (expected + PP_INSIGHT_ABOVE) * (double)sum->stmts ||
            !pp_insight_beats_chance(bounds, count, started, share))
            continue;
        pp_insight_add(insights, (struct pp_insight){.kind = PP_ONE_PATH,
                                                     .expected = expected,
                                                     .proc = p,
                                                     .vertex = proc->entry,
                                                     .holds = stmts,
                                                     .of = sum->stmts,
                                                     .number = sum->paths,
                                                     .stmts = stmts,
                                                     .example = sum->hottest});
    }
    free(sums);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions with many potential paths of which one executes most of their statements, and more than the counts
   of its branches alone would make one expect. */
#include <stdlib.h>

#include "core/base/count.h"
#include "core/profile/hot.h"
#include "core/lines/columns.h"
#include "tool/insights/one-path.h"
#include "tool/path/route.h"

/* Times that the path was taken. */
#define LEAST_COUNT 50
/* Potential paths. */
#define LEAST_POTENTIAL 16
/* The path's share of what its function executes, and how much that is above what one would expect. */
#define LEAST_SHARE 0.5
#define LEAST_ABOVE 0.1

/* What the executed paths of a function do together. */
struct sum {
    uint64_t stmts, paths;
    size_t hottest;
};

/* How often PATH would have been taken if each branch on it went as often as it did, but by chance; STARTED:
   paths that began where it does. */
static double expected_count(const struct pp_profile *profile, const struct pp_path *path,
                             double started)
{
    const struct pp_graph *g = &profile->notes->graph;
    double count = started;
    for (uint32_t i = 0; i < path->num_edges; i++) {
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
    return count;
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
                       const bool *shown)
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
        uint64_t stmts = pp_path_work(&profile->paths[sum->hottest]);
        if ((double)stmts < LEAST_SHARE * (double)sum->stmts ||
            profile->paths[sum->hottest].count < LEAST_COUNT)
            continue;
        const struct pp_path *path = &profile->paths[sum->hottest];
        double expected = expected_count(profile, path, started_with(profile, sum->hottest)) *
                          (double)path->stmts / (double)sum->stmts;
        if ((double)stmts < (expected + LEAST_ABOVE) * (double)sum->stmts)
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

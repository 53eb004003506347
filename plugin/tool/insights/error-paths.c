/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Paths that call a function which reports an error, going by its name: how much of the run is on them.  Where most
   paths of a function do, the name misleads: it asks for an error, or clears it. */
#include <stdlib.h>

#include "core/base/count.h"
#include "core/profile/hot.h"
#include "tool/insights/error-paths.h"

struct sum {
    uint64_t stmts, count; /* of the paths through the call */
    size_t hottest, last;  /* of these; and the last one */
};

static bool reports(const struct pp_graph *g, uint32_t v, const regex_t *error)
{
    const struct pp_vertex *vertex = &g->vertices[v];
    return vertex->kind == PP_CALL && vertex->callee &&
           regexec(error, pp_text(g, vertex->callee), 0, NULL, 0) == 0;
}

/* How often control came to PROC. */
static double entries(const struct pp_profile *profile, uint32_t proc)
{
    return (double)profile->vertex_counts[profile->notes->graph.procs[proc].entry];
}

void pp_find_error_paths(struct pp_insights *insights, const struct pp_profile *profile,
                         const struct pp_insight_bounds *bounds, const bool *shown)
{
    const struct pp_graph *g = &profile->notes->graph;
    bool *errors = pp_xmalloc(g->num_vertices + 1);
    struct sum *sums = pp_xcalloc(g->num_vertices + 1, sizeof *sums);
    for (uint32_t v = 0; v < g->num_vertices; v++) {
        errors[v] = reports(g, v, &bounds->error);
        sums[v].last = SIZE_MAX;
    }
    for (size_t n = 0; n < profile->num_paths; n++) {
        const struct pp_path *path = &profile->paths[n];
        for (uint32_t i = path->active; i < path->num_edges; i++) {
            uint32_t v = g->edges[path->edges[i]].from;
            struct sum *sum = &sums[v];
            if (!errors[v] || sum->last == n)
                continue;
            if (sum->last == SIZE_MAX ||
                pp_path_work(path) > pp_path_work(&profile->paths[sum->hottest]))
                sum->hottest = n;
            sum->last = n;
            sum->stmts = pp_add(sum->stmts, pp_path_work(path));
            sum->count = pp_add(sum->count, path->count);
        }
    }
    for (uint32_t v = 0; v < g->num_vertices; v++) {
        uint32_t proc = g->vertices[v].proc;
        if (sums[v].count == 0 || !shown[proc] ||
            (double)sums[v].count > bounds->error_paths * entries(profile, proc))
            continue;
        pp_insight_add(insights, (struct pp_insight){.kind = PP_ERROR_PATH,
                                                     .proc = proc,
                                                     .vertex = v,
                                                     .holds = sums[v].stmts,
                                                     .of = insights->all_stmts,
                                                     .number = sums[v].count,
                                                     .stmts = sums[v].stmts,
                                                     .example = sums[v].hottest});
    }
    free(errors);
    free(sums);
}

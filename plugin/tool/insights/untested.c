/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Insight `untested`: what this run does and no test. */
#include "tool/insights/untested.h"

#include "core/profile/hot.h"

void pp_find_untested(struct pp_insights *insights, const struct pp_profile *profile,
                      const struct pp_untested_paths *list)
{
    const struct pp_profile *of = pp_untested_profile(list, profile);
    const struct pp_graph *g = &of->notes->graph;
    for (size_t i = 0; i < list->num; i++) {
        const struct pp_untested *it = &list->list[i];
        const struct pp_path *path = &of->paths[it->path];
        uint64_t stmts = pp_path_work(path);
        pp_insight_add(insights,
                       (struct pp_insight){.kind = PP_UNTESTED,
                                           .proc = path->proc,
                                           .vertex = it->to == PP_NONE ? g->procs[path->proc].entry
                                                                       : g->edges[it->to].from,
                                           .holds = stmts,
                                           .of = insights->all_stmts,
                                           .number = path->count,
                                           .untested = *it,
                                           .untested_graph = g,
                                           .stmts = stmts,
                                           .example = of == profile ? it->path : SIZE_MAX});
    }
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loops whose iterations follow one another in a pattern (core/patterns/pattern.h). */
#include "core/base/count.h"
#include "core/patterns/pattern.h"
#include "tool/insights/patterns.h"
#include "tool/path/walk.h"

/* Statements of one window that follows PATTERN, an iteration of it on average. */
static uint64_t iteration_stmts(const struct pp_pattern *pattern, const struct pp_graph *g)
{
    uint64_t stmts = 0;
    for (uint32_t i = 0; i < pattern->num_edges; i++)
        stmts = pp_add(stmts, g->vertices[g->edges[pattern->edges[i]].to].stmts);
    return stmts / pattern->iterations;
}

void pp_find_patterns(struct pp_insights *insights, const struct pp_profile *profile,
                      const struct pp_insight_bounds *bounds, const bool *shown)
{
    static const struct pp_pattern_bounds all = {.windows = 10, .paths = 10000};
    const struct pp_graph *g = &profile->notes->graph;
    struct pp_patterns found;
    pp_patterns_find(&found, profile, &all);
    for (uint32_t i = 0; i < found.num; i++) {
        const struct pp_pattern *p = &found.patterns[i];
        double followed = (double)p->followed, windows = (double)p->windows;
        if (!shown[p->proc] || windows < bounds->times || followed < bounds->pattern * windows ||
            !pp_insight_beats_chance(bounds, followed, windows, p->expected))
            continue;
        pp_insight_add(insights,
                       (struct pp_insight){.kind = PP_PATTERN,
                                           .proc = p->proc,
                                           .vertex = p->head,
                                           .holds = p->followed,
                                           .of = p->windows,
                                           .expected = p->expected,
                                           .number = p->iterations,
                                           .stmts = pp_times(p->followed, iteration_stmts(p, g)),
                                           .example = SIZE_MAX});
    }
    pp_patterns_free(&found);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where gprof's average and the contexts disagree. */
#define _GNU_SOURCE /* qsort_r */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "tool/callgraph/callgraph-contexts.h"
#include "tool/callgraph/callgraph-disagree.h"

/* What is less is not worth a line. */
#define LEAST_SAMPLES 0.5

struct ranking {
    const struct pp_gprof *gprof;
    const struct pp_context_times *times;
};

static double difference(const struct ranking *r, uint32_t a)
{
    const struct pp_gprof_arc *arc = &r->gprof->arcs[a];
    return fabs(r->times->arcs[a] - arc->self - arc->children);
}

static int by_difference(const void *a, const void *b, void *ranking)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    double left = difference(ranking, x), right = difference(ranking, y);
    return left > right ? -1 : left < right ? 1 : (x > y) - (x < y);
}

void pp_context_times_rank(struct pp_context_times *times, const struct pp_gprof *gprof)
{
    struct ranking ranking = {gprof, times};
    times->order = pp_xmalloc(((size_t)gprof->num_arcs + 1) * sizeof *times->order);
    for (uint32_t a = 0; a < gprof->num_arcs; a++) {
        if (!pp_gprof_is_inner(gprof, &gprof->arcs[a]))
            times->order[times->num_order++] = a;
    }
    qsort_r(times->order, times->num_order, sizeof *times->order, by_difference, &ranking);
}

static void explain(void)
{
    fputs("\n"
          "average     Seconds that the caller is charged with for its calls, if all calls of the\n"
          "            callee take the same time: self and children of the call graph.\n"
          "contexts    The same by the contexts in which the callee ran: its own seconds are "
          "divided\n"
          "            by the statements that it executed in each.\n"
          "difference  contexts less average.\n"
          "called      How often the caller called, / how often the callee was called.\n",
          stdout);
}

static void print_row(const struct pp_callgraph *graph, const struct pp_context_times *times,
                      uint32_t a)
{
    const struct pp_gprof_arc *arc = &graph->gprof.arcs[a];
    double average = (arc->self + arc->children) / graph->hz, by = times->arcs[a] / graph->hz;
    printf("%9.2f %9.2f %+11.2f %9" PRIu64 "/%-9" PRIu64 " %s > %s\n", average, by, by - average,
           arc->count, pp_gprof_calls(&graph->gprof, arc->callee),
           graph->functions[arc->caller].name, graph->functions[arc->callee].name);
}

void pp_print_context_times(const struct pp_callgraph *graph, const struct pp_context_times *times,
                            uint64_t top, bool brief)
{
    uint64_t shown = 0;
    printf("\f\nTime by contexts%s\n\n", brief ? "" : " (explanation follows)");
    if (graph->hz <= 0) {
        printf("%s\n", pp_no_samples);
        return;
    }
    if (times->left_out > 0)
        printf("Without %.2f of %.2f seconds, in functions that have no contexts.\n\n",
               times->left_out / graph->hz, graph->gprof.total / graph->hz);
    printf("%9s %9s %11s\n", "average", "contexts", "difference");
    printf("%9s %9s %11s %9s/%-9s %s\n", "seconds", "seconds", "seconds", "called", "total",
           "caller > callee");
    for (uint32_t k = 0; k < times->num_order && (top == 0 || shown < top); k++) {
        const struct pp_gprof_arc *arc = &graph->gprof.arcs[times->order[k]];
        if (arc->self + arc->children < LEAST_SAMPLES &&
            times->arcs[times->order[k]] < LEAST_SAMPLES)
            continue;
        if (graph->left_out && graph->left_out[arc->caller] && graph->left_out[arc->callee])
            continue;
        print_row(graph, times, times->order[k]);
        shown++;
    }
    if (!brief)
        explain();
}

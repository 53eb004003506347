/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where gprof's average and the contexts disagree. */
#include <inttypes.h>
#include <stdio.h>

#include "callgraph-contexts.h"

/* What is less is not worth a line. */
#define LEAST_SAMPLES 0.5

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
        print_row(graph, times, times->order[k]);
        shown++;
    }
    if (!brief)
        explain();
}

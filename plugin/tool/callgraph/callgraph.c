/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What all that makes or shows a call graph needs. */
#include "tool/callgraph/callgraph.h"

#include <stdio.h>

const char pp_no_samples[] = "The profile has no samples, for which see pathprof-callgraph(1): "
                             "times are not known, calls are exact.";

void pp_print_runtime(const struct pp_callgraph *graph)
{
    if (graph->hz > 0 && graph->runtime > 0)
        printf("pathprof's own runtime took another %.2f seconds, which are in no figure.\n",
               graph->runtime / graph->hz);
}

uint32_t pp_callgraph_add(struct pp_callgraph *graph, char *name, uint32_t proc)
{
    uint32_t i = graph->gprof.num_functions++;
    graph->functions =
        pp_grow(graph->functions, &graph->cap_functions, i, 1, sizeof *graph->functions);
    graph->gprof.functions =
        pp_grow(graph->gprof.functions, &graph->cap_gprof, i, 1, sizeof *graph->gprof.functions);
    /* What would end the line or speak to the terminal. */
    for (char *c = name; *c; c++) {
        if ((unsigned char)*c < ' ' || *c == 0x7f)
            *c = '?';
    }
    graph->functions[i] = (struct pp_called_function){.name = name, .proc = proc};
    graph->gprof.functions[i] = (struct pp_gprof_function){0};
    return i;
}

bool pp_took_part(const struct pp_callgraph *graph, uint32_t i)
{
    const struct pp_gprof_function *it = &graph->gprof.functions[i];
    return it->calls || it->self_calls || it->self > 0 || it->children > 0;
}

double pp_time_of(const struct pp_callgraph *graph, uint32_t i)
{
    const struct pp_gprof *gprof = &graph->gprof;
    if (i < gprof->num_functions)
        return gprof->functions[i].self + gprof->functions[i].children;
    const struct pp_gprof_cycle *cycle = &gprof->cycles[i - gprof->num_functions];
    return cycle->self + cycle->children;
}

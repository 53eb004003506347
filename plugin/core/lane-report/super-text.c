/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/lane-report/super-text.h"

#include <inttypes.h>

static void print_graph(FILE *out, const struct pp_super_lanes *lanes,
                        const struct pp_super_graph *graph)
{
    fprintf(out, "    %-18s %10" PRIu64 " %10" PRIu64, graph->name, graph->vertices, graph->stmts);
    for (unsigned kind = 0; graph->counted && kind < PP_LANE_FACT_KINDS; kind++)
        fprintf(out, " %9.2f",
                lanes->all[kind] ? 100.0 * (double)graph->facts[kind] / (double)lanes->all[kind]
                                 : 0);
    putc('\n', out);
}

static void print_lanes(FILE *out, const struct pp_super_lanes *lanes)
{
    fprintf(out, "  %s", lanes->name);
    if (lanes->coverage)
        fprintf(out, ", coverage %" PRIu64 " %%: %" PRIu64 " of %" PRIu64 " paths are hot",
                lanes->coverage, lanes->hot_paths, lanes->paths);
    if (lanes->left_out)
        fprintf(out, "; %" PRIu64 " more were too many", lanes->left_out);
    putc('\n', out);
    for (size_t i = 0; i < lanes->num_graphs; i++)
        print_graph(out, lanes, &lanes->graphs[i]);
}

void pp_super_text(FILE *out, const struct pp_super *super)
{
    if (super->why) {
        fprintf(out, "lanes over calls were not measured: %s\n", super->why);
        return;
    }
    fprintf(out, "lanes over calls, by a profile of mode %s, in %" PRIu64 " function%s\n",
            super->mode, super->procs, super->procs == 1 ? "" : "s");
    fprintf(out, "    %-18s %10s %10s %9s %9s %9s\n", "graph", "vertices", "statements",
            "operands%", "results%", "branches%");
    for (size_t i = 0; i < super->num_lanes; i++)
        print_lanes(out, &super->lanes[i]);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The call graph for other programs: in callgrind's format, and for dot. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/base/text.h"
#include "tool/callgraph/callgraph.h"
#include "tool/print/source.h"
#include "tool/print/view.h"

/* ---- callgrind's format: the event is nanoseconds of CPU time.  Samples are told apart by
   functions only, which have their time on their first line.  Calls are on the line where they are
   made: what those of one function by another cost is divided by how many they are. */

static uint64_t nanoseconds(const struct pp_callgraph *graph, double samples)
{
    return graph->hz > 0 ? (uint64_t)llround(fmin(samples / graph->hz * 1e9, 9e18)) : 0;
}

/* FILE is a string; 0: none. */
static void print_file(const struct pp_callgraph *graph, const char *word, uint32_t file)
{
    const char *name = pp_text(&graph->load->notes.graph, file);
    char *path = file ? pp_source_path(name, graph->load->directory) : NULL;
    printf("%s=", word);
    pp_print_name(stdout, path ? path : "???");
    putchar('\n');
    free(path);
}

static uint32_t file_of(const struct pp_callgraph *graph, uint32_t i)
{
    uint32_t proc = graph->functions[i].proc;
    return proc == PP_NONE ? 0 : graph->load->notes.graph.procs[proc].file;
}

static void print_place(const struct pp_callgraph *graph, const char *file_word,
                        const char *function_word, uint32_t i)
{
    print_file(graph, file_word, file_of(graph, i));
    printf("%s=(%" PRIu32 ") %s\n", function_word, i + 1, graph->functions[i].name);
}

static uint32_t line_of(const struct pp_callgraph *graph, uint32_t i)
{
    uint32_t proc = graph->functions[i].proc;
    return proc == PP_NONE ? 0 : graph->load->notes.graph.procs[proc].line;
}

/* The calls of arc A, site by site.  *FILE is that of the lines: the caller's own, or that of a
   macro or of what was inlined. */
static void print_calls(const struct pp_callgraph *graph, uint32_t a, uint32_t *file)
{
    const struct pp_gprof_arc *arc = &graph->gprof.arcs[a];
    double time = arc->self + arc->children;
    uint64_t calls = 0, told = 0;
    for (uint32_t s = graph->first_site[a]; s < graph->first_site[a + 1]; s++) {
        const struct pp_call_site *site = &graph->sites[s];
        if (site->line.file != *file)
            print_file(graph, site->line.file == file_of(graph, arc->caller) ? "fe" : "fi",
                       site->line.file);
        *file = site->line.file;
        /* Of sums up to each site, so that the sites' are the arc's. */
        calls = pp_add(calls, site->count);
        uint64_t cost = nanoseconds(graph, pp_gprof_share(time, calls, arc->count));
        print_place(graph, "cfi", "cfn", arc->callee);
        printf("calls=%" PRIu64 " %" PRIu32 "\n%" PRIu32 " %" PRIu64 "\n", site->count,
               line_of(graph, arc->callee), site->line.line, cost - told);
        told = cost;
    }
}

void pp_callgraph_callgrind(const struct pp_callgraph *graph)
{
    const struct pp_gprof *gprof = &graph->gprof;
    printf("# callgrind format\nversion: 1\ncreator: pathprof-" PATHPROF_VERSION "\ncmd: ");
    pp_print_name(stdout, graph->load->program);
    printf("\npositions: line\nevents: ns\nsummary: %" PRIu64 "\n",
           nanoseconds(graph, gprof->total));
    for (uint32_t i = 0; i < gprof->num_functions; i++) {
        if (!pp_took_part(graph, i) || (graph->left_out && graph->left_out[i]))
            continue;
        putchar('\n');
        print_place(graph, "fl", "fn", i);
        printf("%" PRIu32 " %" PRIu64 "\n", line_of(graph, i),
               nanoseconds(graph, gprof->functions[i].self));
        uint32_t file = file_of(graph, i);
        for (uint32_t a = gprof->first_child[i]; a < gprof->first_child[i + 1]; a++)
            print_calls(graph, a, &file);
    }
    printf("\ntotals: %" PRIu64 "\n", nanoseconds(graph, gprof->total));
}

/* ---- dot. */

static void print_quoted(const char *text)
{
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            putchar('\\');
        putchar(*text);
    }
}

/* Hotter is redder: the share of the program's time as a saturation. */
static void print_vertex(const struct pp_callgraph *graph, uint32_t i)
{
    const struct pp_gprof_function *it = &graph->gprof.functions[i];
    double all = pp_percent(pp_time_of(graph, i), graph->gprof.total);
    printf("  f%" PRIu32 " [label=\"", i);
    print_quoted(graph->functions[i].name);
    if (graph->hz > 0)
        printf("\\n%.2f%% (self %.2f%%)", all, pp_percent(it->self, graph->gprof.total));
    if (it->calls || it->self_calls)
        printf("\\n%" PRIu64 " call%s", pp_add(it->calls, it->self_calls),
               pp_s(pp_add(it->calls, it->self_calls)));
    printf("\", fillcolor=\"0 %.3f 1\"];\n", all / 125);
}

void pp_callgraph_dot(const struct pp_callgraph *graph, uint64_t top)
{
    const struct pp_gprof *gprof = &graph->gprof;
    bool *shown = pp_xcalloc((size_t)gprof->num_functions + 1, sizeof *shown);
    uint64_t num = 0;
    printf("digraph callgraph {\n  node [shape=box, style=filled];\n");
    for (uint32_t k = 0; k < graph->num_order; k++) {
        uint32_t i = graph->order[k];
        if (i >= gprof->num_functions || (top > 0 && num == top))
            continue;
        shown[i] = true;
        num++;
        print_vertex(graph, i);
    }
    for (uint32_t c = 0; c < gprof->num_cycles; c++) {
        printf("  subgraph cluster_%" PRIu32 " { label=\"cycle %" PRIu32 "\";", c, c + 1);
        for (uint32_t k = 0; k < gprof->cycles[c].num; k++) {
            uint32_t i = gprof->members[gprof->cycles[c].first + k];
            if (shown[i])
                printf(" f%" PRIu32 ";", i);
        }
        printf(" }\n");
    }
    for (uint32_t a = 0; a < gprof->num_arcs; a++) {
        const struct pp_gprof_arc *arc = &gprof->arcs[a];
        if (!shown[arc->caller] || !shown[arc->callee])
            continue;
        printf("  f%" PRIu32 " -> f%" PRIu32 " [label=\"%" PRIu64, arc->caller, arc->callee,
               arc->count);
        if (graph->hz > 0 && !pp_gprof_is_inner(gprof, arc))
            printf("\\n%.2f%%", pp_percent(arc->self + arc->children, gprof->total));
        printf("\"];\n");
    }
    printf("}\n");
    free(shown);
}

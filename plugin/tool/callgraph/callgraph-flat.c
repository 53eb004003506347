/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The flat profile, as gprof 2.40 prints it. */
#define _GNU_SOURCE /* qsort_r */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tool/callgraph/callgraph.h"

/* gprof's cmp_time: by time, by calls, by name. */
static int by_self(const void *a, const void *b, void *context)
{
    const struct pp_callgraph *graph = context;
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    const struct pp_gprof_function *left = &graph->gprof.functions[x];
    const struct pp_gprof_function *right = &graph->gprof.functions[y];
    if (left->self > right->self || left->self < right->self)
        return left->self > right->self ? -1 : 1;
    if (left->calls != right->calls)
        return left->calls > right->calls ? -1 : 1;
    int order = strcmp(graph->functions[x].name, graph->functions[y].name);
    return order ? order : (x > y) - (x < y);
}

/* The unit of times a call: the one in which the longest is at least 1 and less than 1000. */
static const struct unit {
    char prefix;
    double scale;
} units[] = {
    {'T', 1e-12}, {'G', 1e-9}, {'M', 1e-6}, {'K', 1e-3}, {' ', 1},
    {'m', 1e3},   {'u', 1e6},  {'n', 1e9},  {'p', 1e12}, {'f', 1e15},
};
#define SECONDS 4
#define WIDEST 1e5 /* does not fit into the column */
#define NUM_UNITS (sizeof units / sizeof *units)

static const struct unit *unit_of(const struct pp_callgraph *graph)
{
    double longest = 0;
    for (uint32_t i = 0; i < graph->gprof.num_functions; i++) {
        const struct pp_gprof_function *it = &graph->gprof.functions[i];
        /* Where gprof knows of no calls it has no times of them: main's would be the program's. */
        if (it->calls > it->spontaneous && pp_time_of(graph, i) / (double)it->calls > longest)
            longest = pp_time_of(graph, i) / (double)it->calls;
    }
    if (longest <= 0 || graph->hz <= 0)
        return &units[0]; /* as gprof has it */
    for (size_t i = 0; i < NUM_UNITS; i++) {
        double scaled = longest / graph->hz * units[i].scale;
        if (scaled >= 1 && scaled < 1000)
            return &units[i];
    }
    return &units[SECONDS];
}

static void print_head(const struct pp_callgraph *graph, const struct unit *unit)
{
    char call[16];
    snprintf(call, sizeof call, "%cs/call", unit->prefix);
    printf("Flat profile:\n\n");
    if (graph->hz > 0)
        printf("Each sample counts as %g seconds.\n", 1 / graph->hz);
    else
        printf("%s\n", pp_no_samples);
    pp_print_runtime(graph);
    if (graph->gprof.total <= 0)
        printf(" no time accumulated\n\n");
    printf("%5.5s %10.10s %8.8s %8.8s %8.8s %8.8s  %-8.8s\n", "%  ", "cumulative", "self  ", "",
           "self  ", "total ", "");
    printf("%5.5s %9.9s  %8.8s %8.8s %8.8s %8.8s  %-8.8s\n", "time", "seconds", "seconds", "calls",
           call, call, "name");
}

static void explain(void)
{
    fputs(
        "\n"
        "% time      self seconds in percent of the program's time, that of libraries included.\n"
        "cumulative  self seconds of this function and of those above it.\n"
        "self        CPU time in the function itself, and in what was inlined into it.\n"
        "calls       How often it was called, exactly; calls of it by itself are left out.  "
        "Empty:\n"
        "            nobody counted.\n"
        "self        self seconds, divided by the calls.\n"
        "total       The same of its time with that of what it called, as the call graph has it.\n"
        "            Both are empty where the unit is too small for them.\n"
        "name        Its name; behind it, the library that it is in.\n",
        stdout);
}

void pp_print_flat(const struct pp_callgraph *graph, uint64_t top, bool brief)
{
    uint32_t num = 0;
    uint32_t *order = pp_xmalloc(((size_t)graph->gprof.num_functions + 1) * sizeof *order);
    for (uint32_t i = 0; i < graph->gprof.num_functions; i++) {
        const struct pp_gprof_function *it = &graph->gprof.functions[i];
        if ((it->calls || it->self > 0) && !(graph->left_out && graph->left_out[i]))
            order[num++] = i;
    }
    qsort_r(order, num, sizeof *order, by_self, (void *)graph);
    const struct unit *unit = unit_of(graph);
    double hz = graph->hz > 0 ? graph->hz : 1, sum = 0;
    double total = graph->gprof.total > 0 ? graph->gprof.total : 1;
    print_head(graph, unit);
    for (uint32_t k = 0; k < num && (top == 0 || k < top); k++) {
        const struct pp_gprof_function *it = &graph->gprof.functions[order[k]];
        double calls = (double)it->calls;
        double total_call = unit->scale * (it->self + it->children) / hz / calls;
        sum += it->self;
        if (graph->hz > 0)
            printf("%6.2f %9.2f %8.2f", 100 * it->self / total, sum / hz, it->self / hz);
        else
            printf("%6.6s %9.9s %8.8s", "", "", "");
        if (it->calls)
            printf(" %8" PRIu64, it->calls);
        else
            printf(" %8.8s", "");
        if (it->calls && graph->hz > 0 && total_call < WIDEST)
            printf(" %8.2f %8.2f  ", unit->scale * it->self / hz / calls, total_call);
        else
            printf(" %8.8s %8.8s  ", "", "");
        printf("%s\n", graph->functions[order[k]].name);
    }
    if (!brief)
        explain();
    free(order);
}

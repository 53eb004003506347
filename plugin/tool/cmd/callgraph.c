/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pathprof callgraph: gprof's flat profile and call graph, from exact counts. */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "tool/callgraph/callgraph-choose.h"
#include "tool/callgraph/callgraph-contexts.h"
#include "tool/callgraph/callgraph-disagree.h"
#include "tool/callgraph/callgraph.h"
#include "tool/cmd/commands.h"
#include "tool/load/complain.h"
#include "tool/load/load.h"
#include "tool/load/options.h"
#include "tool/names/inlined.h"
#include "tool/names/names.h"

static const struct pp_option options[] = {
    {0, "flat", PP_FLAG, offsetof(struct pp_settings, flat), NULL, "the flat profile alone", NULL},
    {0, "graph", PP_FLAG, offsetof(struct pp_settings, graph), NULL, "the call graph alone", NULL},
    {'f', "from", PP_TEXT, offsetof(struct pp_settings, from), "REGEX",
     "only functions that match, and all that they call (gprof's -f)", NULL},
    {'F', "only", PP_TEXT, offsetof(struct pp_settings, only), "REGEX",
     "the same, with time in percent of theirs (gprof's -F)", NULL},
    {'b', "brief", PP_FLAG, offsetof(struct pp_settings, brief), NULL, "do not explain the columns",
     NULL},
    {'n', "top", PP_NUMBER, offsetof(struct pp_settings, top), "N",
     "show the N entries with most time (default: all)", NULL},
    {0, "callgrind", PP_FLAG, offsetof(struct pp_settings, callgrind), NULL,
     "print callgrind's format, for KCachegrind", NULL},
    {0, "contexts", PP_TEXT, offsetof(struct pp_settings, contexts), "PROGRAM",
     "divide times by contexts; PROGRAM was compiled with mode=context, and has run", NULL},
    {0, "alone", PP_FLAG, offsetof(struct pp_settings, alone), NULL,
     "PROGRAM alone, without the libraries in the same data file", NULL},
    {0, "dot", PP_FLAG, offsetof(struct pp_settings, dot), NULL, "print a drawing for dot", NULL},
    {0, NULL, PP_FLAG, 0, NULL, NULL, NULL},
};

/* Seconds; what is less is the end of a few threads, behind the last tick of the clock. */
#define LEAST_LOST 0.01

static void warn_inlined(const struct pp_callgraph *graph)
{
    uint32_t num = graph->load->notes.graph.num_procs;
    bool *shown = pp_xmalloc((num + 1) * sizeof *shown);
    for (uint32_t p = 0; p < num; p++)
        shown[p] = !graph->left_out || !graph->left_out[p];
    pp_warn_inlined(&graph->names, shown);
    free(shown);
}

static void warn(const struct pp_callgraph *graph)
{
    warn_inlined(graph);
    double found = graph->gprof.total + graph->runtime;
    double lost = graph->hz > 0 ? (double)graph->lost / graph->hz : 0;
    if (lost >= LEAST_LOST && (double)graph->lost * 99 >= found)
        pp_complain(
            "warning: another %.2f s of CPU time have no sample: of threads that ended soon, "
            "blocked the signal or never reached profiled code, or for want of memory",
            lost);
    if (graph->lost_targets)
        pp_complain("warning: it is not known what %" PRIu64 " calls through pointers called;"
                    " compile with -fplugin-arg-pathprof-targets=count",
                    graph->lost_targets);
}

/* TIMES is NULL without --contexts. */
static void print(const struct pp_callgraph *graph, const struct pp_context_times *times,
                  const struct pp_settings *settings)
{
    bool both = settings->flat == settings->graph;
    if (settings->json) {
        pp_callgraph_json(graph, times);
        return;
    }
    if (settings->callgrind) {
        pp_callgraph_callgrind(graph);
        return;
    }
    if (settings->dot) {
        pp_callgraph_dot(graph, settings->top);
        return;
    }
    if (settings->flat || both)
        pp_print_flat(graph, settings->top, settings->brief);
    if (both)
        printf("\f\n");
    if (settings->graph || both)
        pp_print_graph(graph, settings->top, settings->brief);
    if (times)
        pp_print_context_times(graph, times, settings->top, settings->brief);
}

/* One form of output alone, and --contexts only where it has a part.  Complains of others. */
static bool can_have(const struct pp_settings *settings)
{
    const struct {
        bool given;
        const char *name;
    } forms[] = {
        {settings->json, "json"}, {settings->callgrind, "callgrind"}, {settings->dot, "dot"}};
    const char *form = NULL;
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        if (form && forms[i].given) {
            pp_complain("callgraph: --%s and --%s are two forms; give one of them", form,
                        forms[i].name);
            return false;
        }
        if (forms[i].given)
            form = forms[i].name;
    }
    if (settings->from && settings->only) {
        pp_complain("callgraph: --from and --only exclude each other");
        return false;
    }
    const char *part = settings->from ? "from" : settings->only ? "only" : NULL;
    if (part && (settings->callgrind || settings->contexts)) {
        pp_complain("callgraph: --%s has no part of a graph; leave out --%s",
                    settings->callgrind ? "callgrind" : "contexts", part);
        return false;
    }
    if (settings->contexts && form && !settings->json) {
        pp_complain(
            "callgraph: --%s has no times by contexts; leave out --contexts, or give --json", form);
        return false;
    }
    return true;
}

static enum pp_status run(const struct pp_settings *settings)
{
    struct pp_load load;
    struct pp_callgraph graph;
    struct pp_context_times times = {0};
    struct pp_filter filter;
    if (!can_have(settings))
        return PP_USAGE;
    enum pp_status status = pp_filter_load(&filter, &load, settings, false);
    if (status != PP_OK)
        return status;
    pp_infer_aloud(&load);
    pp_callgraph_make(&graph, &load, pp_whole_names(settings) || settings->callgrind);
    if (settings->from || settings->only)
        status = pp_callgraph_reach(&graph, settings->from ? settings->from : settings->only,
                                    settings->only != NULL);
    if (status == PP_OK)
        pp_callgraph_filter(&graph, &filter);
    if (settings->contexts && !pp_context_times_make(&times, &graph, settings->contexts))
        status = PP_BAD_INPUT;
    if (status == PP_OK) {
        warn(&graph);
        print(&graph, settings->contexts ? &times : NULL, settings);
    }
    pp_context_times_free(&times);
    pp_callgraph_free(&graph);
    pp_unload(&load);
    pp_filter_free(&filter);
    return status;
}

const struct pp_command pp_callgraph_command = {
    .name = "callgraph",
    .names = true,
    .filters = true,
    .defaults = {.modules = true},
    .summary = "gprof's flat profile and call graph, with exact counts",
    .options = options,
    .run = run,
};

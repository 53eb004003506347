/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From a profile to a call graph: arcs from the counts of calls, times from samples. */
#define _GNU_SOURCE /* qsort_r */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/path-names.h"
#include "core/base/text.h"
#include "core/profile/indirect-calls.h"
#include "tool/callgraph/callgraph.h"
#include "tool/load/load.h"
#include "tool/names/names.h"
#include "tool/path/called-procs.h"
#include "tool/path/route.h"

/* The call at vertex CALL entered CALLEE. */
static void add_site(struct pp_callgraph *graph, uint32_t call, uint32_t callee, uint64_t count)
{
    const struct pp_graph *g = &graph->load->notes.graph;
    if (callee == PP_NONE || count == 0)
        return;
    graph->sites =
        pp_grow(graph->sites, &graph->cap_sites, graph->num_sites, 1, sizeof *graph->sites);
    graph->sites[graph->num_sites++] = (struct pp_call_site){.caller = g->vertices[call].proc,
                                                             .callee = callee,
                                                             .line = pp_line_within(g, call),
                                                             .call = call,
                                                             .count = count};
}

/* The function that CALLED, of the indirect call C, entered. */
static uint32_t target_of(const struct pp_graph *g, struct pp_called_procs *callees, uint32_t c,
                          const struct pp_called *called)
{
    if (called->target == PP_NONE)
        return PP_NONE;
    const struct pp_target *target = &g->targets[called->target];
    return target->proc != PP_NONE
               ? target->proc
               : pp_callee_of_name(callees, g->vertices[c].proc, target->symbol);
}

static void add_indirect(struct pp_callgraph *graph, struct pp_called_procs *callees, uint32_t c)
{
    const struct pp_profile *profile = &graph->load->profile;
    const struct pp_called *targets;
    size_t num = pp_targets_of(profile, c, &targets);
    uint64_t known = 0, count = profile->vertex_counts[c];
    for (size_t i = 0; i < num; i++) {
        add_site(graph, c, target_of(&graph->load->notes.graph, callees, c, &targets[i]),
                 targets[i].count);
        known = pp_add(known, targets[i].count);
    }
    if (count > known)
        graph->lost_targets = pp_add(graph->lost_targets, count - known);
}

static int by_ends(const void *a, const void *b)
{
    const struct pp_call_site *x = a, *y = b;
    if (x->caller != y->caller)
        return x->caller < y->caller ? -1 : 1;
    return (x->callee > y->callee) - (x->callee < y->callee);
}

static int by_place(const void *a, const void *b)
{
    const struct pp_call_site *x = a, *y = b;
    int order = by_ends(a, b);
    if (order)
        return order;
    if (x->line.file != y->line.file)
        return x->line.file < y->line.file ? -1 : 1;
    if (x->line.line != y->line.line)
        return x->line.line < y->line.line ? -1 : 1;
    return (x->call > y->call) - (x->call < y->call);
}

/* By procedure: how often the sites entered it; malloc'd. */
static uint64_t *known_calls(const struct pp_callgraph *graph)
{
    uint64_t *known = pp_xcalloc((size_t)graph->load->notes.graph.num_procs + 1, sizeof *known);
    for (uint32_t s = 0; s < graph->num_sites; s++)
        known[graph->sites[s].callee] =
            pp_add(known[graph->sites[s].callee], graph->sites[s].count);
    return known;
}

static void find_sites(struct pp_callgraph *graph)
{
    const struct pp_graph *g = &graph->load->notes.graph;
    struct pp_called_procs callees;
    pp_called_procs_make(&callees, graph->load, &graph->names);
    for (uint32_t c = 0; c < g->num_vertices; c++) {
        const struct pp_vertex *call = &g->vertices[c];
        if (call->kind != PP_CALL)
            continue;
        if (call->flags & PP_V_INDIRECT)
            add_indirect(graph, &callees, c);
        else if (call->callee)
            add_site(graph, c, pp_callee_of(&callees, c), graph->load->profile.vertex_counts[c]);
    }
    pp_called_procs_free(&callees);
    if (graph->num_sites)
        qsort(graph->sites, graph->num_sites, sizeof *graph->sites, by_place);
}

/* Calls into other modules were found by name alone.  If they and the others would have entered a function more often
   than it was entered, it is not what some of them called: it is not known then whose they are. */
static void doubt_other_modules(struct pp_callgraph *graph)
{
    const struct pp_load *load = graph->load;
    uint32_t num = 0;
    if (load->num_modules == 1)
        return;
    uint64_t *known = known_calls(graph);
    for (uint32_t s = 0; s < graph->num_sites; s++) {
        const struct pp_call_site *site = &graph->sites[s];
        if (known[site->callee] <= load->profile.calls[site->callee] ||
            pp_module_of(load, site->caller) == pp_module_of(load, site->callee))
            graph->sites[num++] = *site;
    }
    graph->num_sites = num;
    free(known);
}

/* An arc for the sites of each caller and callee: all arcs there are, in pp_gprof's order. */
static struct pp_gprof_arc *find_arcs(struct pp_callgraph *graph, uint32_t *num)
{
    size_t most = (size_t)graph->num_sites + 1;
    struct pp_gprof_arc *arcs = pp_xmalloc(most * sizeof *arcs);
    graph->first_site = pp_xmalloc(most * sizeof *graph->first_site);
    *num = 0;
    for (uint32_t s = 0; s < graph->num_sites; s++) {
        const struct pp_call_site *site = &graph->sites[s];
        if (s == 0 || by_ends(site, site - 1) != 0) {
            graph->first_site[*num] = s;
            arcs[(*num)++] = (struct pp_gprof_arc){.caller = site->caller, .callee = site->callee};
        }
        arcs[*num - 1].count = pp_add(arcs[*num - 1].count, site->count);
    }
    graph->first_site[*num] = graph->num_sites;
    return arcs;
}

/* What entered a procedure and no site tells of came from outside. */
static void find_spontaneous(struct pp_callgraph *graph)
{
    uint32_t num = graph->load->notes.graph.num_procs;
    uint64_t *known = known_calls(graph);
    for (uint32_t p = 0; p < num; p++) {
        uint64_t calls = graph->load->profile.calls[p];
        graph->gprof.functions[p].spontaneous = calls > known[p] ? calls - known[p] : 0;
    }
    free(known);
}

/* The order of gprof's cmp_total: by time; cycles before functions, names with an underscore last,
   by calls, by name. */
static int by_time(const void *a, const void *b, void *context)
{
    const struct pp_callgraph *graph = context;
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b, n = graph->gprof.num_functions;
    double difference = pp_time_of(graph, x) - pp_time_of(graph, y);
    if (difference < 0 || difference > 0)
        return difference < 0 ? 1 : -1;
    if (x >= n || y >= n)
        return x >= n && y >= n ? (x > y) - (x < y) : x >= n ? -1 : 1;
    const char *name = graph->functions[x].name, *other = graph->functions[y].name;
    if ((name[0] == '_') != (other[0] == '_'))
        return name[0] == '_' ? 1 : -1;
    uint64_t calls = graph->gprof.functions[x].calls, others = graph->gprof.functions[y].calls;
    if (calls != others)
        return calls > others ? -1 : 1;
    int order = strcmp(name, other);
    return order ? order : (x > y) - (x < y);
}

static void find_order(struct pp_callgraph *graph)
{
    const struct pp_gprof *gprof = &graph->gprof;
    size_t most = (size_t)gprof->num_functions + gprof->num_cycles;
    graph->order = pp_xmalloc((most + 1) * sizeof *graph->order);
    graph->cycle_index = pp_xcalloc((size_t)gprof->num_cycles + 1, sizeof *graph->cycle_index);
    for (uint32_t i = 0; i < most; i++) {
        if (i >= gprof->num_functions || pp_took_part(graph, i))
            graph->order[graph->num_order++] = i;
    }
    qsort_r(graph->order, graph->num_order, sizeof *graph->order, by_time, graph);
    for (uint32_t k = 0; k < graph->num_order; k++) {
        uint32_t i = graph->order[k];
        if (i < gprof->num_functions)
            graph->functions[i].index = k + 1;
        else
            graph->cycle_index[i - gprof->num_functions] = k + 1;
    }
}

/* "part (libpart.so)": of other modules than the program, with their names; malloc'd. */
static char *name_of(const struct pp_callgraph *graph, uint32_t p)
{
    char *name = pp_proc_name(&graph->names, p);
    uint32_t m = pp_module_of(graph->load, p);
    if (m > 0)
        pp_append(&name, " (%s)", pp_last_part(graph->load->modules[m].file));
    return name;
}

void pp_callgraph_make(struct pp_callgraph *graph, const struct pp_load *load, bool whole)
{
    uint32_t num_arcs;
    *graph = (struct pp_callgraph){.load = load};
    pp_names_make(&graph->names, &load->notes, whole);
    for (uint32_t p = 0; p < load->notes.graph.num_procs; p++)
        pp_callgraph_add(graph, name_of(graph, p), p);
    find_sites(graph);
    doubt_other_modules(graph);
    find_spontaneous(graph);
    pp_callgraph_times(graph, load->samples);
    struct pp_gprof_arc *arcs = find_arcs(graph, &num_arcs);
    pp_gprof_make(&graph->gprof, graph->gprof.functions, graph->gprof.num_functions, arcs,
                  num_arcs);
    find_order(graph);
}

void pp_callgraph_free(struct pp_callgraph *graph)
{
    for (uint32_t i = 0; i < graph->gprof.num_functions; i++)
        free(graph->functions[i].name);
    free(graph->functions);
    free(graph->sites);
    free(graph->first_site);
    free(graph->order);
    free(graph->cycle_index);
    free(graph->left_out);
    pp_gprof_free(&graph->gprof);
    pp_names_free(&graph->names);
}

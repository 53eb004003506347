/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The call graph as JSON. */
#include <inttypes.h>
#include <stdio.h>

#include "tool/callgraph/callgraph-contexts.h"
#include "tool/print/json.h"

static double seconds(const struct pp_callgraph *graph, double samples)
{
    return graph->hz > 0 ? samples / graph->hz : 0;
}

/* Times are there if the profile has samples. */
static void set_times(json_t *it, const struct pp_callgraph *graph, double self, double children)
{
    if (graph->hz <= 0)
        return;
    json_object_set_new(it, "self", json_real(seconds(graph, self)));
    json_object_set_new(it, "children", json_real(seconds(graph, children)));
}

static json_t *function_json(const struct pp_callgraph *graph, uint32_t i)
{
    const struct pp_called_function *function = &graph->functions[i];
    const struct pp_gprof_function *times = &graph->gprof.functions[i];
    const struct pp_graph *g = &graph->load->notes.graph;
    json_t *it = json_object();
    json_object_set_new(it, "index", json_integer(function->index));
    json_object_set_new(it, "name", pp_json_text(function->name));
    uint32_t module = function->proc == PP_NONE ? 0 : pp_module_of(graph->load, function->proc);
    if (module > 0)
        json_object_set_new(it, "module", pp_json_text(graph->load->modules[module].file));
    if (function->proc != PP_NONE) {
        const struct pp_proc *proc = &g->procs[function->proc];
        json_object_set_new(it, "symbol", pp_json_text(pp_text(g, proc->name)));
        json_object_set_new(it, "file", pp_json_text(pp_text(g, proc->file)));
        json_object_set_new(it, "line", json_integer(proc->line));
        json_object_set_new(it, "calls", pp_json_count(times->calls));
        json_object_set_new(it, "self_calls", pp_json_count(times->self_calls));
        json_object_set_new(it, "spontaneous", pp_json_count(times->spontaneous));
    }
    if (times->cycle != PP_NONE)
        json_object_set_new(it, "cycle", json_integer(times->cycle + 1));
    set_times(it, graph, times->self, times->children);
    return it;
}

static json_t *cycle_json(const struct pp_callgraph *graph, uint32_t c)
{
    const struct pp_gprof_cycle *cycle = &graph->gprof.cycles[c];
    json_t *it = json_object(), *members = json_array();
    json_object_set_new(it, "index", json_integer(graph->cycle_index[c]));
    json_object_set_new(it, "cycle", json_integer(c + 1));
    json_object_set_new(it, "calls", pp_json_count(cycle->calls));
    json_object_set_new(it, "inner_calls", pp_json_count(cycle->inner));
    set_times(it, graph, cycle->self, cycle->children);
    for (uint32_t k = 0; k < cycle->num; k++) {
        uint32_t member = graph->gprof.members[cycle->first + k];
        if (!graph->left_out || !graph->left_out[member])
            json_array_append_new(members, json_integer(graph->functions[member].index));
    }
    json_object_set_new(it, "members", members);
    return it;
}

/* Where the calls of arc A are made. */
static json_t *sites_json(const struct pp_callgraph *graph, uint32_t a)
{
    const struct pp_graph *g = &graph->load->notes.graph;
    json_t *sites = json_array();
    for (uint32_t s = graph->first_site[a]; s < graph->first_site[a + 1]; s++) {
        const struct pp_call_site *site = &graph->sites[s];
        json_t *it = json_object();
        json_object_set_new(it, "file", pp_json_text(pp_text(g, site->line.file)));
        json_object_set_new(it, "line", json_integer(site->line.line));
        json_object_set_new(it, "indirect",
                            json_boolean(g->vertices[site->call].flags & PP_V_INDIRECT));
        json_object_set_new(it, "calls", pp_json_count(site->count));
        json_array_append_new(sites, it);
    }
    return sites;
}

void pp_callgraph_json(const struct pp_callgraph *graph, const struct pp_context_times *times)
{
    const struct pp_gprof *gprof = &graph->gprof;
    json_t *root = pp_json_start("callgraph", graph->load);
    json_t *functions = json_array(), *cycles = json_array(), *arcs = json_array();
    if (graph->hz > 0) {
        json_object_set_new(root, "sample_seconds", json_real(1 / graph->hz));
        json_object_set_new(root, "seconds", json_real(seconds(graph, gprof->total)));
        json_object_set_new(root, "runtime_seconds", json_real(seconds(graph, graph->runtime)));
        json_object_set_new(root, "looks", pp_json_count(graph->looks));
        json_object_set_new(root, "lost_samples", pp_json_count(graph->lost));
    }
    for (uint32_t k = 0; k < graph->num_order; k++) {
        uint32_t i = graph->order[k];
        if (i >= gprof->num_functions) {
            json_array_append_new(cycles, cycle_json(graph, i - gprof->num_functions));
            continue;
        }
        json_t *it = function_json(graph, i);
        if (times && graph->hz > 0)
            json_object_set_new(it, "contexts", json_real(seconds(graph, times->functions[i])));
        json_array_append_new(functions, it);
    }
    for (uint32_t a = 0; a < gprof->num_arcs; a++) {
        const struct pp_gprof_arc *arc = &gprof->arcs[a];
        if (graph->left_out && (graph->left_out[arc->caller] || graph->left_out[arc->callee]))
            continue;
        json_t *it = json_object();
        json_object_set_new(it, "caller", json_integer(graph->functions[arc->caller].index));
        json_object_set_new(it, "callee", json_integer(graph->functions[arc->callee].index));
        json_object_set_new(it, "calls", pp_json_count(arc->count));
        json_object_set_new(it, "sites", sites_json(graph, a));
        set_times(it, graph, arc->self, arc->children);
        if (times && graph->hz > 0 && !pp_gprof_is_inner(gprof, arc))
            json_object_set_new(it, "contexts", json_real(seconds(graph, times->arcs[a])));
        json_array_append_new(arcs, it);
    }
    json_object_set_new(root, "functions", functions);
    json_object_set_new(root, "cycles", cycles);
    json_object_set_new(root, "arcs", arcs);
    pp_json_finish(root);
}

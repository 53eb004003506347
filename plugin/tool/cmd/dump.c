/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pathprof dump: all that the notes and the data say, for tests and for the curious. */
#include <inttypes.h>
#include <stdio.h>

#include "core/base/text.h"
#include "core/number/path.h"
#include "core/transform/collapse.h"
#include "tool/cmd/commands.h"
#include "tool/cmd/dump-text.h"
#include "tool/load/load.h"
#include "tool/load/options.h"
#include "tool/names/filter.h"
#include "tool/names/names.h"
#include "tool/path/route.h"
#include "tool/print/json.h"
#include "tool/print/sampled.h"
#include "tool/print/site-values.h"

static const struct pp_option options[] = {
    {0, NULL, PP_FLAG, 0, NULL, NULL, NULL},
};

static json_t *vertex_flags(unsigned flags)
{
    json_t *names = json_array();
    if (flags & PP_V_RESTART)
        json_array_append_new(names, json_string("restart"));
    if (flags & PP_V_FORKED)
        json_array_append_new(names, json_string("forked"));
    if (flags & PP_V_MAY_LEAVE)
        json_array_append_new(names, json_string("may_leave"));
    if (flags & PP_V_GOTO)
        json_array_append_new(names, json_string("goto"));
    if (flags & PP_V_INDIRECT)
        json_array_append_new(names, json_string("indirect"));
    return names;
}

/* NUM paths or, where a word is too small for that, EXACT. */
static json_t *num_paths_json(const struct pp_dump_at *d, uint64_t num, uint32_t exact)
{
    return num == UINT64_MAX ? pp_json_text(pp_text(&d->load->notes.graph, exact))
                             : pp_json_number(num);
}

static json_t *linear_json(struct pp_linear f)
{
    json_t *it = json_object();
    json_object_set_new(it, "a", pp_json_num(f.a));
    json_object_set_new(it, "b", pp_json_num(f.b));
    return it;
}

static json_t *vertex_json(const struct pp_dump_at *d, uint32_t v)
{
    const struct pp_graph *g = &d->load->notes.graph;
    const struct pp_vertex *vertex = &g->vertices[v];
    json_t *it = json_object();
    json_object_set_new(it, "id", json_integer(v - d->vertex_base));
    json_object_set_new(it, "kind", json_string(pp_vertex_kind_name(vertex->kind)));
    json_object_set_new(it, "block", json_integer(vertex->block));
    json_object_set_new(it, "flags", vertex_flags(vertex->flags));
    json_object_set_new(it, "stmts", json_integer(vertex->stmts));
    json_object_set_new(it, "callee",
                        vertex->callee ? pp_json_text(pp_text(g, vertex->callee)) : json_null());
    json_object_set_new(it, "lines", pp_json_lines(g, v));
    json_object_set_new(it, "count", pp_json_vertex_count(&d->load->profile, v));
    pp_json_values(&d->load->profile, v, it);
    if (pp_is_labelled(d))
        json_object_set_new(it, "psi", linear_json(d->load->profile.numbering.psi[v]));
    if (vertex->wanted_k) {
        json_object_set_new(it, "k", json_integer(vertex->k ? vertex->k : 1));
        json_object_set_new(it, "wanted_k", json_integer(vertex->wanted_k));
    }
    if (pp_is_collapsed(g, v)) {
        json_object_set_new(it, "collapsed", json_true());
        if (pp_is_labelled(d))
            json_object_set_new(it, "step_psi", linear_json(d->load->profile.numbering.step[v]));
    }
    return it;
}

static json_t *edge_id(const struct pp_dump_at *d, uint32_t e)
{
    return e == PP_NONE ? json_null() : json_integer(e - d->edge_base);
}

static json_t *edge_json(const struct pp_dump_at *d, uint32_t e)
{
    const struct pp_graph *g = &d->load->notes.graph;
    const struct pp_edge *edge = &g->edges[e];
    json_t *it = json_object();
    json_object_set_new(it, "id", edge_id(d, e));
    json_object_set_new(it, "from", json_integer(edge->from - d->vertex_base));
    json_object_set_new(it, "to", json_integer(edge->to - d->vertex_base));
    json_object_set_new(it, "kind", json_string(pp_edge_kind_name(edge->kind)));
    json_object_set_new(it, "flags", pp_json_edge_flags(g, e));
    json_object_set_new(it, "weight", json_real(edge->weight));
    json_object_set_new(it, "origin", edge_id(d, edge->origin));
    json_object_set_new(it, "ends", edge_id(d, edge->ends));
    json_object_set_new(it, "begins", edge_id(d, edge->begins));
    json_object_set_new(it, "count", pp_json_edge_count(&d->load->profile, e));
    if (pp_is_labelled(d) && pp_has_label(g, e)) {
        struct pp_linear rho = d->load->profile.numbering.rho[e];
        json_object_set_new(it, "rho", linear_json(rho));
        json_object_set_new(it, "label", pp_json_num(rho.b));
    } else {
        json_object_set_new(it, "label", json_null());
    }
    return it;
}

static json_t *path_json(const struct pp_dump_at *d, const struct pp_path *path)
{
    const struct pp_graph *g = &d->load->notes.graph;
    const struct pp_proc *proc = &g->procs[path->proc];
    json_t *it = json_object(), *vertices = json_array(), *edges = json_array();
    json_array_append_new(vertices, json_integer(g->edges[path->edges[0]].from - d->vertex_base));
    for (uint32_t i = 0; i < path->num_edges; i++) {
        json_array_append_new(edges, edge_id(d, path->edges[i]));
        json_array_append_new(vertices, json_integer(g->edges[path->edges[i]].to - d->vertex_base));
    }
    json_object_set_new(it, "number", pp_json_num(path->number));
    json_object_set_new(it, "count", pp_json_count(path->count));
    json_object_set_new(it, "stmts", pp_json_count(path->stmts));
    if (proc->storage == PP_STORE_UNIT || path->active) {
        json_object_set_new(it, "prefix_stmts", pp_json_count(path->prefix_stmts));
        json_object_set_new(it, "active", json_integer(path->active));
    }
    if (proc->storage == PP_STORE_UNIT)
        json_object_set_new(it, "function", json_integer(proc->index));
    json_object_set_new(it, "vertices", vertices);
    json_object_set_new(it, "edges", edges);
    return it;
}

static void append_count(json_t *counts, struct pp_num number, uint64_t count)
{
    json_t *pair = json_array();
    json_array_append_new(pair, pp_json_num(number));
    json_array_append_new(pair, pp_json_count(count));
    json_array_append_new(counts, pair);
}

/* What the data file has: [[path number or counter, count], ...]. */
static json_t *counts_json(const struct pp_dump_at *d)
{
    const struct pp_graph *g = &d->load->notes.graph;
    const struct pp_proc *proc = &g->procs[d->proc];
    json_t *counts = json_array();
    for (size_t i = d->path; i < d->path_end; i++)
        append_count(counts, d->load->profile.paths[i].number, d->load->profile.paths[i].count);
    uint64_t counter = 0;
    for (uint32_t e = proc->first_edge; e < proc->first_edge + proc->num_edges; e++) {
        if (proc->storage != PP_STORE_EDGES || !(g->edges[e].flags & PP_E_COUNTED))
            continue;
        uint64_t count = d->load->profile.edge_counts[e];
        if (count > 0)
            append_count(counts, pp_word(counter), count);
        counter++;
    }
    return counts;
}

/* What numbers the edges out of Entry_global, and into Exit_global, have. */
static void set_labels(const struct pp_dump_at *d, json_t *it)
{
    const struct pp_proc *proc = &d->load->notes.graph.procs[d->proc];
    const struct pp_proc_label *label = &d->load->profile.numbering.procs[d->proc];
    json_object_set_new(it, "root", json_boolean(proc->root));
    json_object_set_new(it, "outside", json_boolean(proc->outside));
    json_object_set_new(it, "root_value", pp_json_num(label->root_value));
    json_object_set_new(it, "gentry_value", pp_json_num(label->gentry_value));
    json_object_set_new(it, "unbalanced", pp_json_num(label->unbalanced));
}

static json_t *proc_json(const struct pp_dump_at *d)
{
    const struct pp_graph *g = &d->load->notes.graph;
    const struct pp_proc *proc = &g->procs[d->proc];
    json_t *it = json_object();
    const char *exact = pp_text(g, proc->exact_paths);
    json_object_set_new(it, "unit", pp_json_text(d->load->notes.units[proc->unit].name));
    json_object_set_new(it, "name", pp_json_text(pp_text(g, proc->pretty)));
    json_object_set_new(it, "symbol", pp_json_text(pp_text(g, proc->name)));
    json_object_set_new(it, "file", pp_json_text(pp_text(g, proc->file)));
    json_object_set_new(it, "line", json_integer(proc->line));
    json_object_set_new(it, "index", json_integer(proc->index));
    json_object_set_new(it, "checksum", json_sprintf("0x%016" PRIx64, proc->checksum));
    json_object_set_new(it, "storage", json_string(pp_storage_name(proc->storage)));
    json_object_set_new(it, "why", pp_json_text(pp_text(g, proc->why)));
    json_object_set_new(it, "num_paths", num_paths_json(d, proc->num_paths, proc->exact_paths));
    json_object_set_new(it, "exact_paths",
                        *exact ? pp_json_text(exact) : pp_json_number(proc->num_paths));
    json_object_set_new(it, "calls", pp_json_count(d->load->profile.calls[d->proc]));
    json_object_set_new(it, "by_callers", json_boolean(proc->by_callers));
    if (proc->storage == PP_STORE_UNIT)
        set_labels(d, it);
    json_object_set_new(it, "entry", json_integer(proc->entry - d->vertex_base));
    json_object_set_new(it, "exit", json_integer(proc->exit - d->vertex_base));
    json_t *vertices = json_array(), *edges = json_array(), *paths = json_array();
    for (uint32_t v = proc->first_vertex; v < proc->first_vertex + proc->num_vertices; v++) {
        json_array_append_new(vertices, vertex_json(d, v));
        for (uint32_t e = g->vertices[v].first_out; e != PP_NONE; e = g->edges[e].next_out)
            json_array_append_new(edges, edge_json(d, e));
    }
    for (size_t i = d->path; i < d->path_end && proc->storage != PP_STORE_UNIT; i++)
        json_array_append_new(paths, path_json(d, &d->load->profile.paths[i]));
    json_object_set_new(it, "vertices", vertices);
    json_object_set_new(it, "edges", edges);
    json_object_set_new(it, "counts", counts_json(d));
    json_object_set_new(it, "paths", paths);
    return it;
}

/* The executed paths of unit U, an interprocedural mode's. */
static json_t *unit_paths(const struct pp_load *load, uint32_t u)
{
    const struct pp_graph *g = &load->notes.graph;
    const struct pp_unit *unit = &load->notes.units[u];
    struct pp_dump_at d = {.load = load, .proc = unit->first_proc};
    json_t *paths = json_array();
    if (unit->num_procs) {
        d.vertex_base = g->procs[unit->first_proc].first_vertex;
        d.edge_base = g->procs[unit->first_proc].first_edge;
    }
    for (size_t i = 0; i < load->profile.num_paths; i++)
        if (g->procs[load->profile.paths[i].proc].unit == u)
            json_array_append_new(paths, path_json(&d, &load->profile.paths[i]));
    return paths;
}

static json_t *unit_json(const struct pp_load *load, uint32_t u)
{
    const struct pp_unit *unit = &load->notes.units[u];
    const struct pp_dump_at d = {.load = load};
    json_t *it = json_object();
    json_object_set_new(it, "name", pp_json_text(unit->name));
    json_object_set_new(it, "directory", pp_json_text(unit->directory));
    json_object_set_new(it, "command", pp_json_text(unit->command));
    json_object_set_new(it, "stamp", json_sprintf("0x%016" PRIx64, unit->stamp));
    json_object_set_new(it, "mode", json_string(pp_mode_name(unit->params.mode)));
    json_object_set_new(it, "max_paths", pp_json_number(unit->params.max_paths));
    json_object_set_new(it, "array_limit", pp_json_number(unit->params.array_limit));
    json_object_set_new(it, "pending", json_boolean(unit->params.pending));
    if (pp_mode_row(unit->params.mode)->crosses_calls) {
        json_object_set_new(it, "storage", json_string(pp_storage_name(unit->storage)));
        json_object_set_new(it, "wide", json_integer(unit->params.wide));
        json_object_set_new(it, "num_paths",
                            num_paths_json(&d, unit->num_paths, unit->exact_paths));
        json_object_set_new(it, "paths", unit_paths(load, u));
    }
    return it;
}

static void dump(const struct pp_load *load, const struct pp_filter *filter, json_t *functions)
{
    const struct pp_graph *g = &load->notes.graph;
    struct pp_dump_at d = {.load = load};
    struct pp_names names; /* for the filter; all names are whole here */
    pp_names_make(&names, &load->notes, true);
    pp_filter_check(filter, &names, load->program);
    uint32_t unit = PP_NONE;
    for (d.proc = 0; d.proc < g->num_procs; d.proc++) {
        const struct pp_proc *proc = &g->procs[d.proc];
        if (proc->unit != unit) {
            unit = proc->unit;
            d.vertex_base = proc->first_vertex;
            d.edge_base = proc->first_edge;
            if (!functions)
                pp_dump_unit(&load->notes.graph, &load->notes.units[unit]);
        }
        for (d.path = d.path_end;
             d.path_end < load->profile.num_paths && load->profile.paths[d.path_end].proc == d.proc;
             d.path_end++)
            ;
        if (!pp_filter_match(filter, &names, d.proc))
            continue;
        if (functions)
            json_array_append_new(functions, proc_json(&d));
        else
            pp_dump_proc(&d);
    }
    pp_names_free(&names);
}

static enum pp_status run(const struct pp_settings *settings)
{
    struct pp_load load;
    struct pp_filter filter;
    enum pp_status wrong = pp_filter_load(&filter, &load, settings, true);
    if (wrong != PP_OK)
        return wrong;
    if (settings->json) {
        json_t *root = pp_json_start("dump", &load);
        json_t *units = json_array(), *functions = json_array();
        for (uint32_t u = 0; u < load.notes.num_units; u++)
            json_array_append_new(units, unit_json(&load, u));
        dump(&load, &filter, functions);
        json_object_set_new(root, "units", units);
        json_object_set_new(root, "functions", functions);
        json_object_set_new(root, "samples", pp_samples_json(load.samples, true));
        pp_json_finish(root);
    } else {
        dump(&load, &filter, NULL);
        pp_print_samples(load.samples);
    }
    pp_filter_free(&filter);
    pp_unload(&load);
    return PP_OK;
}

const struct pp_command pp_dump = {
    .name = "dump",
    .filters = true,
    .summary = "all that the notes and the data say, with every flag and label",
    .options = options,
    .run = run,
};

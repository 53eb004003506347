/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pathprof dump: all that the notes and the data say, for tests and for the curious. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/base/text.h"
#include "core/number/path.h"
#include "core/transform/collapse.h"
#include "core/transform/split.h"
#include "tool/cmd/commands.h"
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

struct dump {
    const struct pp_load *load;
    uint32_t proc;
    uint32_t vertex_base, edge_base; /* of its unit: ids are those that the plugin gave */
    size_t path, path_end;           /* its executed paths in profile.paths */
};

static const char *storage_name(unsigned storage)
{
    static const char *const names[PP_STORES] = {
        [PP_STORE_ARRAY] = "array", [PP_STORE_TABLE] = "table", [PP_STORE_EDGES] = "edges",
        [PP_STORE_UNIT] = "unit",   [PP_STORE_NONE] = "none",   [PP_STORE_WIDE] = "wide"};
    return storage < PP_STORES ? names[storage] : "?";
}

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

/* The graph that is numbered is printed with its labels only if there are any. */
static bool labelled(const struct dump *d)
{
    unsigned storage = d->load->notes.graph.procs[d->proc].storage;
    return storage == PP_STORE_ARRAY || storage == PP_STORE_TABLE || storage == PP_STORE_UNIT;
}

/* NUM paths or, where a word is too small for that, EXACT. */
static json_t *num_paths_json(const struct dump *d, uint64_t num, uint32_t exact)
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

static json_t *vertex_json(const struct dump *d, uint32_t v)
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
    if (labelled(d))
        json_object_set_new(it, "psi", linear_json(d->load->profile.numbering.psi[v]));
    if (vertex->wanted_k) {
        json_object_set_new(it, "k", json_integer(vertex->k ? vertex->k : 1));
        json_object_set_new(it, "wanted_k", json_integer(vertex->wanted_k));
    }
    if (pp_is_collapsed(g, v)) {
        json_object_set_new(it, "collapsed", json_true());
        if (labelled(d))
            json_object_set_new(it, "step_psi", linear_json(d->load->profile.numbering.step[v]));
    }
    return it;
}

static json_t *edge_id(const struct dump *d, uint32_t e)
{
    return e == PP_NONE ? json_null() : json_integer(e - d->edge_base);
}

static bool has_value(const struct pp_graph *g, uint32_t e)
{
    return pp_live(g, e) || pp_is_again(&g->edges[e]);
}

static json_t *edge_json(const struct dump *d, uint32_t e)
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
    if (labelled(d) && has_value(g, e)) {
        struct pp_linear rho = d->load->profile.numbering.rho[e];
        json_object_set_new(it, "rho", linear_json(rho));
        json_object_set_new(it, "label", pp_json_num(rho.b));
    } else {
        json_object_set_new(it, "label", json_null());
    }
    return it;
}

static json_t *path_json(const struct dump *d, const struct pp_path *path)
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
static json_t *counts_json(const struct dump *d)
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
static void set_labels(const struct dump *d, json_t *it)
{
    const struct pp_proc *proc = &d->load->notes.graph.procs[d->proc];
    const struct pp_proc_label *label = &d->load->profile.numbering.procs[d->proc];
    json_object_set_new(it, "root", json_boolean(proc->root));
    json_object_set_new(it, "outside", json_boolean(proc->outside));
    json_object_set_new(it, "root_value", pp_json_num(label->root_value));
    json_object_set_new(it, "gentry_value", pp_json_num(label->gentry_value));
    json_object_set_new(it, "unbalanced", pp_json_num(label->unbalanced));
}

static json_t *proc_json(const struct dump *d)
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
    json_object_set_new(it, "storage", json_string(storage_name(proc->storage)));
    json_object_set_new(it, "why", pp_json_text(pp_text(g, proc->why)));
    json_object_set_new(it, "num_paths", num_paths_json(d, proc->num_paths, proc->exact_paths));
    json_object_set_new(it, "exact_paths",
                        *exact ? pp_json_text(exact) : pp_json_number(proc->num_paths));
    json_object_set_new(it, "calls", pp_json_count(d->load->profile.calls[d->proc]));
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
    struct dump d = {.load = load, .proc = unit->first_proc};
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
    const struct dump d = {.load = load};
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
        json_object_set_new(it, "storage", json_string(storage_name(unit->storage)));
        json_object_set_new(it, "wide", json_integer(unit->params.wide));
        json_object_set_new(it, "num_paths",
                            num_paths_json(&d, unit->num_paths, unit->exact_paths));
        json_object_set_new(it, "paths", unit_paths(load, u));
    }
    return it;
}

/* ---- The same for people. */

static void print_linear(const char *what, struct pp_linear f)
{
    char *a = pp_num_text(f.a), *b = pp_num_text(f.b);
    if (pp_is_zero(f.a))
        printf("%s=%s", what, b);
    else
        printf("%s=<%s,%s>", what, a, b);
    free(a);
    free(b);
}

static void print_edge(const struct dump *d, uint32_t e)
{
    const struct pp_graph *g = &d->load->notes.graph;
    const struct pp_edge *edge = &g->edges[e];
    printf("    e%" PRIu32 ": v%" PRIu32 " -> v%" PRIu32 " %s", e - d->edge_base,
           edge->from - d->vertex_base, edge->to - d->vertex_base, pp_edge_kind_name(edge->kind));
    json_t *flags = pp_json_edge_flags(g, e), *flag;
    size_t i;
    json_array_foreach(flags, i, flag) printf(" %s", json_string_value(flag));
    json_decref(flags);
    if (labelled(d) && has_value(g, e))
        print_linear(" rho", d->load->profile.numbering.rho[e]);
    printf(" weight=%g count=", edge->weight);
    if (pp_edge_known(&d->load->profile, e))
        printf("%" PRIu64 "\n", d->load->profile.edge_counts[e]);
    else
        printf("?\n");
}

static void print_vertex(const struct dump *d, uint32_t v)
{
    const struct pp_graph *g = &d->load->notes.graph;
    const struct pp_vertex *vertex = &g->vertices[v];
    printf("  v%" PRIu32 ": %s block=%" PRIu32 " stmts=%" PRIu32, v - d->vertex_base,
           pp_vertex_kind_name(vertex->kind), vertex->block, vertex->stmts);
    if (vertex->kind == PP_CALL)
        printf(" callee=%s", vertex->callee ? pp_text(g, vertex->callee) : "*");
    if (labelled(d))
        print_linear(" psi", d->load->profile.numbering.psi[v]);
    if (vertex->wanted_k)
        printf(" k=%d wanted_k=%d", vertex->k ? vertex->k : 1, vertex->wanted_k);
    if (pp_is_collapsed(g, v) && labelled(d))
        print_linear(" collapsed step_psi", d->load->profile.numbering.step[v]);
    for (uint32_t i = 0; i < vertex->num_lines; i++) {
        const struct pp_line *line = &g->lines[vertex->first_line + i];
        printf(" %s:%" PRIu32, pp_text(g, line->file), line->line);
    }
    printf("\n");
    pp_print_values(&d->load->profile, v);
    for (uint32_t e = vertex->first_out; e != PP_NONE; e = g->edges[e].next_out)
        print_edge(d, e);
}

static void print_proc(const struct dump *d)
{
    const struct pp_graph *g = &d->load->notes.graph;
    const struct pp_proc *proc = &g->procs[d->proc];
    const char *exact = pp_text(g, proc->exact_paths);
    printf("function %s (%s) index=%" PRIu32 " checksum=0x%016" PRIx64
           " storage=%s num_paths=%" PRIu64 "%s%s calls=%" PRIu64 "\n",
           pp_text(g, proc->pretty), pp_text(g, proc->name), proc->index, proc->checksum,
           storage_name(proc->storage), proc->num_paths, *exact ? " exact_paths=" : "", exact,
           d->load->profile.calls[d->proc]);
    if (proc->why)
        printf("  why: %s\n", pp_text(g, proc->why));
    for (uint32_t v = proc->first_vertex; v < proc->first_vertex + proc->num_vertices; v++)
        print_vertex(d, v);
    for (size_t i = d->path; i < d->path_end; i++) {
        const struct pp_path *path = &d->load->profile.paths[i];
        char *number = pp_num_text(path->number);
        printf("  path %s: count=%" PRIu64 ":", number, path->count);
        free(number);
        for (uint32_t k = 0; k < path->num_edges; k++)
            printf(" e%" PRIu32, path->edges[k] - d->edge_base);
        printf("\n");
    }
}

static void print_unit(const struct pp_graph *g, const struct pp_unit *unit)
{
    printf("unit %s stamp=0x%016" PRIx64 " mode=%s max_paths=%" PRIu64 " array_limit=%" PRIu64
           "\n  directory %s\n  made by %s\n",
           unit->name, unit->stamp, pp_mode_name(unit->params.mode), unit->params.max_paths,
           unit->params.array_limit, unit->directory, unit->command);
    if (pp_mode_row(unit->params.mode)->crosses_calls)
        printf("  storage=%s wide=%u num_paths=%" PRIu64 "%s%s\n", storage_name(unit->storage),
               unit->params.wide, unit->num_paths, unit->exact_paths ? " exact_paths=" : "",
               pp_text(g, unit->exact_paths));
}

static void dump(const struct pp_load *load, const struct pp_filter *filter, json_t *functions)
{
    const struct pp_graph *g = &load->notes.graph;
    struct dump d = {.load = load};
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
                print_unit(&load->notes.graph, &load->notes.units[unit]);
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
            print_proc(&d);
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

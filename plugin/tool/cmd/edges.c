/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pathprof edges: how often control took each edge. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "core/graph/dfs.h"
#include "core/lines/columns.h"
#include "tool/cmd/commands.h"
#include "tool/load/load.h"
#include "tool/load/options.h"
#include "tool/names/filter.h"
#include "tool/names/names.h"
#include "tool/path/route.h"
#include "tool/print/json.h"
#include "tool/print/view.h"

static const struct pp_option options[] = {
    {'a', "all", PP_FLAG, offsetof(struct pp_settings, all), NULL,
     "functions that were never called, too", NULL},
    {0, NULL, PP_FLAG, 0, NULL, NULL, NULL},
};

/* Malloc'd: "file:line" of the end of an edge; Entry and Exit by their names. */
static char *place(const struct pp_graph *g, uint32_t v, struct pp_line line)
{
    if (g->vertices[v].kind == PP_ENTRY)
        return pp_sentence("Entry");
    if (g->vertices[v].kind == PP_EXIT)
        return pp_sentence("Exit");
    if (line.line == 0)
        return pp_sentence("block %" PRIu32, g->vertices[v].block);
    return pp_sentence("%s:%" PRIu32, pp_text(g, line.file), line.line);
}

/* What kind of edge E is, in a word. */
static const char *kind_of(const struct pp_graph *g, uint32_t e)
{
    unsigned flags = g->edges[e].flags;
    const char *outcome = pp_outcome(g, e);
    if (*outcome)
        return outcome;
    if (flags & PP_E_NORETURN)
        return "noreturn";
    return g->edges[e].kind == PP_SUMMARY ? "call" : "";
}

static void print_edge(const struct pp_load *load, uint32_t e)
{
    const struct pp_graph *g = &load->notes.graph;
    const struct pp_edge *edge = &g->edges[e];
    char *from = place(g, edge->from, pp_last_line(g, edge->from));
    if (pp_column(g, edge->from))
        pp_append(&from, ":%" PRIu32, pp_column(g, edge->from));
    char *to = place(g, edge->to, pp_first_line(g, edge->to));
    const char *kind = kind_of(g, e);
    if (pp_edge_known(&load->profile, e))
        printf("%14" PRIu64, load->profile.edge_counts[e]);
    else
        printf("%14s", "-");
    printf("%c %s -> %s%s%s%s\n", pp_mark(load->unfinished.edges[e]), from, to, *kind ? "  " : "",
           kind, edge->flags & PP_E_BACK ? "  back" : "");
    free(from);
    free(to);
}

/* Returns whether a mark was printed. */
static bool print_proc(const struct pp_load *load, const struct pp_names *names, uint32_t p)
{
    const struct pp_graph *g = &load->notes.graph;
    const struct pp_proc *proc = &g->procs[p];
    char *name = pp_proc_name(names, p);
    printf("%s: called %" PRIu64 "%s time%s\n", name, load->profile.calls[p],
           load->unfinished.vertices[proc->entry] ? "+" : "", pp_s(load->profile.calls[p]));
    free(name);
    bool marked = load->unfinished.vertices[proc->entry] != 0;
    for (uint32_t v = proc->first_vertex; v < proc->first_vertex + proc->num_vertices; v++) {
        for (uint32_t e = g->vertices[v].first_out; e != PP_NONE; e = g->edges[e].next_out) {
            if (!pp_inside(&g->edges[e]))
                continue;
            print_edge(load, e);
            marked |= load->unfinished.edges[e] != 0;
        }
    }
    return marked;
}

static json_t *edge_json(const struct pp_load *load, uint32_t e, uint32_t first_vertex)
{
    const struct pp_graph *g = &load->notes.graph;
    const struct pp_edge *edge = &g->edges[e];
    struct pp_line from = pp_last_line(g, edge->from), to = pp_first_line(g, edge->to);
    json_t *it = json_object();
    json_object_set_new(it, "from", json_integer(edge->from - first_vertex));
    json_object_set_new(it, "to", json_integer(edge->to - first_vertex));
    json_object_set_new(it, "from_line", json_integer(from.line));
    if (pp_column(g, edge->from))
        json_object_set_new(it, "from_column", json_integer(pp_column(g, edge->from)));
    json_object_set_new(it, "to_line", json_integer(to.line));
    json_object_set_new(it, "kind", json_string(pp_edge_kind_name(edge->kind)));
    json_object_set_new(it, "flags", pp_json_edge_flags(g, e));
    json_object_set_new(it, "count", pp_json_edge_count(&load->profile, e));
    pp_json_mark(it, load->unfinished.edges[e]);
    return it;
}

static json_t *proc_json(const struct pp_load *load, const struct pp_names *names, uint32_t p)
{
    const struct pp_graph *g = &load->notes.graph;
    const struct pp_proc *proc = &g->procs[p];
    char *name = pp_proc_name(names, p);
    json_t *it = json_object();
    json_object_set_new(it, "name", pp_json_text(name));
    free(name);
    json_object_set_new(it, "symbol", pp_json_text(pp_text(g, proc->name)));
    json_object_set_new(it, "unit", pp_json_text(load->notes.units[proc->unit].name));
    json_object_set_new(it, "file", pp_json_text(pp_text(g, proc->file)));
    json_object_set_new(it, "line", json_integer(proc->line));
    json_object_set_new(it, "calls", pp_json_count(load->profile.calls[p]));
    pp_json_mark(it, load->unfinished.vertices[proc->entry]);
    json_t *vertices = json_array(), *edges = json_array();
    for (uint32_t v = proc->first_vertex; v < proc->first_vertex + proc->num_vertices; v++) {
        json_t *vertex = json_object();
        json_object_set_new(vertex, "id", json_integer(v - proc->first_vertex));
        json_object_set_new(vertex, "block", json_integer(g->vertices[v].block));
        json_object_set_new(vertex, "lines", pp_json_lines(g, v));
        json_object_set_new(vertex, "count", pp_json_vertex_count(&load->profile, v));
        pp_json_mark(vertex, load->unfinished.vertices[v]);
        json_array_append_new(vertices, vertex);
    }
    for (uint32_t v = proc->first_vertex; v < proc->first_vertex + proc->num_vertices; v++) {
        for (uint32_t e = g->vertices[v].first_out; e != PP_NONE; e = g->edges[e].next_out) {
            if (pp_inside(&g->edges[e]))
                json_array_append_new(edges, edge_json(load, e, proc->first_vertex));
        }
    }
    json_object_set_new(it, "vertices", vertices);
    json_object_set_new(it, "edges", edges);
    return it;
}

/* Has P run, as far as is known?  A process that was killed may not have left what it was called. */
static bool has_run(const struct pp_load *load, uint32_t p)
{
    const struct pp_proc *proc = &load->notes.graph.procs[p];
    bool run = load->profile.calls[p] > 0;
    for (uint32_t e = proc->first_edge; e < proc->first_edge + proc->num_edges && !run; e++)
        run = load->profile.edge_counts[e] > 0;
    return run;
}

static enum pp_status run(const struct pp_settings *settings)
{
    struct pp_load load;
    struct pp_filter filter;
    struct pp_names names;
    enum pp_status wrong = pp_filter_load(&filter, &load, settings, false);
    if (wrong != PP_OK)
        return wrong;
    pp_infer(&load);
    pp_names_make(&names, &load.notes, pp_whole_names(settings));
    pp_filter_check(&filter, &names, load.program);
    const struct pp_graph *g = &load.notes.graph;
    json_t *root = settings->json ? pp_json_start("edges", &load) : NULL;
    json_t *functions = json_array();
    bool marked = false;
    for (uint32_t p = 0; p < g->num_procs; p++) {
        if (g->procs[p].storage == PP_STORE_NONE || !pp_filter_match(&filter, &names, p))
            continue;
        if (root)
            json_array_append_new(functions, proc_json(&load, &names, p));
        else if (settings->all || has_run(&load, p))
            marked |= print_proc(&load, &names, p);
    }
    if (marked)
        pp_print_marks();
    if (root) {
        json_object_set(root, "functions", functions);
        pp_json_finish(root);
    }
    json_decref(functions);
    pp_names_free(&names);
    pp_filter_free(&filter);
    pp_unload(&load);
    return PP_OK;
}

const struct pp_command pp_edges = {
    .name = "edges",
    .names = true,
    .filters = true,
    .summary = "how often control took each edge of each function",
    .options = options,
    .run = run,
};

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pathprof graph: one function's graph, for Graphviz or as JSON, with its hot path. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/profile/hot.h"
#include "core/graph/dfs.h"
#include "tool/path/route.h"
#include "core/base/text.h"
#include "tool/path/walk.h"
#include "tool/print/view.h"
#include "core/number/path.h"

static const struct pp_option options[] = {
    {0, "dot", PP_FLAG, offsetof(struct pp_settings, dot), NULL, "print Graphviz dot (default)",
     NULL},
    {0, NULL, PP_FLAG, 0, NULL, NULL, NULL},
};

struct drawing {
    const struct pp_load *load;
    const struct pp_names *names;
    uint32_t proc;
    const struct pp_path *hot; /* NULL: none was executed, or the mode counts none */
    char *hot_name;            /* its number, or its name if it may have begun elsewhere */
    bool *edge_is_hot;         /* indexed by edge */
    bool *vertex_is_hot;       /* indexed by vertex */
};

/* Statements of the procedure that PATH executed; of a path that crosses calls others have a part,
   too. */
static uint64_t work_in(const struct drawing *d, const struct pp_path *path)
{
    const struct pp_graph *g = &d->load->notes.graph;
    uint64_t stmts = 0;
    for (uint32_t i = pp_active_begin(path); i < path->num_edges; i++) {
        const struct pp_vertex *vertex = &g->vertices[g->edges[path->edges[i]].to];
        if (vertex->proc == d->proc)
            stmts = pp_add(stmts, vertex->stmts);
    }
    return pp_times(stmts, path->count);
}

/* Marks what edge E of the hot path takes. */
static void mark(struct drawing *d, uint32_t e)
{
    const struct pp_graph *g = &d->load->notes.graph;
    uint32_t own = pp_program_edge(g, e);
    d->edge_is_hot[e] = true;
    if (own != PP_NONE)
        d->edge_is_hot[own] = true;
    if (g->edges[e].kind == PP_RETURN)
        d->edge_is_hot[pp_summary_of(g, e)] = true;
    if (g->edges[e].kind != PP_SURROGATE) {
        d->vertex_is_hot[g->edges[e].from] = true;
        d->vertex_is_hot[g->edges[e].to] = true;
    } else {
        /* It begins or ends in the middle: Entry and Exit are not on it. */
        d->vertex_is_hot[own == PP_NONE ? g->edges[e].to : g->edges[e].from] = true;
    }
}

/* Finds the path that executed most statements of the procedure, and marks its active-suffix. */
static void heat(struct drawing *d)
{
    const struct pp_profile *profile = &d->load->profile;
    const struct pp_graph *g = &profile->notes->graph;
    uint64_t most = 0;
    d->edge_is_hot = pp_xcalloc(g->num_edges + 1, sizeof *d->edge_is_hot);
    d->vertex_is_hot = pp_xcalloc(g->num_vertices + 1, sizeof *d->vertex_is_hot);
    for (size_t i = 0; i < profile->num_paths; i++) {
        const struct pp_path *path = &profile->paths[i];
        uint64_t work = work_in(d, path);
        if (work > most || (!d->hot && path->proc == d->proc)) {
            d->hot = path;
            most = work;
        }
    }
    for (uint32_t i = d->hot ? pp_active_begin(d->hot) : 0; d->hot && i < d->hot->num_edges; i++)
        mark(d, d->hot->edges[i]);
}

/* ---- dot. */

/* TEXT inside a quoted string of dot. */
static void print_quoted(const char *text)
{
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            putchar('\\');
        putchar((unsigned char)*text < ' ' ? ' ' : *text);
    }
}

/* The lines of vertex V: "12 13 17", a range where they follow each other. */
static void print_lines(const struct pp_graph *g, uint32_t v)
{
    const struct pp_vertex *vertex = &g->vertices[v];
    const struct pp_line *lines = g->lines + vertex->first_line;
    for (uint32_t i = 0, end; i < vertex->num_lines; i = end) {
        for (end = i + 1; end < vertex->num_lines && lines[end].file == lines[i].file &&
                          lines[end].line == lines[end - 1].line + 1;
             end++)
            ;
        printf("%s%" PRIu32, i ? " " : "", lines[i].line);
        if (end - i > 1)
            printf("-%" PRIu32, lines[end - 1].line);
    }
}

static void print_vertex(const struct drawing *d, uint32_t v)
{
    const struct pp_graph *g = &d->load->notes.graph;
    const struct pp_vertex *vertex = &g->vertices[v];
    uint32_t id = v - g->procs[d->proc].first_vertex;
    printf("  v%" PRIu32 " [label=\"", id);
    if (vertex->kind == PP_ENTRY) {
        printf("Entry");
    } else if (vertex->kind == PP_EXIT) {
        printf("Exit");
    } else {
        printf("%" PRIu32 ": ", id);
        print_lines(g, v);
        if (vertex->kind == PP_CALL) {
            printf("\\ncall ");
            print_quoted(vertex->callee ? pp_callee_name(d->names, vertex->callee) : "*");
        }
        if (pp_vertex_known(&d->load->profile, v))
            printf("\\n%" PRIu64, d->load->profile.vertex_counts[v]);
    }
    printf("\"");
    if (vertex->kind == PP_ENTRY || vertex->kind == PP_EXIT)
        printf(", shape=oval");
    if (d->vertex_is_hot[v])
        printf(", color=red, penwidth=2");
    printf("];\n");
}

static void print_edge(const struct drawing *d, uint32_t e)
{
    const struct pp_graph *g = &d->load->notes.graph;
    uint32_t first = g->procs[d->proc].first_vertex;
    const char *outcome = pp_outcome(g, e);
    printf("  v%" PRIu32 " -> v%" PRIu32 " [label=\"%s", g->edges[e].from - first,
           g->edges[e].to - first, outcome);
    if (pp_edge_known(&d->load->profile, e))
        printf("%s%" PRIu64, *outcome ? " " : "", d->load->profile.edge_counts[e]);
    printf("\"");
    if (d->edge_is_hot[e])
        printf(", color=red, style=\"bold%s\"", pp_live(g, e) ? "" : ",dashed");
    else if (!pp_live(g, e))
        printf(", style=dashed");
    if (g->edges[e].flags & PP_E_BACK)
        printf(", constraint=false");
    printf("];\n");
}

static void print_dot(const struct drawing *d, const char *name)
{
    const struct pp_graph *g = &d->load->notes.graph;
    const struct pp_proc *proc = &g->procs[d->proc];
    printf("digraph \"");
    print_quoted(name);
    printf("\" {\n  node [shape=box, fontname=monospace];\n  edge [fontname=monospace];\n"
           "  label=\"");
    print_quoted(name);
    printf(": called %" PRIu64 " time%s", d->load->profile.calls[d->proc],
           pp_s(d->load->profile.calls[d->proc]));
    if (d->hot) {
        printf("; hot path ");
        print_quoted(d->hot_name);
        printf(", taken %" PRIu64 " time%s", d->hot->count, pp_s(d->hot->count));
    }
    printf("\";\n");
    for (uint32_t v = proc->first_vertex; v < proc->first_vertex + proc->num_vertices; v++)
        print_vertex(d, v);
    for (uint32_t e = proc->first_edge; e < proc->first_edge + proc->num_edges; e++)
        print_edge(d, e);
    printf("}\n");
}

/* ---- JSON. */

static json_t *vertex_json(const struct drawing *d, uint32_t v)
{
    const struct pp_graph *g = &d->load->notes.graph;
    const struct pp_vertex *vertex = &g->vertices[v];
    json_t *it = json_object();
    json_object_set_new(it, "id", json_integer(v - g->procs[d->proc].first_vertex));
    json_object_set_new(it, "kind", json_string(pp_vertex_kind_name(vertex->kind)));
    json_object_set_new(it, "block", json_integer(vertex->block));
    json_object_set_new(it, "statements", json_integer(vertex->stmts));
    if (vertex->kind == PP_CALL)
        json_object_set_new(
            it, "callee", vertex->callee ? pp_json_text(pp_text(g, vertex->callee)) : json_null());
    json_object_set_new(it, "lines", pp_json_lines(g, v));
    json_object_set_new(it, "count", pp_json_vertex_count(&d->load->profile, v));
    json_object_set_new(it, "hot", json_boolean(d->vertex_is_hot[v]));
    return it;
}

static json_t *edge_json(const struct drawing *d, uint32_t e)
{
    const struct pp_graph *g = &d->load->notes.graph;
    uint32_t first = g->procs[d->proc].first_vertex;
    json_t *it = json_object();
    json_object_set_new(it, "from", json_integer(g->edges[e].from - first));
    json_object_set_new(it, "to", json_integer(g->edges[e].to - first));
    json_object_set_new(it, "kind", json_string(pp_edge_kind_name(g->edges[e].kind)));
    json_object_set_new(it, "flags", pp_json_edge_flags(g, e));
    json_object_set_new(it, "weight", json_real(g->edges[e].weight));
    json_object_set_new(it, "count", pp_json_edge_count(&d->load->profile, e));
    json_object_set_new(it, "hot", json_boolean(d->edge_is_hot[e]));
    return it;
}

static void print_json(const struct drawing *d, const char *name)
{
    const struct pp_graph *g = &d->load->notes.graph;
    const struct pp_proc *proc = &g->procs[d->proc];
    json_t *root = pp_json_start("graph", d->load);
    json_object_set_new(root, "function", pp_json_text(name));
    json_object_set_new(root, "file", pp_json_text(pp_text(g, proc->file)));
    json_object_set_new(root, "line", json_integer(proc->line));
    json_object_set_new(root, "calls", pp_json_count(d->load->profile.calls[d->proc]));
    json_object_set_new(root, "hot_path", d->hot ? pp_json_num(d->hot->number) : json_null());
    if (d->hot && g->procs[d->proc].storage == PP_STORE_UNIT)
        json_object_set_new(root, "hot_path_name", pp_json_text(d->hot_name));
    json_t *vertices = json_array(), *edges = json_array();
    for (uint32_t v = proc->first_vertex; v < proc->first_vertex + proc->num_vertices; v++) {
        json_array_append_new(vertices, vertex_json(d, v));
        for (uint32_t e = g->vertices[v].first_out; e != PP_NONE; e = g->edges[e].next_out) {
            if (g->edges[e].kind != PP_CALL_EDGE && g->edges[e].kind != PP_RETURN)
                json_array_append_new(edges, edge_json(d, e));
        }
    }
    json_object_set_new(root, "vertices", vertices);
    json_object_set_new(root, "edges", edges);
    pp_json_finish(root);
}

static enum pp_status run(const struct pp_settings *settings)
{
    struct pp_load load;
    if (settings->json && settings->dot) {
        pp_complain("graph: --json and --dot are two forms; give one of them");
        return PP_USAGE;
    }
    if (!pp_load(&load, settings, true))
        return PP_BAD_INPUT;
    struct pp_names names;
    struct drawing d = {.load = &load, .names = &names};
    pp_names_make(&names, &load.notes);
    bool found = pp_one_proc(&names, settings->subject, strlen(settings->subject), &d.proc);
    if (found) {
        heat(&d);
        if (d.hot)
            d.hot_name = load.notes.graph.procs[d.proc].storage == PP_STORE_UNIT
                             ? pp_path_name(&names, d.hot->proc, d.hot->number)
                             : pp_num_text(d.hot->number);
        char *name = pp_proc_name(&names, d.proc);
        if (settings->json)
            print_json(&d, name);
        else
            print_dot(&d, name);
        free(name);
        free(d.hot_name);
        free(d.edge_is_hot);
        free(d.vertex_is_hot);
    }
    pp_names_free(&names);
    pp_unload(&load);
    return found ? PP_OK : PP_BAD_INPUT;
}

const struct pp_command pp_graph_command = {
    .name = "graph",
    .subject = "FUNCTION",
    .summary = "one function's graph with counts and its hot path, for Graphviz",
    .options = options,
    .run = run,
};

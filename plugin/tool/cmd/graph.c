/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pathprof graph: one function's graph, for Graphviz or as JSON, with its hot path. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "core/graph/dfs.h"
#include "core/number/path.h"
#include "core/profile/hot.h"
#include "tool/cmd/commands.h"
#include "tool/load/complain.h"
#include "tool/load/load.h"
#include "tool/load/options.h"
#include "tool/names/find.h"
#include "tool/names/names.h"
#include "tool/path/picture.h"
#include "tool/path/route.h"
#include "tool/path/walk.h"
#include "tool/print/json.h"
#include "tool/print/view.h"

static const struct pp_option options[] = {
    {0, "dot", PP_FLAG, offsetof(struct pp_settings, dot), NULL, "print Graphviz dot (default)",
     NULL},
    {'e', "executed", PP_FLAG, offsetof(struct pp_settings, executed), NULL,
     "draw only what has been executed", NULL},
    {'n', "top", PP_NUMBER, offsetof(struct pp_settings, top), "N",
     "draw only its N hottest paths, and mark them", NULL},
    {'p', "path", PP_TEXT, offsetof(struct pp_settings, path), "PATH",
     "draw only this path, and mark it; as 'show' takes it", NULL},
    {'a', "all", PP_FLAG, offsetof(struct pp_settings, all), NULL,
     "with --top or --path: mark these, and draw all of the function", NULL},
    {0, "no-source", PP_FLAG, offsetof(struct pp_settings, no_source), NULL,
     "show line numbers without the source text", NULL},
    {'S', "source-dir", PP_TEXT, offsetof(struct pp_settings, source_dir), "DIR",
     "look for sources below DIR, too", NULL},
    {0, NULL, PP_FLAG, 0, NULL, NULL, NULL},
};

/* More nodes take dot long. */
#define MANY_NODES 500

struct drawing {
    const struct pp_load *load;
    const struct pp_settings *settings;
    struct pp_picture picture;
    struct pp_names names;
    /* The paths that are marked, those that executed most statements of the function first. */
    const struct pp_path **hot;
    size_t num_hot, num_paths; /* of NUM_PATHS that have a part in the function */
    double share;              /* of the statements that these executed, percent */
    struct pp_path asked;      /* --path: owns its edges */
};

/* Does PATH's active-suffix come to the function? */
static bool comes_to(const struct drawing *d, const struct pp_path *path)
{
    const struct pp_graph *g = &d->load->notes.graph;
    for (uint32_t i = pp_active_begin(path); i < path->num_edges; i++) {
        const struct pp_edge *edge = &g->edges[path->edges[i]];
        if (g->vertices[edge->to].proc == d->picture.proc ||
            (i > pp_active_begin(path) && g->vertices[edge->from].proc == d->picture.proc))
            return true;
    }
    return false;
}

/* Statements of the function that PATH executed; of a path that crosses calls others have a part,
   too. */
static uint64_t work_in(const struct drawing *d, const struct pp_path *path)
{
    const struct pp_graph *g = &d->load->notes.graph;
    uint64_t stmts = 0;
    for (uint32_t i = pp_active_begin(path); i < path->num_edges; i++) {
        const struct pp_vertex *vertex = &g->vertices[g->edges[path->edges[i]].to];
        if (vertex->proc == d->picture.proc)
            stmts = pp_add(stmts, vertex->stmts);
    }
    return pp_times(stmts, path->count);
}

/* A path that has a part in the function. */
struct part {
    uint64_t work;
    const struct pp_path *path;
};

static int by_work(const void *a, const void *b)
{
    const struct part *x = a, *y = b;
    if (x->work != y->work)
        return x->work > y->work ? -1 : 1;
    return (x->path > y->path) - (x->path < y->path);
}

/* Finds the N paths that executed most statements of the function. */
static void find_hot(struct drawing *d, uint64_t n)
{
    const struct pp_profile *profile = &d->load->profile;
    struct part *parts = pp_xmalloc((profile->num_paths + 1) * sizeof *parts);
    double all = 0, some = 0;
    for (size_t i = 0; i < profile->num_paths; i++) {
        const struct pp_path *path = &profile->paths[i];
        if (comes_to(d, path))
            parts[d->num_paths++] = (struct part){work_in(d, path), path};
    }
    qsort(parts, d->num_paths, sizeof *parts, by_work);
    d->num_hot = n < d->num_paths ? (size_t)n : d->num_paths;
    d->hot = pp_xmalloc((d->num_hot + 1) * sizeof *d->hot);
    for (size_t i = 0; i < d->num_paths; i++) {
        all += (double)parts[i].work;
        if (i < d->num_hot) {
            some += (double)parts[i].work;
            d->hot[i] = parts[i].path;
        }
    }
    d->share = pp_percent(some, all);
    free(parts);
}

/* Marks what edge E of a hot path takes. */
static void mark(struct pp_picture *p, uint32_t e)
{
    const struct pp_graph *g = &p->load->notes.graph;
    uint32_t own = pp_program_edge(g, e);
    p->edge_hot[e] = true;
    if (own != PP_NONE)
        p->edge_hot[own] = true;
    if (g->edges[e].kind == PP_RETURN)
        p->edge_hot[pp_summary_of(g, e)] = true;
    if (g->edges[e].kind != PP_SURROGATE) {
        p->vertex_hot[g->edges[e].from] = true;
        p->vertex_hot[g->edges[e].to] = true;
    } else {
        /* It begins or ends in the middle: Entry and Exit are not on it. */
        p->vertex_hot[own == PP_NONE ? g->edges[e].to : g->edges[e].from] = true;
    }
}

/* Decides what is drawn and what is marked. */
static void choose(struct drawing *d)
{
    const struct pp_graph *g = &d->load->notes.graph;
    const struct pp_profile *profile = &d->load->profile;
    const struct pp_settings *s = d->settings;
    struct pp_picture *p = &d->picture;
    const struct pp_proc *proc = &g->procs[p->proc];
    bool alone = (s->top || s->path) && !s->all && !s->executed;
    p->surroundings = alone;
    p->vertex_shown = pp_xcalloc((size_t)g->num_vertices + 1, sizeof(bool));
    p->vertex_hot = pp_xcalloc((size_t)g->num_vertices + 1, sizeof(bool));
    p->edge_shown = pp_xcalloc((size_t)g->num_edges + 1, sizeof(bool));
    p->edge_hot = pp_xcalloc((size_t)g->num_edges + 1, sizeof(bool));
    for (size_t k = 0; k < d->num_hot; k++)
        for (uint32_t i = pp_active_begin(d->hot[k]); i < d->hot[k]->num_edges; i++)
            mark(p, d->hot[k]->edges[i]);
    for (uint32_t v = proc->first_vertex; v < proc->first_vertex + proc->num_vertices; v++)
        p->vertex_shown[v] =
            p->vertex_hot[v] || (s->executed ? profile->vertex_counts[v] > 0 : !alone);
    for (uint32_t e = proc->first_edge; e < proc->first_edge + proc->num_edges; e++) {
        const struct pp_edge *edge = &g->edges[e];
        bool ends = p->vertex_shown[edge->from] && p->vertex_shown[edge->to];
        bool ran = p->edge_hot[e] || !s->executed || profile->edge_counts[e] > 0;
        p->edge_shown[e] = pp_inside(edge) && ends && ran;
    }
}

/* Malloc'd: what PATH is called here. */
static char *name_of(const struct drawing *d, const struct pp_path *path)
{
    bool own = d->load->notes.graph.procs[d->picture.proc].storage != PP_STORE_UNIT;
    return own && !d->settings->path ? pp_num_text(path->number)
                                     : pp_path_name(&d->names, path->proc, path->number);
}

static char *make_title(const struct drawing *d, const char *function)
{
    const struct pp_settings *s = d->settings;
    const struct pp_picture *p = &d->picture;
    const struct pp_proc *proc = &d->load->notes.graph.procs[p->proc];
    uint64_t calls = d->load->profile.calls[p->proc], taken = 0;
    char *text = pp_sentence("%s: called %" PRIu64 " time%s", function, calls, pp_s(calls));
    for (size_t i = 0; i < d->num_hot; i++)
        taken = pp_add(taken, d->hot[i]->count);
    if (s->top) {
        pp_append(&text,
                  "; %zu of %zu paths, taken %" PRIu64
                  " time%s: %.2f %% of what was executed in it",
                  d->num_hot, d->num_paths, taken, pp_s(taken), d->share);
    } else if (d->num_hot) {
        char *name = name_of(d, d->hot[0]);
        pp_append(&text, "; %spath %s, taken %" PRIu64 " time%s", s->path ? "" : "hot ", name,
                  taken, pp_s(taken));
        free(name);
    }
    if (s->executed) {
        uint32_t num = 0;
        for (uint32_t v = proc->first_vertex; v < proc->first_vertex + proc->num_vertices; v++)
            num += d->load->profile.vertex_counts[v] > 0;
        pp_append(&text, "; %" PRIu32 " of %" PRIu32 " vertices were executed", num,
                  proc->num_vertices);
    }
    return text;
}

static void print_dot(const struct drawing *d)
{
    const struct pp_settings *s = d->settings;
    uint32_t nodes = pp_picture_dot(&d->picture, !s->no_source, s->source_dir);
    if (nodes > MANY_NODES)
        pp_complain("graph: for %" PRIu32 " nodes dot takes long%s", nodes,
                    s->top || s->path ? "" : "; --executed, --top=N and --path=PATH draw less");
}

/* ---- JSON. */

static json_t *vertex_json(const struct drawing *d, uint32_t v)
{
    const struct pp_graph *g = &d->load->notes.graph;
    const struct pp_vertex *vertex = &g->vertices[v];
    json_t *it = json_object();
    json_object_set_new(it, "id", json_integer(v - g->procs[d->picture.proc].first_vertex));
    json_object_set_new(it, "kind", json_string(pp_vertex_kind_name(vertex->kind)));
    json_object_set_new(it, "block", json_integer(vertex->block));
    json_object_set_new(it, "statements", json_integer(vertex->stmts));
    if (vertex->kind == PP_CALL)
        json_object_set_new(
            it, "callee", vertex->callee ? pp_json_text(pp_text(g, vertex->callee)) : json_null());
    json_object_set_new(it, "lines", pp_json_lines(g, v));
    json_object_set_new(it, "count", pp_json_vertex_count(&d->load->profile, v));
    json_object_set_new(it, "hot", json_boolean(d->picture.vertex_hot[v]));
    return it;
}

static json_t *edge_json(const struct drawing *d, uint32_t e)
{
    const struct pp_graph *g = &d->load->notes.graph;
    uint32_t first = g->procs[d->picture.proc].first_vertex;
    json_t *it = json_object();
    json_object_set_new(it, "from", json_integer(g->edges[e].from - first));
    json_object_set_new(it, "to", json_integer(g->edges[e].to - first));
    json_object_set_new(it, "kind", json_string(pp_edge_kind_name(g->edges[e].kind)));
    json_object_set_new(it, "flags", pp_json_edge_flags(g, e));
    json_object_set_new(it, "weight", json_real(g->edges[e].weight));
    json_object_set_new(it, "count", pp_json_edge_count(&d->load->profile, e));
    json_object_set_new(it, "hot", json_boolean(d->picture.edge_hot[e]));
    return it;
}

static void print_json(const struct drawing *d, const char *name)
{
    const struct pp_graph *g = &d->load->notes.graph;
    const struct pp_picture *p = &d->picture;
    const struct pp_proc *proc = &g->procs[p->proc];
    const struct pp_path *hot = d->num_hot ? d->hot[0] : NULL;
    json_t *root = pp_json_start("graph", d->load);
    json_object_set_new(root, "function", pp_json_text(name));
    json_object_set_new(root, "file", pp_json_text(pp_text(g, proc->file)));
    json_object_set_new(root, "line", json_integer(proc->line));
    json_object_set_new(root, "calls", pp_json_count(d->load->profile.calls[p->proc]));
    json_object_set_new(root, "hot_path", hot ? pp_json_num(hot->number) : json_null());
    if (hot && proc->storage == PP_STORE_UNIT) {
        char *hot_name = pp_path_name(&d->names, hot->proc, hot->number);
        json_object_set_new(root, "hot_path_name", pp_json_text(hot_name));
        free(hot_name);
    }
    json_t *vertices = json_array(), *edges = json_array();
    for (uint32_t v = proc->first_vertex; v < proc->first_vertex + proc->num_vertices; v++) {
        if (p->vertex_shown[v])
            json_array_append_new(vertices, vertex_json(d, v));
        for (uint32_t e = g->vertices[v].first_out; e != PP_NONE; e = g->edges[e].next_out) {
            bool drawn = g->edges[e].kind == PP_SURROGATE
                             ? p->vertex_shown[v] && p->vertex_shown[g->edges[e].to]
                             : p->edge_shown[e];
            if (drawn)
                json_array_append_new(edges, edge_json(d, e));
        }
    }
    json_object_set_new(root, "vertices", vertices);
    json_object_set_new(root, "edges", edges);
    pp_json_finish(root);
}

/* Finds the function and the paths that are asked for.  Returns false after a line on stderr. */
static bool find(struct drawing *d)
{
    const struct pp_settings *s = d->settings;
    if (!pp_one_proc(&d->names, s->subject, strlen(s->subject), &d->picture.proc))
        return false;
    if ((s->executed && !pp_counts_lines(d->load)) ||
        ((s->top || s->path) && !pp_counts_paths(d->load)))
        return false;
    if (!s->path) {
        find_hot(d, s->top ? s->top : 1);
        return true;
    }
    if (!pp_find_path(d->load, &d->names, s->path, &d->asked))
        return false;
    d->hot = pp_xmalloc(sizeof *d->hot);
    d->hot[0] = &d->asked;
    d->num_hot = 1;
    if (comes_to(d, &d->asked))
        return true;
    char *function = pp_proc_name(&d->names, d->picture.proc);
    char *path = pp_path_name(&d->names, d->asked.proc, d->asked.number);
    pp_complain("graph: path %s does not reach %s", path, function);
    free(path);
    free(function);
    return false;
}

static enum pp_status run(const struct pp_settings *settings)
{
    struct pp_load load;
    if (settings->json && settings->dot) {
        pp_complain("graph: --json and --dot are two forms; give one of them");
        return PP_USAGE;
    }
    if (settings->top && settings->path) {
        pp_complain("graph: --top and --path both say which paths; give one of them");
        return PP_USAGE;
    }
    if (!pp_load(&load, settings, true))
        return PP_BAD_INPUT;
    struct drawing d = {.load = &load, .settings = settings};
    d.picture.load = &load;
    d.picture.names = &d.names;
    pp_names_make(&d.names, &load.notes, pp_whole_names(settings));
    bool found = find(&d);
    if (found) {
        char *name = pp_proc_name(&d.names, d.picture.proc);
        choose(&d);
        d.picture.title = make_title(&d, name);
        if (settings->json)
            print_json(&d, name);
        else
            print_dot(&d);
        free(name);
        free(d.picture.title);
        free(d.picture.vertex_shown);
        free(d.picture.vertex_hot);
        free(d.picture.edge_shown);
        free(d.picture.edge_hot);
    }
    free(d.hot);
    free(d.asked.edges);
    pp_names_free(&d.names);
    pp_unload(&load);
    return found ? PP_OK : PP_BAD_INPUT;
}

const struct pp_command pp_graph_command = {
    .name = "graph",
    .subject = "FUNCTION",
    .names = true,
    .summary = "one function's graph with counts and its hot path, for Graphviz",
    .options = options,
    .run = run,
};

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pathprof show: the source of one path, line by line as control takes it. */
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hot.h"
#include "route.h"
#include "source.h"
#include "view.h"

/* Lines that are skipped between two lines of the path are shown if they are this few. */
#define MOST_SKIPPED 6

static const struct pp_option options[] = {
    {'S', "source-dir", PP_TEXT, offsetof(struct pp_settings, source_dir), "DIR",
     "look for source files below DIR first", NULL},
    {0, NULL, PP_FLAG, 0, NULL, NULL, NULL},
};

/* One source line that the path executes. */
struct stop {
    struct pp_line line;
    uint32_t vertex;
    const char *outcome; /* of the branch that it ends with, or "" */
};

struct walk {
    struct stop *stops;
    size_t num;
};

static void walk_make(struct walk *walk, const struct pp_graph *g, const struct pp_path *path)
{
    size_t cap = 1;
    for (uint32_t i = 0; i < path->num_edges; i++)
        cap += g->vertices[g->edges[path->edges[i]].to].num_lines + 1;
    *walk = (struct walk){.stops = pp_xmalloc(cap * sizeof *walk->stops)};
    for (uint32_t i = 0; i + 1 < path->num_edges; i++) {
        uint32_t v = g->edges[path->edges[i]].to;
        for (uint32_t k = 0; k < g->vertices[v].num_lines; k++) {
            struct pp_line line = g->lines[g->vertices[v].first_line + k];
            const struct stop *last = walk->num ? &walk->stops[walk->num - 1] : NULL;
            /* Several vertices of one line are one stop, unless a branch lies between them. */
            if (!last || *last->outcome || last->line.file != line.file ||
                last->line.line != line.line)
                walk->stops[walk->num++] = (struct stop){line, v, ""};
        }
        uint32_t own = pp_program_edge(g, path->edges[i + 1]);
        if (own != PP_NONE && walk->num > 0)
            walk->stops[walk->num - 1].outcome = pp_outcome(g, own);
    }
}

/* ---- Which path. */

static void complain_ambiguous(const struct pp_names *names, const char *what, size_t size,
                               const uint32_t *procs, size_t num)
{
    fprintf(stderr, "pathprof: '%.*s' is ambiguous:", (int)size, what);
    for (size_t i = 0; i < num && i < 10; i++) {
        char *name = pp_proc_name(names, procs[i]);
        fprintf(stderr, "%s %s", i ? "," : "", name);
        free(name);
    }
    fprintf(stderr, "%s\n", num > 10 ? ", ..." : "");
}

bool pp_one_proc(const struct pp_names *names, const char *what, size_t size, uint32_t *proc)
{
    uint32_t *procs;
    size_t found = pp_find_procs(names, what, size, &procs);
    if (found == 0)
        pp_complain("no function '%.*s' in the notes; 'pathprof edges' lists them", (int)size,
                    what);
    else if (found > 1)
        complain_ambiguous(names, what, size, procs, found);
    else
        *proc = procs[0];
    free(procs);
    return found == 1;
}

/* A path that was not executed, or was: decoded into *PATH, which then owns its edges. */
static bool take_path(const struct pp_profile *profile, uint32_t proc, uint64_t number,
                      struct pp_path *path)
{
    const struct pp_graph *g = &profile->notes->graph;
    *path = (struct pp_path){.proc = proc, .number = number};
    path->edges = pp_xmalloc((g->procs[proc].num_vertices + 1) * sizeof *path->edges);
    if (g->procs[proc].storage != PP_STORE_NONE && g->procs[proc].storage != PP_STORE_EDGES)
        path->num_edges = pp_decode(g, &profile->numbering, proc, number, path->edges,
                                    g->procs[proc].num_vertices);
    for (uint32_t i = 0; i < path->num_edges; i++)
        path->stmts = pp_add(path->stmts, g->vertices[g->edges[path->edges[i]].to].stmts);
    for (size_t i = 0; i < profile->num_paths; i++) {
        if (profile->paths[i].proc == proc && profile->paths[i].number == number)
            path->count = profile->paths[i].count;
    }
    return path->num_edges > 0;
}

/* The path that WHAT names: "function#number", or its rank in the report. */
static bool find_path(const struct pp_load *load, const struct pp_names *names, const char *what,
                      struct pp_path *path)
{
    const struct pp_profile *profile = &load->profile;
    const char *hash = strrchr(what, '#');
    char *end;
    uint64_t number = strtoull(hash ? hash + 1 : what, &end, 10);
    if (*end || !isdigit((unsigned char)(hash ? hash[1] : what[0]))) {
        pp_complain("'%s' names no path; a path is 'function#number' or a rank, as 'pathprof"
                    " report' prints them",
                    what);
        return false;
    }
    uint32_t proc;
    if (hash) {
        if (!pp_one_proc(names, what, (size_t)(hash - what), &proc))
            return false;
    } else {
        struct pp_hot hot;
        pp_hot_make(&hot, profile, PP_HOT_STMTS);
        bool there = number >= 1 && number <= hot.num;
        if (there) {
            proc = profile->paths[hot.order[number - 1]].proc;
            number = profile->paths[hot.order[number - 1]].number;
        }
        pp_hot_free(&hot);
        if (!there) {
            pp_complain("no path of rank %s: there are %zu executed paths", what,
                        profile->num_paths);
            return false;
        }
    }
    if (take_path(profile, proc, number, path))
        return true;
    const struct pp_proc *it = &load->notes.graph.procs[proc];
    pp_complain("%s has no path %" PRIu64 ": its paths are 0 to %" PRIu64,
                pp_text(&load->notes.graph, it->pretty), number,
                it->num_paths ? it->num_paths - 1 : 0);
    free(path->edges);
    return false;
}

/* ---- Printing. */

struct page {
    const struct pp_load *load;
    const struct pp_settings *settings;
    struct pp_view view;
    uint32_t file; /* that SOURCE is; PP_NONE: none yet */
    struct pp_source source;
};

static void turn_to(struct page *page, uint32_t file)
{
    if (page->file == file)
        return;
    pp_source_free(&page->source);
    const char *name = pp_text(&page->load->notes.graph, file);
    pp_source_find(&page->source, name, page->load->directory, page->settings->source_dir);
    page->file = file;
    printf("%s%s%s%s\n", pp_bold(&page->view), name, pp_plain(&page->view),
           page->source.path ? "" : "  (source not found; see --source-dir)");
}

static void print_line(const struct page *page, uint32_t line, bool on_path, const char *outcome)
{
    const char *text = pp_source_line(&page->source, line);
    if (!text)
        text = "";
    const char *look = on_path ? pp_bold(&page->view) : pp_faint(&page->view);
    printf("%s%c%6" PRIu32 " |%s%s%s", look, on_path ? '>' : ' ', line, *text ? " " : "", text,
           pp_plain(&page->view));
    if (*outcome)
        printf("  %s<- %s%s", pp_hot_color(&page->view), outcome, pp_plain(&page->view));
    putchar('\n');
}

/* The lines between two stops, if they are few; otherwise a mark. */
static void print_between(const struct page *page, struct pp_line from, struct pp_line to)
{
    if (from.file == to.file && to.line > from.line && to.line - from.line <= MOST_SKIPPED &&
        page->source.path) {
        for (uint32_t line = from.line + 1; line < to.line; line++)
            print_line(page, line, false, "");
    } else if (from.file == to.file && to.line != from.line + 1) {
        printf("    ... |\n");
    }
}

static void print_walk(struct page *page, const struct pp_path *path)
{
    const struct pp_notes *notes = &page->load->notes;
    struct walk walk;
    walk_make(&walk, &notes->graph, path);
    for (size_t i = 0; i < walk.num; i++) {
        turn_to(page, walk.stops[i].line.file);
        if (i > 0)
            print_between(page, walk.stops[i - 1].line, walk.stops[i].line);
        print_line(page, walk.stops[i].line.line, true, walk.stops[i].outcome);
    }
    free(walk.stops);
    pp_source_free(&page->source);
}

static void print_text(const struct pp_load *load, const struct pp_settings *settings,
                       const struct pp_path *path, const char *name, const char *route)
{
    struct page page = {
        .load = load, .settings = settings, .view = pp_view_make(settings), .file = PP_NONE};
    printf("%s%s%s: taken %" PRIu64 " time%s, %" PRIu64 " statement%s each\n", pp_bold(&page.view),
           name, pp_plain(&page.view), path->count, pp_s(path->count), path->stmts,
           pp_s(path->stmts));
    pp_print_folded(&page.view, 0, route);
    putchar('\n');
    print_walk(&page, path);
    const char *end = strrchr(route, '(');
    if (end)
        printf("        %s\n", end);
}

static void print_json(const struct pp_load *load, const struct pp_path *path, const char *name,
                       const struct pp_route *route, const char *text)
{
    const struct pp_graph *g = &load->notes.graph;
    json_t *root = pp_json_start("show", load);
    json_object_set_new(root, "path", pp_json_text(name));
    json_object_set_new(root, "function", pp_json_text(pp_text(g, g->procs[path->proc].pretty)));
    json_object_set_new(root, "number", pp_json_number(path->number));
    json_object_set_new(root, "count", pp_json_count(path->count));
    json_object_set_new(root, "statements", pp_json_count(path->stmts));
    json_object_set_new(root, "route", pp_route_json(route, g));
    json_object_set_new(root, "text", pp_json_text(text));
    struct walk walk;
    walk_make(&walk, g, path);
    json_t *lines = json_array();
    for (size_t i = 0; i < walk.num; i++) {
        json_t *it = json_object();
        json_object_set_new(it, "file", pp_json_text(pp_text(g, walk.stops[i].line.file)));
        json_object_set_new(it, "line", json_integer(walk.stops[i].line.line));
        json_object_set_new(it, "outcome", json_string(walk.stops[i].outcome));
        json_array_append_new(lines, it);
    }
    free(walk.stops);
    json_object_set_new(root, "lines", lines);
    pp_json_finish(root);
}

static enum pp_status run(const struct pp_settings *settings)
{
    struct pp_load load;
    if (!pp_load(&load, settings, false))
        return PP_BAD_INPUT;
    struct pp_names names;
    struct pp_path path;
    pp_names_make(&names, &load.notes);
    bool found = pp_counts_paths(&load) && find_path(&load, &names, settings->subject, &path);
    if (found) {
        struct pp_route route;
        pp_route_make(&route, &load.profile, &path);
        char *text = pp_route_text(&route, &load.notes.graph);
        char *name = pp_path_name(&names, path.proc, path.number);
        if (settings->json)
            print_json(&load, &path, name, &route, text);
        else
            print_text(&load, settings, &path, name, text);
        free(name);
        free(text);
        pp_route_free(&route);
        free(path.edges);
    }
    pp_names_free(&names);
    pp_unload(&load);
    return found ? PP_OK : PP_BAD_INPUT;
}

const struct pp_command pp_show = {
    .name = "show",
    .subject = "PATH",
    .summary = "the source of one path, as 'pathprof report' names it",
    .options = options,
    .run = run,
};

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pathprof show: the source of one path, line by line as control takes it. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "core/number/path.h"
#include "core/lines/columns.h"
#include "core/transform/split.h"
#include "tool/cmd/commands.h"
#include "tool/load/load.h"
#include "tool/load/options.h"
#include "tool/names/find.h"
#include "tool/names/names.h"
#include "tool/path/line-walk.h"
#include "tool/path/measure.h"
#include "tool/path/parts-json.h"
#include "tool/path/route.h"
#include "tool/print/json.h"
#include "tool/print/source.h"
#include "tool/print/told-files.h"
#include "tool/print/view.h"

/* Lines that are skipped between two lines of the path are shown if they are this few. */
#define MOST_SKIPPED 6

/* Blanks for each pending call, and for how many of them. */
#define INDENT 4
#define MOST_INDENTED 20

/* What comes behind so many lines is left out, in JSON and as text: paths over calls may have a
   hundred millions. */
#define MOST_JSON_LINES 1000000
#define MOST_STOPS 4000000

static const struct pp_option options[] = {
    {'S', "source-dir", PP_TEXT, offsetof(struct pp_settings, source_dir), "DIR",
     "look for source files below DIR first", NULL},
    {0, NULL, PP_FLAG, 0, NULL, NULL, NULL},
};

struct page {
    const struct pp_load *load;
    const struct pp_names *names;
    const struct pp_settings *settings;
    struct pp_view view;
    int indent;
    uint32_t file; /* that SOURCE is; PP_NONE: none yet */
    struct pp_source source;
    struct pp_line last; /* printed last; line 0: something else was */
    uint32_t stops;      /* on the path so far */
    struct pp_told_files newer;
};

static void find_source(struct page *page, uint32_t file)
{
    pp_source_free(&page->source);
    pp_source_find(&page->source, pp_real_text(&page->load->notes.graph, file),
                   page->load->directory, page->settings->source_dir, page->load->program);
    page->file = file;
    pp_told_if_newer(&page->newer, &page->source, page->load->program);
}

static void print_file(struct page *page, const char *before, uint32_t file)
{
    printf("%*s%s%s%s%s%s\n", page->indent, "", pp_bold(&page->view), before,
           pp_text(&page->load->notes.graph, file), pp_plain(&page->view),
           page->source.path ? "" : "  (source not found; see --source-dir)");
}

static void turn_to(struct page *page, uint32_t file)
{
    if (page->file == file)
        return;
    find_source(page, file);
    print_file(page, "", file);
}

static void print_line(const struct page *page, uint32_t line, bool on_path, const char *outcome,
                       uint32_t column)
{
    const char *text = pp_source_line(&page->source, line);
    if (!text)
        text = "";
    const char *look = on_path ? pp_bold(&page->view) : pp_faint(&page->view);
    printf("%*s%s%c%6" PRIu32 " |%s%s%s", page->indent, "", look, on_path ? '>' : ' ', line,
           *text ? " " : "", text, pp_plain(&page->view));
    if (*outcome && column)
        printf("  %s<- %" PRIu32 "(%s)%s", pp_hot_color(&page->view), column, outcome,
               pp_plain(&page->view));
    else if (*outcome)
        printf("  %s<- %s%s", pp_hot_color(&page->view), outcome, pp_plain(&page->view));
    putchar('\n');
}

/* The lines between two stops, if they are few; otherwise a mark. */
static void print_between(const struct page *page, struct pp_line from, struct pp_line to)
{
    if (from.file == to.file && to.line > from.line && to.line - from.line <= MOST_SKIPPED &&
        page->source.path) {
        for (uint32_t line = from.line + 1; line < to.line; line++)
            print_line(page, line, false, "", 0);
    } else if (from.file == to.file && to.line != from.line + 1) {
        printf("%*s    ... |\n", page->indent, "");
    }
}

static void print_function(struct page *page, uint32_t proc)
{
    const struct pp_graph *g = &page->load->notes.graph;
    char *name = pp_short_name(page->names, proc), *before = pp_sentence("%s  ", name);
    if (page->file != g->procs[proc].file)
        find_source(page, g->procs[proc].file);
    print_file(page, before, g->procs[proc].file);
    free(before);
    free(name);
}

static void print_stop(void *to, const struct pp_stop *stop)
{
    struct page *page = to;
    bool line = stop->kind == PP_STOP_LINE;
    if (page->stops > MOST_STOPS)
        return;
    if (page->stops++ == MOST_STOPS) {
        printf("%*s    ... |  (the rest of the path is too long to show)\n", page->indent, "");
        return;
    }
    page->indent = INDENT * (int)(stop->depth < MOST_INDENTED ? stop->depth : MOST_INDENTED);
    switch (stop->kind) {
    case PP_STOP_LINE:
        turn_to(page, stop->line.file);
        if (page->last.line)
            print_between(page, page->last, stop->line);
        print_line(page, stop->line.line, true, stop->outcome, stop->column);
        break;
    case PP_STOP_FUNCTION:
        print_function(page, stop->proc);
        break;
    case PP_STOP_GAP:
        printf("%*s        (%s)\n", page->indent, "", stop->outcome);
        break;
    case PP_STOP_PREFIX:
        printf("context-prefix:\n");
        break;
    case PP_STOP_ACTIVE:
        printf("active-suffix:\n");
        break;
    case PP_STOP_ROUND:
        printf("%*s        (iteration %" PRIu32 ")\n", page->indent, "", stop->iteration + 1);
        break;
    }
    page->last = line ? stop->line : (struct pp_line){0};
}

static void print_ending(const struct page *page, const struct pp_path *path)
{
    const struct pp_graph *g = &page->load->notes.graph;
    uint32_t last = path->edges[path->num_edges - 1];
    struct pp_line line = pp_last_line(g, g->edges[last].from);
    if (!pp_is_unfinished(g, path))
        printf("%*s        (%s)\n", page->indent, "", pp_ending(g, last));
    else if (line.line)
        printf("%*s        (left: the call at %s:%" PRIu32 " did not come back)\n", page->indent,
               "", pp_text(g, line.file), line.line);
    else
        printf("%*s        (left: the call did not come back)\n", page->indent, "");
}

static bool crosses_calls(const struct pp_load *load, const struct pp_path *path)
{
    const struct pp_graph *g = &load->notes.graph;
    return pp_mode_row(load->notes.units[g->procs[path->proc].unit].params.mode)->crosses_calls;
}

static void print_text(const struct pp_load *load, const struct pp_settings *settings,
                       const struct pp_names *names, const struct pp_path *path, const char *name,
                       const char *route)
{
    const struct pp_graph *g = &load->notes.graph;
    struct page page = {.load = load,
                        .names = names,
                        .settings = settings,
                        .view = pp_view_make(settings),
                        .file = PP_NONE};
    printf("%s%s%s: taken %" PRIu64 " time%s, %" PRIu64 " statement%s each", pp_bold(&page.view),
           name, pp_plain(&page.view), path->count, pp_s(path->count), path->stmts,
           pp_s(path->stmts));
    if (crosses_calls(load, path)) {
        struct pp_shape shape = pp_path_shape(g, path);
        printf("; [prefix:suffix]: statements [%" PRIu64 ":%" PRIu64 "], calls [%" PRIu64
               ":%" PRIu64 "], returns [%" PRIu64 ":%" PRIu64 "]",
               path->prefix_stmts, path->stmts, shape.calls[0], shape.calls[1], shape.returns[0],
               shape.returns[1]);
    } else if (path->active && pp_is_again(&g->edges[path->edges[path->active - 1]])) {
        printf("; [prefix:suffix]: statements [%" PRIu64 ":%" PRIu64 "]", path->prefix_stmts,
               path->stmts);
    }
    putchar('\n');
    pp_print_folded(&page.view, 0, route);
    putchar('\n');
    pp_line_walk(&load->notes, path, print_stop, &page);
    pp_source_free(&page.source);
    print_ending(&page, path);
    pp_tell_newer(&page.newer, load->program);
}

struct lines {
    const struct pp_graph *g;
    json_t *list;
    bool calls;      /* the path follows calls; */
    bool iterations; /* it has several iterations of a loop; */
    bool loops;      /* or, in mode path-context, a context-prefix */
    const char *gap; /* before the line to come; NULL: none */
    bool whole;
};

static void add_line(void *to, const struct pp_stop *stop)
{
    struct lines *lines = to;
    if (stop->kind == PP_STOP_GAP)
        lines->gap = stop->outcome;
    if (stop->kind != PP_STOP_LINE)
        return;
    if (json_array_size(lines->list) >= MOST_JSON_LINES) {
        lines->whole = false;
        return;
    }
    json_t *it = json_object();
    json_object_set_new(it, "file", pp_json_text(pp_text(lines->g, stop->line.file)));
    json_object_set_new(it, "line", json_integer(stop->line.line));
    if (stop->column)
        json_object_set_new(it, "column", json_integer(stop->column));
    json_object_set_new(it, "outcome", json_string(stop->outcome));
    if (lines->calls) {
        const struct pp_proc *proc = &lines->g->procs[stop->proc];
        json_object_set_new(it, "function", pp_json_text(pp_text(lines->g, proc->pretty)));
        json_object_set_new(it, "depth", json_integer(stop->depth));
    }
    if (lines->iterations)
        json_object_set_new(it, "iteration", json_integer(stop->iteration + 1));
    if (lines->calls || lines->iterations || lines->loops)
        json_object_set_new(it, "active", json_boolean(stop->active));
    if (lines->gap)
        json_object_set_new(it, "after_gap", json_string(lines->gap));
    lines->gap = NULL;
    json_array_append_new(lines->list, it);
}

static void print_json(const struct pp_load *load, const struct pp_path *path, const char *name,
                       const struct pp_route *route, const char *text)
{
    const struct pp_graph *g = &load->notes.graph;
    struct lines lines = {.g = g, .list = json_array(), .whole = true};
    lines.calls = crosses_calls(load, path);
    lines.loops = route->loops;
    lines.iterations = !lines.loops && route->steps[route->num - 1].iteration > 0;
    json_t *root = pp_json_start("show", load);
    json_object_set_new(root, "path", pp_json_text(name));
    json_object_set_new(root, "function", pp_json_text(pp_text(g, g->procs[path->proc].pretty)));
    json_object_set_new(root, "number", pp_json_num(path->number));
    json_object_set_new(root, "count", pp_json_count(path->count));
    json_object_set_new(root, "statements", pp_json_count(path->stmts));
    json_object_set_new(root, "route", pp_route_json(route, g));
    json_object_set_new(root, "text", pp_json_text(text));
    if (lines.calls || lines.iterations || lines.loops)
        pp_json_parts(root, load, path);
    pp_line_walk(&load->notes, path, add_line, &lines);
    json_object_set_new(root, "lines", lines.list);
    if (!lines.whole)
        json_object_set_new(root, "lines_are_all", json_false());
    pp_json_finish(root);
}

static enum pp_status run(const struct pp_settings *settings)
{
    struct pp_load load;
    if (!pp_load(&load, settings, false))
        return PP_BAD_INPUT;
    struct pp_names names;
    struct pp_path path;
    pp_names_make(&names, &load.notes, pp_whole_names(settings));
    bool found = pp_counts_paths(&load) && pp_find_path(&load, &names, settings->subject, &path);
    if (found) {
        struct pp_route route;
        pp_route_make(&route, &load.profile, &names, &path);
        char *text = pp_route_text(&route, &names);
        char *name = pp_path_name(&names, path.proc, path.number);
        if (settings->json)
            print_json(&load, &path, name, &route, text);
        else
            print_text(&load, settings, &names, &path, name, text);
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
    .names = true,
    .summary = "the source of one path, as 'pathprof report' names it",
    .options = options,
    .run = run,
};

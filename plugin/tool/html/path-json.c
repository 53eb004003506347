/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A path for the browser: its share, its route as text, and the lines that it runs, in order. */
#include <stdlib.h>
#include <string.h>

#include "core/number/path.h"
#include "tool/html/drawing.h"
#include "tool/html/path-json.h"
#include "tool/names/names.h"
#include "tool/path/line-walk.h"
#include "tool/path/route.h"
#include "tool/path/walk.h"
#include "tool/print/json.h"
#include "tool/times/times-json.h"

/* Of longer paths, over calls, the pages have the beginning; `pathprof show` has all. */
#define MOST_STOPS 3000

struct stops {
    struct pp_html *html;
    json_t *list;
    uint32_t file; /* of the line before; PP_NONE: none yet */
    size_t num;
};

static void add_mark(struct stops *s, const char *kind, json_t *value)
{
    json_t *it = json_object();
    json_object_set_new(it, kind, value);
    json_array_append_new(s->list, it);
}

/* A line is its number, or [line, outcome, column]; {"file": F} stands before the first one in
   another file.  Most of a report is this list. */
static void add_line(struct stops *s, const struct pp_stop *stop)
{
    if (stop->line.file != s->file)
        add_mark(s, "file", json_integer(pp_html_file(s->html, stop->line.file)));
    s->file = stop->line.file;
    json_t *line = json_integer(stop->line.line);
    if (!*stop->outcome) {
        json_array_append_new(s->list, line);
        return;
    }
    json_t *it = json_array();
    json_array_append_new(it, line);
    json_array_append_new(it, json_string(stop->outcome));
    if (stop->column)
        json_array_append_new(it, json_integer(stop->column));
    json_array_append_new(s->list, it);
}

static void add_function(struct stops *s, const struct pp_stop *stop)
{
    json_t *it = json_object();
    json_object_set_new(it, "function", json_integer(stop->proc));
    json_object_set_new(it, "depth", json_integer(stop->depth));
    json_array_append_new(s->list, it);
}

static void add_stop(void *to, const struct pp_stop *stop)
{
    struct stops *s = to;
    if (++s->num > MOST_STOPS)
        return;
    switch (stop->kind) {
    case PP_STOP_LINE:
        add_line(s, stop);
        break;
    case PP_STOP_FUNCTION:
        add_function(s, stop);
        break;
    case PP_STOP_GAP:
        add_mark(s, "gap", json_string(stop->outcome));
        break;
    case PP_STOP_PREFIX:
    case PP_STOP_ACTIVE:
        add_mark(s, "part", json_string(stop->kind == PP_STOP_PREFIX ? "prefix" : "suffix"));
        break;
    case PP_STOP_ROUND:
        add_mark(s, "iteration", json_integer(stop->iteration + 1));
        break;
    }
}

/* The pending calls where PATH's active-suffix begins: [[procedure, file, line of the call], ...],
   outermost first; null where its mode knows of none. */
static json_t *callers_json(struct pp_html *html, const struct pp_path *path)
{
    const struct pp_graph *g = html->g;
    const struct pp_unit *unit = &html->load->notes.units[g->procs[path->proc].unit];
    if (!pp_mode_row(unit->params.mode)->crosses_calls)
        return json_null();
    struct pp_walk walk;
    json_t *list = json_array();
    pp_walk_begin(&walk, &html->load->notes, path);
    pp_walk_to_active(&walk);
    for (uint32_t i = 0; i < walk.depth; i++) {
        struct pp_line line = {0};
        if (walk.stack[i].call != PP_NONE)
            line = pp_line_within(g, g->edges[walk.stack[i].call].from);
        json_t *it = json_array();
        json_array_append_new(it, json_integer(walk.stack[i].proc));
        json_array_append_new(it, line.line ? json_integer(pp_html_file(html, line.file))
                                            : json_null());
        json_array_append_new(it, json_integer(line.line));
        json_array_append_new(list, it);
    }
    pp_walk_end(&walk);
    return list;
}

json_t *pp_html_path(struct pp_html *html, const struct pp_path *path)
{
    const struct pp_names *names = &html->calls.names;
    struct stops stops = {.html = html, .list = json_array(), .file = PP_NONE};
    struct pp_route route;
    json_t *it = json_object();
    char *name = pp_path_name(names, path->proc, path->number);
    pp_route_make(&route, &html->load->profile, names, path);
    char *text = pp_route_text(&route, names);
    double work = (double)pp_path_work(path);
    json_object_set_new(it, "name", pp_json_text(name));
    json_object_set_new(it, "count", pp_html_count(path->count));
    json_object_set_new(it, "stmts", pp_html_count(path->stmts));
    json_object_set_new(it, "prefix", pp_html_count(path->prefix_stmts));
    json_object_set_new(it, "work", pp_html_count(pp_path_work(path)));
    json_object_set_new(it, "share", pp_html_percent(work, (double)html->hot.total_stmts));
    json_object_set_new(it, "paths",
                        pp_html_percent((double)path->count, (double)html->hot.total_count));
    json_object_set_new(
        it, "time",
        html->times.hz > 0
            ? pp_time_json(&html->times, &html->times.paths[path - html->load->profile.paths])
            : json_null());
    json_object_set_new(it, "route", pp_json_text(text));
    json_object_set_new(it, "end", json_string(route.steps[route.num - 1].outcome));
    json_object_set_new(it, "iterations", json_integer(route.steps[route.num - 1].iteration + 1));
    json_object_set_new(it, "callers", callers_json(html, path));
    pp_line_walk(&html->load->notes, path, add_stop, &stops);
    json_object_set_new(it, "stops", stops.list);
    json_object_set_new(it, "whole", json_boolean(stops.num <= MOST_STOPS));
    json_object_set_new(it, "drawn", pp_drawing_of_path(html->drawings, path));
    free(text);
    free(name);
    pp_route_free(&route);
    return it;
}

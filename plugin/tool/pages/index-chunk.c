/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The chunk that every page begins with: what was run, how few paths cover how much of it, and one row
   for each function and each source file. */
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "tool/compare/profile-pair.h"
#include "tool/pages/index-chunk.h"
#include "tool/pages/untested-chunk.h"
#include "tool/path/measure.h"
#include "tool/path/route.h"
#include "tool/print/json.h"
#include "tool/print/sampled.h"
#include "tool/times/times-json.h"

/* Paths on the first page. */
#define MOST_HOT 50
/* Different command lines of units that are told. */
#define MOST_COMMANDS 5

/* ---- What was run. */

static json_t *modes_json(const struct pp_notes *notes)
{
    bool seen[PP_MODES] = {false};
    json_t *modes = json_array();
    for (uint32_t u = 0; u < notes->num_units; u++) {
        if (!seen[notes->units[u].params.mode])
            json_array_append_new(modes, json_string(pp_mode_name(notes->units[u].params.mode)));
        seen[notes->units[u].params.mode] = true;
    }
    return modes;
}

static json_t *commands_json(const struct pp_notes *notes)
{
    json_t *commands = json_array();
    for (uint32_t u = 0; u < notes->num_units && json_array_size(commands) < MOST_COMMANDS; u++) {
        bool known = false;
        for (uint32_t k = 0; k < u && !known; k++)
            known = strcmp(notes->units[k].command, notes->units[u].command) == 0;
        if (!known)
            json_array_append_new(commands, pp_json_text(notes->units[u].command));
    }
    return commands;
}

/* [[percent, how many paths it takes], ...]: what `stats` prints of it. */
static json_t *curve_json(const struct pp_html *html)
{
    json_t *curve = json_array();
    for (int i = 0; i < PP_CURVE_POINTS; i++)
        json_array_append_new(curve,
                              json_pack("[i, o]", pp_curve_percents[i],
                                        pp_html_count(pp_hot_cover(&html->hot, &html->load->profile,
                                                                   pp_curve_percents[i], NULL))));
    return curve;
}

static json_t *totals_json(const struct pp_html *html)
{
    const struct pp_graph *g = html->g;
    uint64_t called = 0, refused = 0, stmts = 0, unfinished = 0;
    int shown = 0, functions = 0;
    for (uint32_t p = 0; p < g->num_procs; p++) {
        shown += html->shown[p];
        functions += !g->procs[p].absent;
        called += html->load->profile.calls[p] > 0;
        refused += g->procs[p].storage == PP_STORE_NONE;
        stmts = pp_add(stmts, html->stmts[p]);
        unfinished =
            pp_add(unfinished, html->load->unfinished.paths ? html->load->unfinished.paths[p] : 0);
    }
    return json_pack("{s: o, s: o, s: o, s: i, s: i, s: o, s: o, s: o, s: o, s: o, s: i, s: o}",
                     "paths", pp_html_count(html->hot.num), "taken",
                     pp_html_count(html->hot.total_count), "path_stmts",
                     pp_html_count(html->hot.total_stmts), "functions", functions, "shown", shown,
                     "called", pp_html_count(called), "refused", pp_html_count(refused), "lines",
                     pp_html_count(html->all_lines), "executed",
                     pp_html_count(html->executed_lines), "stmts", pp_html_count(stmts), "units",
                     (int)html->load->notes.num_units, "unfinished", pp_html_count(unfinished));
}

/* ---- The hottest paths, as `report` has them. */

/* The first paths of ORDER through functions that are shown; ORDER is by time if BY_TIME, or by statements; SUM is of
   what it is by. */
static json_t *hot_json(struct pp_html *html, const size_t *order, bool by_time)
{
    const struct pp_names *names = &html->calls.names;
    const struct pp_times *times = &html->times;
    json_t *rows = json_array();
    double covered = 0, all = (double)html->hot.total_stmts;
    for (size_t i = 0; i < html->hot.num && json_array_size(rows) < MOST_HOT; i++) {
        const struct pp_path *path = &html->load->profile.paths[order[i]];
        if (!pp_filter_match_path(html->g, html->shown, path))
            continue;
        const struct pp_time *time = times->hz > 0 ? &times->paths[order[i]] : NULL;
        struct pp_route route;
        pp_route_make(&route, &html->load->profile, names, path);
        char *name = pp_path_name(names, path->proc, path->number);
        char *text = pp_route_text(&route, names);
        double work = (double)pp_path_work(path);
        covered += by_time ? time->periods : work;
        json_t *row = json_pack("{s: i, s: o, s: o, s: o, s: o, s: o, s: o, s: o}", "function",
                                (int)path->proc, "name", pp_json_text(name), "share",
                                pp_html_percent(work, all), "cumulative",
                                pp_html_percent(covered, by_time ? times->all : all), "paths",
                                pp_html_percent((double)path->count, (double)html->hot.total_count),
                                "count", pp_html_count(path->count), "stmts",
                                pp_html_count(path->stmts), "route", pp_json_text(text));
        if (time) {
            json_object_set_new(row, "time", pp_html_percent(time->periods, times->all));
            json_object_set_new(row, "error", pp_html_percent(time->error, times->all));
        }
        json_array_append_new(rows, row);
        free(text);
        free(name);
        pp_route_free(&route);
    }
    return rows;
}

static json_t *hot_by_time_json(struct pp_html *html)
{
    size_t *order = pp_xmalloc((html->hot.num + 1) * sizeof *order);
    memcpy(order, html->hot.order, html->hot.num * sizeof *order);
    pp_sort_by_time(html->times.paths, order, html->hot.num);
    json_t *rows = hot_json(html, order, true);
    free(order);
    return rows;
}

/* ---- Functions and files. */

/* Appends [..., seconds in P itself, error of that].  Where samples are on lines, the time of what was inlined is its
   own function's, as that of its paths is; where only symbols are known, it is as `callgraph` has it. */
static void add_seconds(const struct pp_html *html, uint32_t p, json_t *row)
{
    const struct pp_times *times = &html->times;
    double hz = html->calls.hz;
    if (times->hz > 0 && !times->no_lines) {
        json_array_append_new(row, json_real(times->procs[p].periods / times->hz));
        json_array_append_new(row, json_real(times->procs[p].error / times->hz));
        return;
    }
    json_array_append_new(row, hz > 0 ? json_real(html->calls.gprof.functions[p].self / hz)
                                      : json_null());
    json_array_append_new(row, json_null());
}

/* [name, file, line, last line, calls, statements, executed paths, potential paths, chunk (null: it is not shown), mark
   of calls, seconds in itself, error of that, name as written if it is another] */
static json_t *function_row(struct pp_html *html, uint32_t p)
{
    const struct pp_proc *proc = &html->g->procs[p];
    const char *exact = pp_text(html->g, proc->exact_paths);
    const struct pp_unfinished *u = &html->load->unfinished;
    json_t *row = json_array();
    json_array_append_new(row, pp_json_text(html->calls.functions[p].name));
    json_array_append_new(row, json_integer(pp_html_file(html, proc->file)));
    json_array_append_new(row, json_integer(proc->line));
    json_array_append_new(row, json_integer(proc->last_line));
    json_array_append_new(row, pp_html_count(html->load->profile.calls[p]));
    json_array_append_new(row, html->has_lines ? pp_html_count(html->stmts[p]) : json_null());
    json_array_append_new(row, pp_html_count(html->first_path[p + 1] - html->first_path[p]));
    json_array_append_new(row, *exact ? pp_json_text(exact) : pp_html_count(proc->num_paths));
    json_array_append_new(row, html->shown[p] ? json_integer(html->bucket_of[p]) : json_null());
    json_array_append_new(row, json_integer(u->vertices ? u->vertices[proc->entry] : 0));
    add_seconds(html, p, row);
    const char *pretty = pp_text(html->g, proc->pretty);
    if (strcmp(pretty, html->calls.functions[p].name) != 0)
        json_array_append_new(row, pp_json_text(pretty));
    return row;
}

/* Every file has a row: [name], or with what source-chunks.c has said of it. */
static json_t *files_json(const struct pp_html *html)
{
    json_t *files = json_array();
    for (uint32_t f = 0; f < html->num_files; f++)
        json_array_append_new(
            files,
            json_pack("{s: o}", "name", pp_json_text(pp_text(html->g, html->file_names[f]))));
    for (size_t i = 0; i < json_array_size(html->file_rows); i++) {
        json_t *row = json_array_get(html->file_rows, i);
        size_t number = (size_t)json_integer_value(json_object_get(row, "file"));
        json_object_update(json_array_get(files, number), row);
    }
    return files;
}

/* By procedure: how often it was called in the other profile. */
static json_t *before_json(const struct pp_html *html)
{
    json_t *calls = json_array();
    for (uint32_t p = 0; p < html->g->num_procs; p++)
        json_array_append_new(calls, pp_html_count(html->two->before.profile.calls[p]));
    return calls;
}

void pp_html_index(struct pp_html *html)
{
    const struct pp_load *load = html->load;
    json_t *root = pp_json_start("html", load), *functions = json_array();
    json_object_set_new(root, "modes", modes_json(&load->notes));
    json_object_set_new(root, "commands", commands_json(&load->notes));
    json_object_set(root, "other_modules", html->modules);
    if (html->home)
        json_object_set_new(root, "home", pp_json_text(html->home));
    json_object_set_new(root, "samples", pp_samples_json(load->samples, false));
    json_object_set_new(root, "time", pp_times_sum_json(&html->times));
    json_object_set_new(root, "totals", totals_json(html));
    if (html->has_paths) {
        json_object_set_new(root, "curve", curve_json(html));
        json_object_set_new(root, "hot", hot_json(html, html->hot.order, false));
        if (html->times.hz > 0 && html->times.on_paths > 0)
            json_object_set_new(root, "hot_by_time", hot_by_time_json(html));
    }
    for (uint32_t p = 0; p < html->g->num_procs; p++)
        json_array_append_new(functions, function_row(html, p));
    json_object_set_new(root, "functions", functions);
    json_object_set_new(root, "has_lines", json_boolean(html->has_lines));
    json_object_set_new(root, "has_paths", json_boolean(html->has_paths));
    json_object_set_new(root, "has_contexts", json_boolean(html->has_contexts));
    json_object_set_new(root, "insights", html->insights ? html->insights : json_null());
    json_object_set_new(root, "untested", pp_html_untested_sum(html));
    json_object_set_new(root, "changes", json_boolean(html->two));
    json_object_set_new(root, "lanes", json_boolean(html->lanes));
    if (html->two)
        json_object_set_new(root, "before", before_json(html));
    json_object_set_new(root, "files", files_json(html));
    pp_report_chunk(&html->files, "index", root);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pathprof html: the profile as pages for a browser. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "tool/cmd/commands.h"
#include "tool/compare/profile-pair.h"
#include "tool/html/drawing.h"
#include "tool/pages/source-chunks.h"
#include "tool/pages/function-chunks.h"
#include "tool/html/context-tree.h"
#include "tool/pages/changes-chunk.h"
#include "tool/pages/insights-chunk.h"
#include "tool/pages/lanes-chunk.h"
#include "tool/pages/index-chunk.h"
#include "tool/pages/untested-chunk.h"
#include "tool/load/complain.h"
#include "tool/load/lane-read.h"
#include "tool/load/load.h"
#include "tool/load/other-modules.h"
#include "tool/load/options.h"
#include "tool/load/progress.h"
#include "tool/print/json.h"
#include "tool/print/line-marks.h"

static const struct pp_option options[] = {
    {'o', "output", PP_TEXT, offsetof(struct pp_settings, output), "DIR",
     "write the report into DIR; with --single-file, into this file", NULL},
    {0, "single-file", PP_FLAG, offsetof(struct pp_settings, single_file), NULL,
     "one file with all of it, to be sent to somebody", NULL},
    {'n', "top", PP_NUMBER, offsetof(struct pp_settings, top), "N",
     "have the N hottest paths of each function, by statements and by time (default 50)", NULL},
    {0, "draw", PP_NUMBER, offsetof(struct pp_settings, draw), "N",
     "draw the graphs of the N functions that executed most (default 200)", NULL},
    {'b', "before", PP_TEXT, offsetof(struct pp_settings, before), "DATA",
     "also what changed since DATA, another run of the same build", NULL},
    {0, "tests", PP_TEXT, offsetof(struct pp_settings, tests), "DATA",
     "also what this run does and no test, whose data DATA is", NULL},
    {'l', "lanes", PP_TEXT, offsetof(struct pp_settings, lanes), "REPORT",
     "also what the second compile did, by its report= file", NULL},
    {'S', "source-dir", PP_TEXT, offsetof(struct pp_settings, source_dir), "DIR",
     "look for source files below DIR first", NULL},
    {0, NULL, PP_FLAG, 0, NULL, NULL, NULL},
};

/* What the profile knows of. */
static void look(struct pp_html *html)
{
    const struct pp_notes *notes = &html->load->notes;
    for (uint32_t u = 0; u < notes->num_units; u++) {
        const struct pp_mode_row *mode = pp_mode_row(notes->units[u].params.mode);
        html->has_lines |= !mode->calls_only;
        html->has_paths |= !mode->counts_edges;
        html->has_contexts |= mode->crosses_calls;
    }
}

/* The paths that begin in each function, hottest first. */
static void sort_paths(struct pp_html *html)
{
    struct pp_hot_sets sets;
    pp_hot_divide(&sets, &html->hot, html->hot.num, &html->load->profile);
    html->paths_of = sets.paths;
    html->first_path = sets.first;
}

/* The first paths of each function by statements, and by time, are in the report. */
static void list_paths(struct pp_html *html)
{
    uint64_t top = html->settings->top;
    html->listed = pp_xcalloc(html->load->profile.num_paths + 1, sizeof *html->listed);
    for (uint32_t p = 0; p < html->g->num_procs; p++) {
        const size_t *paths = &html->paths_of[html->first_path[p]];
        size_t num = html->first_path[p + 1] - html->first_path[p];
        for (size_t i = 0; i < num && i < top; i++)
            html->listed[paths[i]] = true;
        if (num <= top || html->times.hz == 0)
            continue;
        size_t *timed = pp_xmalloc(num * sizeof *timed);
        memcpy(timed, paths, num * sizeof *timed);
        pp_sort_by_time(html->times.paths, timed, num);
        for (size_t i = 0; i < top && html->times.paths[timed[i]].periods > 0; i++)
            html->listed[timed[i]] = true;
        free(timed);
    }
}

/* Counts all lines, and keeps those that are shown. */
static void count_lines(struct pp_html *html)
{
    pp_line_counts_make(&html->lines, &html->load->profile);
    html->all_lines = html->lines.num;
    for (size_t i = 0; i < html->lines.num; i++)
        html->executed_lines += html->lines.lines[i].count > 0;
    pp_filter_lines(html->filter, &html->calls.names, html->shown, &html->lines);
    html->marks = pp_mark_lines(html->load, &html->lines);
}

static void count_stmts(struct pp_html *html)
{
    const struct pp_graph *g = html->g;
    html->stmts = pp_xcalloc((size_t)g->num_procs + 1, sizeof *html->stmts);
    for (uint32_t v = 0; v < g->num_vertices; v++) {
        uint64_t stmts = pp_multiply(html->load->profile.vertex_counts[v], g->vertices[v].stmts);
        html->stmts[g->vertices[v].proc] = pp_add(html->stmts[g->vertices[v].proc], stmts);
    }
}

/* Returns false after a line on stderr. */
static bool prepare(struct pp_html *html)
{
    size_t strings = html->g->strings_size;
    look(html);
    pp_callgraph_make(&html->calls, html->load, html->settings->full_names);
    pp_filter_check(html->filter, &html->calls.names, html->load->program);
    html->shown = pp_filter_shown(html->filter, &html->calls.names);
    pp_hot_make(&html->hot, &html->load->profile, PP_HOT_STMTS);
    if (html->has_paths)
        pp_times_make(&html->times, html->load);
    sort_paths(html);
    list_paths(html);
    bool good = pp_html_find_untested(html);
    count_stmts(html);
    count_lines(html);
    html->file_numbers = pp_xmalloc((strings + 1) * sizeof *html->file_numbers);
    memset(html->file_numbers, -1, (strings + 1) * sizeof *html->file_numbers);
    html->bucket_of = pp_xcalloc((size_t)html->g->num_procs + 1, sizeof *html->bucket_of);
    html->drawings = pp_drawings_make(html, html->settings->draw);
    return good;
}

static void release(struct pp_html *html)
{
    pp_drawings_free(html->drawings);
    free(html->bucket_of);
    free(html->shown);
    json_decref(html->modules);
    free(html->file_numbers);
    free(html->file_names);
    json_decref(html->file_rows);
    free(html->marks);
    pp_line_counts_free(&html->lines);
    free(html->stmts);
    free(html->paths_of);
    free(html->first_path);
    free(html->listed);
    if (html->untested)
        pp_untested_free(html->untested);
    free(html->untested);
    pp_times_free(&html->times);
    pp_hot_free(&html->hot);
    pp_callgraph_free(&html->calls);
}

static void report_others(struct pp_html *html);

static bool write_report(struct pp_html *html)
{
    pp_progress_begin("drawing graphs", "");
    bool good = prepare(html) &&
                pp_report_begin(&html->files, html->settings->output, html->settings->single_file);
    if (!good) {
        release(html);
        pp_progress_end();
        return false;
    }
    pp_progress_begin("writing", html->settings->output);
    pp_html_sources(html);
    pp_html_functions(html);
    pp_html_contexts(html);
    pp_html_changes(html);
    pp_html_lanes(html);
    pp_html_insights(html);
    pp_html_untested(html);
    report_others(html);
    pp_html_index(html); /* last: it names all files that the others have named */
    release(html);
    pp_progress_end();
    return pp_report_end(&html->files);
}

/* Writes the report HTML of LOAD. */
static enum pp_status report(struct pp_html *html, struct pp_load *load)
{
    const struct pp_settings *settings = html->settings;
    html->load = load;
    html->g = &load->notes.graph;
    pp_infer(load);
    bool written = write_report(html);
    if (written && !html->home) {
        pp_print_name(stdout, settings->output);
        printf("%s\n", settings->single_file ? "" : "/index.html");
    }
    return written ? PP_OK : PP_BAD_INPUT;
}

/* With another profile: both are loaded. */
static enum pp_status report_two(struct pp_html *html)
{
    const struct pp_settings *settings = html->settings;
    char *files[] = {(char *)settings->program, (char *)settings->before,
                     (char *)settings->data_file};
    struct pp_settings both = *settings;
    struct pp_profile_pair two;
    both.files = files;
    both.num_files = 3;
    enum pp_status status = pp_profile_pair_load(&two, &both, "html");
    if (status != PP_OK)
        return status;
    html->two = &two;
    status = report(html, &two.after);
    pp_profile_pair_free(&two);
    return status;
}

static enum pp_status report_one(struct pp_html *html)
{
    struct pp_load load;
    if (!pp_load(&load, html->settings, false))
        return PP_BAD_INPUT;
    enum pp_status status = report(html, &load);
    pp_unload(&load);
    return status;
}

/* The report of the module in FILE, below that of HTML; PLACE is its directory there. */
static bool report_other(const struct pp_html *html, const char *file, const char *place)
{
    char *output = pp_sentence("%s/%s", html->settings->output, place);
    struct pp_settings settings = *html->settings;
    settings.program = file;
    settings.data_file = html->load->data_file;
    settings.output = output;
    settings.tests = NULL; /* they may not have it */
    struct pp_html other = {
        .settings = &settings, .filter = html->filter, .home = html->load->program};
    bool written = report_one(&other) == PP_OK;
    free(output);
    return written;
}

/* The other modules of the data file, which get reports of their own where their files are found. */
static void report_others(struct pp_html *html)
{
    html->modules = pp_json_others(&html->load->profile);
    if (html->home || html->settings->single_file)
        return;
    for (size_t i = 0; i < html->load->profile.num_others; i++) {
        const struct pp_other_module *other = &html->load->profile.others[i];
        bool seen;
        char *file = pp_other_module_file(html->load, html->load->samples, other->name,
                                          other->place, other->stamp, &seen);
        char *place = pp_sentence("module-%zu", i + 1);
        if (file && report_other(html, file, place))
            json_object_set_new(json_array_get(html->modules, i), "report", json_string(place));
        free(file);
        free(place);
    }
}

static enum pp_status run(const struct pp_settings *settings)
{
    struct pp_lanes lanes;
    struct pp_filter filter;
    struct pp_html html = {.settings = settings, .filter = &filter};
    if (!settings->output) {
        pp_complain("html: say where the report is to be put: pathprof html PROGRAM -o DIR");
        return PP_USAGE;
    }
    enum pp_status status = pp_filter_make(&filter, &settings->filter);
    if (status != PP_OK)
        return status;
    if (!settings->lanes || pp_lanes_read(&lanes, settings->lanes)) {
        html.lanes = settings->lanes ? &lanes : NULL;
        status = settings->before ? report_two(&html) : report_one(&html);
        if (html.lanes)
            pp_lanes_free(html.lanes);
    } else {
        status = PP_BAD_INPUT;
    }
    pp_filter_free(&filter);
    return status;
}

const struct pp_command pp_html_command = {
    .name = "html",
    .foreign = true,
    .names = true,
    .filters = true,
    .summary = "a report for the browser: paths beside their source, graphs, contexts",
    .options = options,
    .defaults = {.top = 50, .draw = 200},
    .run = run,
};

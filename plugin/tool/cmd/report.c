/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pathprof report: the hot paths. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/base/text.h"
#include "core/number/path.h"
#include "core/profile/hot.h"
#include "core/profile/variances.h"
#include "tool/cmd/commands.h"
#include "tool/report/report-patterns.h"
#include "tool/report/report-times.h"
#include "tool/load/load.h"
#include "tool/load/options.h"
#include "tool/load/other-modules.h"
#include "tool/names/filter.h"
#include "tool/names/names.h"
#include "tool/path/measure.h"
#include "tool/path/parts-json.h"
#include "tool/path/route.h"
#include "tool/print/json.h"
#include "tool/print/view.h"

/* As enum pp_hot_key has them; then by time, which is not counted. */
static const char *const sorts[] = {"stmts", "count", "length", "calls", "time", NULL};
#define SORT_TIME PP_HOT_KEYS

static const struct pp_option options[] = {
    {'n', "top", PP_NUMBER, offsetof(struct pp_settings, top), "N",
     "show the first N paths (default 20)", NULL},
    {'c', "coverage", PP_PERCENT, offsetof(struct pp_settings, coverage), "PERCENT",
     "show as many paths as execute PERCENT of the statements (with --sort=time: take of the time)",
     NULL},
    {'a', "all", PP_FLAG, offsetof(struct pp_settings, all), NULL, "show all executed paths", NULL},
    {'s', "sort", PP_CHOICE, offsetof(struct pp_settings, sort), "KEY",
     "hottest by: stmts executed (default), count, length, calls, time (of profiles with samples)",
     sorts},
    {0, NULL, PP_FLAG, 0, NULL, NULL, NULL},
};

/* One line of the table, and what has come before it. */
struct row {
    size_t rank;
    const struct pp_path *path;
    double stmts, cumulative,
        count; /* percent of the whole profile; CUMULATIVE of what rows are sorted by */
};

struct report {
    const struct pp_load *load;
    const struct pp_settings *settings;
    struct pp_hot hot;
    struct pp_times times;
    struct pp_names names;
    struct pp_filter filter;
    struct pp_view view;
    struct row *rows;
    size_t num_rows;
    bool calls; /* some unit's paths cross calls */
    bool parts; /* some paths have a context-prefix */
};

/* NULL: there are no samples. */
static const struct pp_time *time_of(const struct report *r, const struct pp_path *path)
{
    return r->times.hz == 0 ? NULL : &r->times.paths[path - r->load->profile.paths];
}

/* What the coverage is of: statements that PATH executed, or its time. */
static double heat(const struct report *r, const struct pp_path *path)
{
    return r->settings->sort == SORT_TIME ? time_of(r, path)->periods : (double)pp_path_work(path);
}

/* Chooses the rows: in order of heat, those that the filter lets through, up to the limit. */
static void choose(struct report *r)
{
    const struct pp_profile *profile = &r->load->profile;
    const struct pp_settings *s = r->settings;
    double covered = 0;
    double all = s->sort == SORT_TIME ? r->times.on_paths : (double)r->hot.total_stmts;
    double whole = s->sort == SORT_TIME ? r->times.all : all;
    bool *shown = pp_filter_shown(&r->filter, &r->names);
    r->rows = pp_xmalloc((r->hot.num + 1) * sizeof *r->rows);
    for (size_t i = 0; i < r->hot.num; i++) {
        if (!s->all &&
            (s->coverage > 0 ? covered >= all * s->coverage / 100 : r->num_rows >= s->top))
            break;
        const struct pp_path *path = &profile->paths[r->hot.order[i]];
        if (!pp_filter_match_path(&profile->notes->graph, shown, path))
            continue;
        covered += heat(r, path);
        r->rows[r->num_rows++] = (struct row){
            .rank = i + 1,
            .path = path,
            .stmts = pp_percent((double)pp_path_work(path), (double)r->hot.total_stmts),
            .cumulative = pp_percent(covered, whole),
            .count = pp_percent((double)path->count, (double)r->hot.total_count),
        };
    }
    free(shown);
}

/* Whether PATH's mode follows calls. */
static bool crosses_calls(const struct report *r, const struct pp_path *path)
{
    const struct pp_notes *notes = &r->load->notes;
    return pp_mode_row(notes->units[notes->graph.procs[path->proc].unit].params.mode)
        ->crosses_calls;
}

/* "[7:3]": of the context-prefix, of the active-suffix. */
static void print_parts(int width, uint64_t prefix, uint64_t suffix)
{
    char text[64];
    snprintf(text, sizeof text, "[%" PRIu64 ":%" PRIu64 "]", prefix, suffix);
    printf("  %*s", width, text);
}

static void print_lengths(const struct report *r, const struct pp_path *path)
{
    if (!r->calls && !r->parts) {
        printf("  %5" PRIu64, path->stmts);
    } else if (!r->calls && path->active) {
        print_parts(9, path->prefix_stmts, path->stmts);
    } else if (!r->calls) {
        printf("  %9" PRIu64, path->stmts);
    } else if (!crosses_calls(r, path)) {
        printf("  %9" PRIu64 "  %7s  %7s", path->stmts, "", "");
    } else {
        struct pp_shape shape = pp_path_shape(&r->load->notes.graph, path);
        print_parts(9, path->prefix_stmts, path->stmts);
        print_parts(7, shape.calls[0], shape.calls[1]);
        print_parts(7, shape.returns[0], shape.returns[1]);
    }
}

static void print_row(const struct report *r, const struct row *row)
{
    char *name = pp_path_name(&r->names, row->path->proc, row->path->number);
    struct pp_route route;
    pp_route_make(&route, &r->load->profile, &r->names, row->path);
    char *text = pp_route_text(&route, &r->names);
    const char *color = row->stmts >= 10 ? pp_hot_color(&r->view) : "";
    bool by_time = r->settings->sort == SORT_TIME;
    printf("%5zu  %s%6.2f%s", row->rank, color, row->stmts, *color ? pp_plain(&r->view) : "");
    if (!by_time)
        printf("  %6.2f", row->cumulative);
    printf("  %6.2f  %12" PRIu64, row->count, row->path->count);
    if (r->load->profile.estimated)
        printf("  %10.0f", ceil(pp_error_bound(row->path->variance)));
    print_lengths(r, row->path);
    if (r->times.hz > 0)
        pp_print_time(&r->times, time_of(r, row->path), by_time ? &row->cumulative : NULL);
    printf("  %s%s%s\n", pp_bold(&r->view), name, pp_plain(&r->view));
    pp_print_folded(&r->view, 7, text);
    free(text);
    free(name);
    pp_route_free(&route);
}

/* Functions without paths, and why the first of them has none. */
static void print_refused(const struct report *r)
{
    const struct pp_graph *g = &r->load->notes.graph;
    uint32_t num = 0, first = 0;
    for (uint32_t p = g->num_procs; p-- > 0;)
        if (g->procs[p].storage == PP_STORE_NONE) {
            num++;
            first = p;
        }
    if (num)
        printf("%" PRIu32 " of %" PRIu32 " functions %s not instrumented; '%s': %s.\n", num,
               g->num_procs, num == 1 ? "is" : "are", pp_written(&r->names, g->procs[first].pretty),
               pp_text(g, g->procs[first].why));
}

/* The modules that wrote into the same file, the first of them by name, and how to see theirs if they are there. */
static void print_others(const struct pp_load *load)
{
    const struct pp_profile *profile = &load->profile;
    char *data = pp_printable(load->data_file);
    size_t named = profile->num_others < PP_MOST_OTHERS ? profile->num_others : PP_MOST_OTHERS;
    for (size_t i = 0; i < named; i++) {
        const struct pp_other_module *other = &profile->others[i];
        bool there;
        char *name = pp_other_module_shown(load, other->name, other->place, &there);
        pp_make_printable(name);
        printf("%s also has the counts of %s (%" PRIu64 " run%s)", data, name, other->runs,
               pp_s(other->runs));
        if (there)
            printf(": pathprof report %s -d %s\n", name, data);
        else
            printf(", which is not here\n");
        free(name);
    }
    if (profile->num_others > named)
        printf("%s also has the counts of %zu more; --json lists them all\n", data,
               profile->num_others - named);
    free(data);
}

/* Functions of which paths were under way when something did not come back. */
static void print_unfinished(struct report *r)
{
    const struct pp_unfinished *u = &r->load->unfinished;
    const struct pp_graph *g = &r->load->notes.graph;
    bool any = false;
    for (uint32_t p = 0; p < g->num_procs; p++) {
        if (!u->paths[p] || !pp_filter_match(&r->filter, &r->names, p))
            continue;
        char *name = pp_proc_name(&r->names, p);
        printf("%s%s %" PRIu64,
               any ? ", " : "Paths that did not end, inferred from other counts: ", name,
               u->paths[p]);
        any = true;
        free(name);
    }
    if (any)
        printf("; 'pathprof edges' shows what they ran\n");
}

static json_t *unfinished_json(const struct report *r)
{
    const struct pp_unfinished *u = &r->load->unfinished;
    json_t *list = json_array();
    for (uint32_t p = 0; p < r->load->notes.graph.num_procs; p++) {
        if (!u->paths[p])
            continue;
        char *name = pp_proc_name(&r->names, p);
        json_t *it = json_object();
        json_object_set_new(it, "function", pp_json_text(name));
        json_object_set_new(it, "paths", pp_json_count(u->paths[p]));
        json_object_set_new(it, "inferred", json_true());
        json_array_append_new(list, it);
        free(name);
    }
    return list;
}

static void print_table(struct report *r)
{
    const struct pp_profile *profile = &r->load->profile;
    pp_print_name(stdout, r->load->program);
    printf(": %" PRIu64 " run%s; %zu executed path%s, taken %" PRIu64 " time%s; %" PRIu64
           " statement%s\n",
           profile->runs, pp_s(profile->runs), r->hot.num, pp_s(r->hot.num), r->hot.total_count,
           pp_s(r->hot.total_count), r->hot.total_stmts, pp_s(r->hot.total_stmts));
    if (profile->estimated)
        printf(
            "Counts are estimates, from bursts; 95 in 100 true counts are within their +-95%%.\n");
    if (r->times.hz > 0)
        pp_print_times_sum(&r->times, r->load);
    print_others(r->load);
    if (r->num_rows == 0) {
        printf("No executed path to show.\n");
        print_unfinished(r);
        print_refused(r);
        return;
    }
    bool by_time = r->settings->sort == SORT_TIME;
    printf("%s%5s  %6s%s  %6s  %12s", pp_faint(&r->view), "rank", "stmts%",
           by_time ? "" : "    cum%", "paths%", "count");
    if (profile->estimated)
        printf("  %10s", "+-95%");
    if (r->calls)
        printf("  %9s  %7s  %7s", "stmts", "calls", "returns");
    else
        printf("  %*s", r->parts ? 9 : 5, "stmts");
    if (r->times.hz > 0)
        pp_print_times_head(by_time);
    printf("  path%s\n", pp_plain(&r->view));
    for (size_t i = 0; i < r->num_rows; i++)
        print_row(r, &r->rows[i]);
    print_unfinished(r);
    if (r->times.hz > 0)
        pp_print_proc_times(&r->times, &r->names, &r->filter, &r->view, r->settings->top);
    pp_print_patterns(profile, &r->names, &r->filter, &r->view, r->settings->top);
}

static json_t *row_json(const struct report *r, const struct row *row)
{
    const struct pp_graph *g = &r->load->notes.graph;
    const struct pp_proc *proc = &g->procs[row->path->proc];
    char *name = pp_path_name(&r->names, row->path->proc, row->path->number);
    struct pp_route route;
    pp_route_make(&route, &r->load->profile, &r->names, row->path);
    char *text = pp_route_text(&route, &r->names);
    json_t *it = json_object();
    json_object_set_new(it, "rank", json_integer((json_int_t)row->rank));
    json_object_set_new(it, "path", pp_json_text(name));
    json_object_set_new(it, "unit", pp_json_text(r->load->notes.units[proc->unit].name));
    json_object_set_new(it, "function", pp_json_text(pp_text(g, proc->pretty)));
    json_object_set_new(it, "number", pp_json_num(row->path->number));
    json_object_set_new(it, "count", pp_json_count(row->path->count));
    if (r->load->profile.estimated)
        json_object_set_new(it, "count_error", json_real(sqrt(row->path->variance)));
    json_object_set_new(it, "statements", pp_json_count(row->path->stmts));
    json_object_set_new(it, "executed_statements", pp_json_count(pp_path_work(row->path)));
    json_object_set_new(it, "statements_percent", json_real(row->stmts));
    json_object_set_new(it, "cumulative_percent", json_real(row->cumulative));
    json_object_set_new(it, "paths_percent", json_real(row->count));
    json_object_set_new(it, "time", pp_time_json(&r->times, time_of(r, row->path)));
    json_object_set_new(it, "route", pp_route_json(&route, g));
    json_object_set_new(it, "text", pp_json_text(text));
    if (crosses_calls(r, row->path) || row->path->active)
        pp_json_parts(it, r->load, row->path);
    free(text);
    free(name);
    pp_route_free(&route);
    return it;
}

static void print_json(const struct report *r)
{
    json_t *root = pp_json_start("report", r->load);
    json_object_set_new(root, "executed_paths", json_integer((json_int_t)r->hot.num));
    json_object_set_new(root, "path_executions", pp_json_count(r->hot.total_count));
    json_object_set_new(root, "executed_statements", pp_json_count(r->hot.total_stmts));
    json_object_set_new(root, "unfinished", unfinished_json(r));
    json_object_set_new(root, "other_modules", pp_json_others(&r->load->profile));
    json_t *rows = json_array();
    for (size_t i = 0; i < r->num_rows; i++)
        json_array_append_new(rows, row_json(r, &r->rows[i]));
    json_object_set_new(root, "paths", rows);
    json_object_set_new(root, "time", pp_times_sum_json(&r->times));
    json_object_set_new(root, "functions",
                        pp_proc_times_json(&r->times, r->load, &r->names, &r->filter));
    json_t *patterns = pp_patterns_json(&r->load->profile, &r->names, &r->filter, r->settings->top);
    if (patterns)
        json_object_set_new(root, "patterns", patterns);
    pp_json_finish(root);
}

/* Fills in what is shown.  Returns false after a line on stderr. */
static bool prepare(struct report *r, struct pp_load *load)
{
    bool by_time = r->settings->sort == SORT_TIME;
    if (!pp_counts_paths(load))
        return false;
    if (by_time && !pp_need_samples(load, "report"))
        return false;
    pp_hot_make(&r->hot, &load->profile,
                by_time ? PP_HOT_STMTS : (enum pp_hot_key)r->settings->sort);
    pp_times_make(&r->times, load);
    if (by_time)
        pp_sort_by_time(r->times.paths, r->hot.order, r->hot.num);
    pp_names_make(&r->names, &load->notes, pp_whole_names(r->settings));
    pp_filter_check(&r->filter, &r->names, load->program);
    pp_infer(load);
    for (size_t i = 0; i < load->profile.num_paths; i++) {
        r->calls |= crosses_calls(r, &load->profile.paths[i]);
        r->parts |= load->profile.paths[i].active > 0;
    }
    choose(r);
    return true;
}

static enum pp_status run(const struct pp_settings *settings)
{
    struct pp_load load;
    struct report r = {.load = &load, .settings = settings, .view = pp_view_make(settings)};
    enum pp_status wrong = pp_filter_load(&r.filter, &load, settings, false);
    if (wrong != PP_OK)
        return wrong;
    bool paths = prepare(&r, &load);
    if (paths) {
        if (settings->json)
            print_json(&r);
        else
            print_table(&r);
        free(r.rows);
        pp_names_free(&r.names);
        pp_times_free(&r.times);
        pp_hot_free(&r.hot);
    }
    pp_filter_free(&r.filter);
    pp_unload(&load);
    return paths ? PP_OK : PP_BAD_INPUT;
}

const struct pp_command pp_report = {
    .name = "report",
    .names = true,
    .filters = true,
    .summary = "the hot paths: which they are, and their share of the run",
    .options = options,
    .defaults = {.top = 20, .sort = PP_HOT_STMTS},
    .run = run,
};

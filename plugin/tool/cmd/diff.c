/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pathprof diff: which paths appeared, vanished, grew or shrank from one run to another, or what changed from one build
   to another. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/base/text.h"
#include "core/number/path.h"
#include "tool/builds/builds.h"
#include "tool/cmd/commands.h"
#include "tool/compare/changes.h"
#include "tool/compare/profile-pair.h"
#include "tool/load/load.h"
#include "tool/load/options.h"
#include "tool/names/filter.h"
#include "tool/names/names.h"
#include "tool/path/route.h"
#include "tool/print/json.h"
#include "tool/print/view.h"

static const struct pp_option options[] = {
    {'n', "top", PP_NUMBER, offsetof(struct pp_settings, top), "N",
     "show the first N paths (default 20)", NULL},
    {'a', "all", PP_FLAG, offsetof(struct pp_settings, all), NULL, "show all that changed", NULL},
    {0, "old", PP_TEXT, offsetof(struct pp_settings, old_program), "PROGRAM",
     "BEFORE is of PROGRAM, built of other sources: compare functions, lines and routes", NULL},
    {0, "old-source-dir", PP_TEXT, offsetof(struct pp_settings, old_source_dir), "DIR",
     "look for the sources of that program in DIR first", NULL},
    {'S', "source-dir", PP_TEXT, offsetof(struct pp_settings, source_dir), "DIR",
     "with --old: look for the sources of the other program in DIR first", NULL},
    {0, NULL, PP_FLAG, 0, NULL, NULL, NULL},
};

struct diff {
    struct pp_profile_pair two;
    struct pp_view view;
    struct pp_changes changes;
    size_t num_rows; /* to show */
};

/* The route of the path of PAIR as text, malloc'd. */
static char *route_text(const struct diff *d, const struct pp_pair *pair)
{
    const struct pp_load *load = pp_pair_load(&d->two, pair);
    struct pp_route route;
    pp_route_make(&route, &load->profile, &d->two.names, pp_pair_path(pair));
    char *text = pp_route_text(&route, &d->two.names);
    pp_route_free(&route);
    return text;
}

static void print_table(const struct diff *d)
{
    const struct pp_profile_pair *two = &d->two;
    pp_print_name(stdout, two->before.program);
    printf(": %" PRIu64 " path%s appeared, %" PRIu64 " vanished, %" PRIu64 " grew, %" PRIu64
           " shrank\n",
           d->changes.num_of[PP_APPEARED], pp_s(d->changes.num_of[PP_APPEARED]),
           d->changes.num_of[PP_VANISHED], d->changes.num_of[PP_GREW],
           d->changes.num_of[PP_SHRANK]);
    if (d->num_rows)
        printf("%s%8s  %12s  %12s  %8s  path%s\n", pp_faint(&d->view), "", "before", "after",
               "stmts%", pp_plain(&d->view));
    for (size_t i = 0; i < d->num_rows; i++) {
        const struct pp_pair *pair = &two->pairs[d->changes.rows[i]];
        const struct pp_path *path = pp_pair_path(pair);
        char *name = pp_path_name(&two->names, path->proc, path->number);
        char *text = route_text(d, pair);
        printf("%-8s  %12" PRIu64 "  %12" PRIu64 "  %+8.2f  %s%s%s\n",
               pp_change_names[pp_change_of(two, pair)], pp_taken_count(pair->before),
               pp_taken_count(pair->after), pp_points(two, pair), pp_bold(&d->view), name,
               pp_plain(&d->view));
        pp_print_folded(&d->view, 10, text);
        free(text);
        free(name);
    }
}

static void print_json(const struct diff *d)
{
    const struct pp_profile_pair *two = &d->two;
    json_t *root = pp_profile_pair_json("diff", two), *rows = json_array();
    for (int change = 0; change < PP_CHANGES; change++)
        json_object_set_new(root, pp_change_names[change],
                            pp_json_count(d->changes.num_of[change]));
    for (size_t i = 0; i < d->num_rows; i++) {
        const struct pp_pair *pair = &two->pairs[d->changes.rows[i]];
        const struct pp_path *path = pp_pair_path(pair);
        const struct pp_graph *g = &two->before.notes.graph;
        char *name = pp_path_name(&two->names, path->proc, path->number);
        char *text = route_text(d, pair);
        json_t *it = json_object();
        json_object_set_new(it, "path", pp_json_text(name));
        json_object_set_new(it, "function", pp_json_text(pp_text(g, g->procs[path->proc].pretty)));
        json_object_set_new(it, "number", pp_json_num(path->number));
        json_object_set_new(it, "change", json_string(pp_change_names[pp_change_of(two, pair)]));
        json_object_set_new(it, "before", pp_json_count(pp_taken_count(pair->before)));
        json_object_set_new(it, "after", pp_json_count(pp_taken_count(pair->after)));
        json_object_set_new(it, "statements_points", json_real(pp_points(two, pair)));
        json_object_set_new(it, "text", pp_json_text(text));
        json_array_append_new(rows, it);
        free(text);
        free(name);
    }
    json_object_set_new(root, "paths", rows);
    pp_json_finish(root);
}

static enum pp_status run(const struct pp_settings *settings)
{
    struct diff d = {.view = pp_view_make(settings)};
    struct pp_filter filter;
    enum pp_status status = pp_filter_make(&filter, &settings->filter);
    if (status != PP_OK)
        return status;
    if (settings->old_program) {
        status = pp_builds_diff(settings, &filter);
        pp_filter_free(&filter);
        return status;
    }
    status = pp_profile_pair_load(&d.two, settings, "diff");
    if (status == PP_OK) {
        pp_filter_check(&filter, &d.two.names, d.two.after.program);
        pp_changes_make(&d.changes, &d.two, &filter);
        d.num_rows = d.changes.num;
        if (!settings->all && d.num_rows > settings->top)
            d.num_rows = settings->top;
        if (settings->json)
            print_json(&d);
        else
            print_table(&d);
        pp_changes_free(&d.changes);
        pp_profile_pair_free(&d.two);
    }
    pp_filter_free(&filter);
    return status;
}

const struct pp_command pp_diff_command = {
    .name = "diff",
    .many = "PROGRAM [BEFORE AFTER]",
    .names = true,
    .filters = true,
    .summary =
        "which paths appeared, vanished, grew or shrank from one data file or build to another",
    .options = options,
    .defaults = {.top = 20},
    .run = run,
};

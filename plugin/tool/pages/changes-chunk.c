/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which paths appeared, vanished, grew and shrank since another profile: what `pathprof diff` prints. */
#include <stdlib.h>

#include "tool/compare/changes.h"
#include "tool/pages/changes-chunk.h"
#include "tool/path/route.h"
#include "tool/print/json.h"

/* The rest has changed least. */
#define MOST_ROWS 2000

/* [name, procedure, change, before, after, percent points, route] */
static json_t *row_json(const struct pp_html *html, const struct pp_pair *pair)
{
    const struct pp_path *path = pp_pair_path(pair);
    struct pp_route route;
    char *name = pp_path_name(&html->calls.names, path->proc, path->number);
    pp_route_make(&route, &pp_pair_load(html->two, pair)->profile, &html->calls.names, path);
    char *text = pp_route_text(&route, &html->calls.names);
    json_t *row = json_array();
    json_array_append_new(row, pp_json_text(name));
    json_array_append_new(row, json_integer(path->proc));
    json_array_append_new(row, json_string(pp_change_names[pp_change_of(html->two, pair)]));
    json_array_append_new(row, pp_html_count(pp_taken_count(pair->before)));
    json_array_append_new(row, pp_html_count(pp_taken_count(pair->after)));
    json_array_append_new(row, json_sprintf("%+.2f", pp_points(html->two, pair)));
    json_array_append_new(row, pp_json_text(text));
    free(text);
    free(name);
    pp_route_free(&route);
    return row;
}

void pp_html_changes(struct pp_html *html)
{
    struct pp_changes changes;
    if (!html->two)
        return;
    pp_changes_make(&changes, html->two, html->filter);
    json_t *it = json_object(), *counts = json_object(), *rows = json_array();
    for (int change = 0; change < PP_CHANGES; change++)
        json_object_set_new(counts, pp_change_names[change], pp_html_count(changes.num_of[change]));
    for (size_t i = 0; i < changes.num && i < MOST_ROWS; i++)
        json_array_append_new(rows, row_json(html, &html->two->pairs[changes.rows[i]]));
    json_object_set_new(it, "before", pp_json_text(html->two->before.data_file));
    json_object_set_new(it, "after", pp_json_text(html->two->after.data_file));
    json_object_set_new(it, "counts", counts);
    json_object_set_new(it, "all", pp_html_count(changes.num));
    json_object_set_new(it, "rows", rows);
    pp_report_chunk(&html->files, "changes", it);
    pp_changes_free(&changes);
}

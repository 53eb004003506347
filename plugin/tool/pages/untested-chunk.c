/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What this run does and no test: what `pathprof coverage --production` prints. */
#include "tool/pages/untested-chunk.h"

#include <stdlib.h>

#include "tool/coverage/coverage-text.h"
#include "tool/path/route.h"
#include "tool/print/json.h"

/* The rest executes least. */
#define MOST_ROWS 2000

bool pp_html_find_untested(struct pp_html *html)
{
    const struct pp_settings *settings = html->settings;
    if (!settings->tests)
        return true;
    struct pp_untested_paths *list = pp_xcalloc(1, sizeof *list);
    if (pp_untested_make(list, &html->load->profile, settings, html->load->program, settings->tests,
                         html->shown) != PP_OK) {
        free(list);
        return false;
    }
    html->untested = list;
    for (size_t i = 0; i < list->num && i < MOST_ROWS && !list->projected; i++)
        html->listed[list->list[i].path] = true;
    return true;
}

/* [name, procedure, count, share of the statements, what is new on it, route]; without a name if it is no path that
   is counted */
static json_t *row_json(const struct pp_html *html, const struct pp_names *names,
                        const struct pp_untested *it)
{
    const struct pp_profile *of = pp_untested_profile(html->untested, &html->load->profile);
    const struct pp_path *path = &of->paths[it->path];
    struct pp_route route;
    char *name = pp_path_name(names, path->proc, path->number);
    char *what = pp_untested_text(&of->notes->graph, it);
    pp_route_make(&route, of, names, path);
    char *text = pp_route_text(&route, names);
    json_t *row = json_array();
    json_array_append_new(row, html->untested->projected ? json_null() : pp_json_text(name));
    json_array_append_new(row, json_integer(path->proc));
    json_array_append_new(row, pp_html_count(path->count));
    json_array_append_new(row,
                          pp_html_percent((double)pp_path_work(path), (double)html->untested->all));
    json_array_append_new(row, pp_json_text(what));
    json_array_append_new(row, pp_json_text(text));
    pp_route_free(&route);
    free(text);
    free(what);
    free(name);
    return row;
}

static json_t *rows_json(const struct pp_html *html, const struct pp_names *names)
{
    const struct pp_untested_paths *list = html->untested;
    json_t *rows = json_array();
    for (size_t i = 0; i < list->num && i < MOST_ROWS; i++)
        json_array_append_new(rows, row_json(html, names, &list->list[i]));
    return rows;
}

void pp_html_untested(struct pp_html *html)
{
    const struct pp_untested_paths *list = html->untested;
    if (!list)
        return;
    json_t *it = json_object();
    if (list->projected) {
        struct pp_names names;
        pp_names_make(&names, &list->projected->notes, pp_whole_names(html->settings));
        json_object_set_new(it, "rows", rows_json(html, &names));
        pp_names_free(&names);
    } else {
        json_object_set_new(it, "rows", rows_json(html, &html->calls.names));
    }
    pp_report_chunk(&html->files, "untested", it);
}

json_t *pp_html_untested_sum(const struct pp_html *html)
{
    const struct pp_untested_paths *list = html->untested;
    if (!list)
        return json_null();
    double all = (double)list->all;
    json_t *it = json_object();
    json_object_set_new(it, "tests", pp_json_text(html->settings->tests));
    json_object_set_new(it, "num", pp_html_count(list->num));
    json_object_set_new(it, "paths", pp_html_percent((double)list->paths, all));
    json_object_set_new(it, "turns", pp_html_percent((double)list->turns, all));
    json_object_set_new(it, "outcomes", pp_html_percent((double)list->outcomes, all));
    return it;
}

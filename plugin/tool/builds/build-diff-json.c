/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tool/builds/build-diff-json.h"

#include <stdlib.h>

#include "tool/builds/build-diff-text.h"
#include "tool/print/json.h"

static void add(json_t *it, const char *key, json_t *value)
{
    json_object_set_new(it, key, value);
}

static json_t *ran_json(struct pp_ran ran)
{
    json_t *it = json_object();
    add(it, "all", pp_json_count(ran.all));
    add(it, "ran", pp_json_count(ran.ran));
    return it;
}

static void add_figures(json_t *it, const struct pp_function_diff *row)
{
    add(it, "statements_before", pp_json_count(row->stmts_before));
    add(it, "statements_after", pp_json_count(row->stmts_after));
    add(it, "lines_new", ran_json(row->lines_new));
    add(it, "lines_edited", ran_json(row->lines_edited));
    add(it, "lines_gone", ran_json(row->lines_gone));
    add(it, "routes_same", pp_json_count(row->routes_same));
    add(it, "routes_new", pp_json_count(row->routes_new));
    add(it, "routes_gone", pp_json_count(row->routes_gone));
}

static json_t *function_json(const struct pp_build_diff *d, const struct pp_function_diff *row)
{
    static const char *const by[] = {"", "name", "shape", "text"};
    json_t *it = json_object();
    char *name = pp_function_diff_name(d, row);
    add(it, "function", pp_json_text(name));
    free(name);
    add(it, "change", json_string(pp_build_change_names[row->change]));
    bool both = row->before != PP_NONE && row->after != PP_NONE;
    char *old = both ? pp_proc_name(&d->pair->before.names, row->before) : NULL;
    add(it, "was", both ? pp_json_text(old) : json_null());
    free(old);
    add(it, "matched_by", both ? json_string(by[d->pair->after.found[row->after]]) : json_null());
    add_figures(it, row);
    return it;
}

static json_t *line_json(const struct pp_build_diff *d, const struct pp_line_diff *line)
{
    static const char *const changes[] = {"new", "edited", "gone"};
    const struct pp_build *build =
        line->change == PP_LINE_GONE ? &d->pair->before : &d->pair->after;
    const struct pp_text_file *file = &build->texts.files[line->spot.file];
    const char *text = pp_spot_text(&build->texts, line->spot);
    char *name = pp_function_diff_name(d, &d->functions[line->function]);
    json_t *it = json_object();
    add(it, "change", json_string(changes[line->change]));
    add(it, "function", pp_json_text(name));
    add(it, "file", pp_json_text(pp_text(&build->load.notes.graph, file->name)));
    add(it, "line", json_integer(line->spot.line + 1));
    add(it, "text", text ? pp_json_text(text) : json_null());
    add(it, "before", pp_json_count(line->before));
    add(it, "after", pp_json_count(line->after));
    free(name);
    return it;
}

static json_t *route_json(const struct pp_build_diff *d, const struct pp_route_pair *row)
{
    json_t *it = json_object();
    char *name, *text = pp_build_route_text(d, row, &name);
    add(it, "path", pp_json_text(name));
    add(it, "change", json_string(pp_build_route_change(d, row)));
    add(it, "before", pp_json_count(row->before.count));
    add(it, "after", pp_json_count(row->after.count));
    add(it, "statements_points", json_real(pp_route_points(d, row)));
    add(it, "text", pp_json_text(text));
    free(name);
    free(text);
    return it;
}

void pp_build_diff_json(const struct pp_build_diff *d, json_t *root, uint64_t top)
{
    json_t *all = json_object(), *functions = json_array(), *lines = json_array(),
           *routes = json_array();
    for (int change = 0; change < PP_FUNCTION_CHANGES; change++)
        add(all, pp_build_change_names[change],
            ran_json((struct pp_ran){d->num_of[change], d->ran_of[change]}));
    add(all, "renamed", pp_json_count(d->num_renamed));
    add_figures(all, &d->all);
    add(root, "all", all);
    for (uint32_t i = 0; i < d->num_changes && i < top; i++)
        json_array_append_new(functions, function_json(d, &d->functions[i]));
    for (size_t i = 0; i < d->num_lines && i < top; i++)
        json_array_append_new(lines, line_json(d, &d->lines[i]));
    for (size_t i = 0; i < d->num_changes_of_routes && i < top; i++)
        json_array_append_new(routes, route_json(d, &d->routes.list[d->changes[i]]));
    add(root, "functions", functions);
    add(root, "lines", lines);
    add(root, "routes", routes);
}
